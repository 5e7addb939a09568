#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "catalog/writer.h"
#include "clock/clock.h"
#include "parse/page.h"
#include "result/result.h"
#include "store/store.h"
#include "url/communities.h"

namespace freshet::convert {

struct ConvertOptions {
  std::string archive_folder;
  url::Communities communities;
  parse::PageOptions page;
  size_t max_body_bytes = 64 << 20;  // after unpacking; what is longer is cut
  size_t threads = 2;                // to read the archive and to write
  bool full = false;                 // make everything anew
  bool replaces_others = false;      // as catalog::Loading has it
};

// Seen from other threads while a conversion runs.
struct ConvertProgress {
  std::atomic<uint64_t> pages = 0;    // to look at
  std::atomic<uint64_t> looked = 0;   // of these
  std::atomic<uint64_t> written = 0;  // rows of pages
  std::atomic<bool> stop = false;     // set by others: the conversion fails, and nothing happened
};

struct ConvertSummary {
  bool anew = false;   // everything was written
  uint64_t pages = 0;  // in the collection
  uint64_t put = 0;
  uint64_t refreshed = 0;  // visited, but not changed
  uint64_t relinked = 0;   // only links that lead to new pages
  uint64_t removed = 0;
  uint64_t unreadable = 0;  // pages whose record could not be read: without text
  // By steps: CPU time of all threads together, in seconds.
  double reading = 0;
  double parsing = 0;
  double segmenting = 0;
  double writing = 0;
};

// Turns a collection into rows. Keeps the ids of all pages in memory, some 20 bytes each, for as
// long as it lives; beside them what is under way. The store must outlive it. For one thread.
class Converter {
 public:
  static Result<Converter> open(store::Store& store, ConvertOptions options, const Clock& clock);
  ~Converter();
  Converter(Converter&&) noexcept;
  Converter& operator=(Converter&&) noexcept;

  // The whole collection, as far as the target does not have it yet.
  Result<ConvertSummary> convert(catalog::Writer& writer, ConvertProgress& progress);
  // Only these pages, and what is known of them now: the others have not changed since. A target
  // that must be made anew is.
  Result<ConvertSummary> convert(catalog::Writer& writer, ConvertProgress& progress,
                                 std::span<const store::PageKey> pages);

 private:
  struct Impl;
  explicit Converter(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace freshet::convert
