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
  std::string file;  // the catalogue, a SQLite database
  Duration every = Duration::seconds(30);
  size_t max_changed = 200'000;  // if more pages than this have changed, all are converted
};

// Keeps a catalogue up to date while a collection grows and changes, on a thread of its own with
// low priority. The first update converts all pages; later ones only the pages that changed since.
// An update that fails is logged, and the next one converts all pages again.
class Updater {
 public:
  Updater(store::Store& store, UpdaterOptions options, const Clock& clock, telemetry::Log& log);
  // Converts the last changed pages, unless all pages would have to be converted.
  ~Updater();

  // Notes the pages that a commit has changed. May be called by any thread; does not wait for the
  // update.
  void notify(const store::Batch& committed);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace freshet::convert
