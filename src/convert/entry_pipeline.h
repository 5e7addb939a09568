#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "catalog/writer.h"
#include "convert/convert.h"
#include "convert/entry_builder.h"
#include "convert/ordered_pool.h"

namespace freshet::convert {

// Returns whether a record is before another one in the archive. Pages without one come last.
bool is_before(const store::ArchivePosition& a, const store::ArchivePosition& b);

// Builds the entries of pages on several threads and writes them, in the order of the archive. It
// takes many pages before it reads the first one; a larger collection takes several passes over the
// archive.
class EntryPipeline {
 public:
  // All must outlive this. The summary's counts and times of pages are added up in it.
  EntryPipeline(const EntryBuilder::Sources& sources, const ConvertOptions& options,
                catalog::RowWriter& writer, ConvertProgress& progress, ConvertSummary& summary);
  // Must be set if the sources name holders: called instead of writing a row whose record another
  // participant can read.
  std::function<void(size_t holder, const store::PageKey& page)> give_away;

  Status submit(Job job);
  // Writes the rest. Must be called at the end, if no call has failed.
  Status finish();

 private:
  using Block = std::vector<Job>;
  using BuiltBlock = std::vector<Result<BuiltEntry>>;
  using Pool = OrderedPool<Block, BuiltBlock>;

  static size_t bytes_of(const BuiltBlock& block);
  Status submit_pass();
  Status write_next();

  catalog::RowWriter& writer_;
  ConvertProgress& progress_;
  ConvertSummary& summary_;
  std::vector<Job> pass_;  // pages that were not given to the pool yet
  StepTimes times_;
  uint64_t writing_ns_ = 0;
  std::optional<Pool> pool_;
};

}  // namespace freshet::convert
