#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "clock/clock.h"
#include "convert/convert.h"
#include "store/store.h"
#include "telemetry/log.h"

namespace freshet::convert {

struct UpdaterOptions {
  ConvertOptions convert;
  std::string file;  // of the catalogue
  Duration every = Duration::seconds(30);
  size_t most_told = 200'000;  // of more pages than this, all are looked at
};

// Keeps a catalogue up to date while a collection grows and changes, in a thread of its own that
// steps back behind all others. At the beginning everything is looked at; then only the pages that
// it was told of. What goes wrong is logged, and tried again the next time.
class Updater {
 public:
  Updater(store::Store& store, UpdaterOptions options, const Clock& clock, telemetry::Log& log);
  // Takes in what it was told last, unless it would have to look at everything.
  ~Updater();

  // These pages were committed. From any thread; returns at once.
  void tell(const store::Batch& committed);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace freshet::convert
