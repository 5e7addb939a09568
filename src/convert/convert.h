#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "catalog/writer.h"
#include "clock/clock.h"
#include "convert/archives.h"
#include "parse/page.h"
#include "result/result.h"
#include "store/store.h"
#include "url/communities.h"

namespace freshet::convert {

struct ConvertOptions {
  Archives archives;
  url::Communities communities;
  parse::PageOptions page;
  size_t max_body_bytes = 64 << 20;  // of the decoded body; a longer one is truncated
  size_t threads = 2;                // to read the archive and to write, together
  bool full = false;                 // rebuild the target from nothing
  bool replace_other = false;        // as in catalog::WriteOptions
  bool is_shared = false;            // several processes use the store
};

// Read and written by other threads while a conversion runs.
struct ConvertProgress {
  std::atomic<uint64_t> pages = 0;     // to examine
  std::atomic<uint64_t> examined = 0;  // of these
  std::atomic<uint64_t> written = 0;   // rows of pages
  // Another thread sets this to stop the conversion, which then fails and leaves the target as it
  // was.
  std::atomic<bool> stop = false;
};

struct ConvertSummary {
  bool rebuilt = false;    // the target was written from nothing
  uint64_t pages = 0;      // in the collection
  uint64_t put = 0;        // new rows, and rows whose content changed
  uint64_t refreshed = 0;  // rows of pages that were visited but not changed
  uint64_t relinked = 0;   // pages of which only links to new pages were written
  uint64_t removed = 0;
  uint64_t items = 0;       // rows of items
  uint64_t unreadable = 0;  // pages without text because their record could not be read
  // CPU seconds of each step, of all threads together.
  double reading = 0;
  double parsing = 0;
  double segmenting = 0;
  double writing = 0;

  bool operator==(const ConvertSummary&) const = default;
};

// Turns a collection into rows of a catalogue. It keeps the ids of all pages in memory, about 20
// bytes a page, and the pages in flight. The store must outlive it. To be used by one thread.
class Converter {
 public:
  static Result<Converter> open(store::Store& store, ConvertOptions options, const Clock& clock);
  ~Converter();
  Converter(Converter&&) noexcept;
  Converter& operator=(Converter&&) noexcept;

  // Converts the whole collection: writes every row that the target does not have yet.
  Result<ConvertSummary> convert(catalog::Writer& writer, ConvertProgress& progress);
  // Converts only these pages, in their current state; the caller knows that no others have
  // changed. If the target must be rebuilt, all pages are converted.
  Result<ConvertSummary> convert(catalog::Writer& writer, ConvertProgress& progress,
                                 std::span<const store::PageKey> pages);

 private:
  struct Impl;
  explicit Converter(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace freshet::convert
