#include "convert/entry_pipeline.h"

#include <algorithm>
#include <utility>

#include "convert/cpu_timer.h"
#include "convert/learn_boilerplate.h"

namespace freshet::convert {
namespace {

constexpr size_t kPagesAPass = 32'768;
constexpr size_t kPagesABlock = 16;
// So many blocks may be in flight: enough that the workers stay busy while the writer writes all
// that it has buffered.
constexpr size_t kMaxBlocksInFlight = 512;
constexpr size_t kMaxBytesInFlight = 64 << 20;

}  // namespace

bool is_before(const store::ArchivePosition& a, const store::ArchivePosition& b) {
  if ((a.file == 0) != (b.file == 0)) return b.file == 0;
  return a < b;
}

size_t EntryPipeline::bytes_of(const BuiltBlock& block) {
  size_t bytes = 0;
  for (const Result<BuiltEntry>& one : block) bytes += one ? catalog::bytes_of(one->entry) : 0;
  return bytes;
}

EntryPipeline::EntryPipeline(const EntryBuilder::Sources& sources, const ConvertOptions& options,
                             catalog::RowWriter& writer, ConvertProgress& progress,
                             ConvertSummary& summary)
    : writer_(writer), progress_(progress), summary_(summary) {
  std::vector<Pool::Work> work;
  // A full-text index keeps the thread that writes busy, so it counts as one of the threads. Rows
  // alone do not.
  const size_t writing = writer_.wants_words() ? 1 : 0;
  for (size_t i = 0; i < std::max(options.threads, writing + 1) - writing; ++i) {
    auto builder =
        std::make_shared<EntryBuilder>(sources, reader_of(options), writer_.wants_words(), times_);
    work.push_back([builder](Block block) {
      BuiltBlock built;
      built.reserve(block.size());
      for (Job& job : block) built.push_back(builder->build(std::move(job)));
      return built;
    });
  }
  pool_.emplace(std::move(work), Pool::Limit{&EntryPipeline::bytes_of, kMaxBytesInFlight});
}

Status EntryPipeline::submit(Job job) {
  pass_.push_back(std::move(job));
  return pass_.size() < kPagesAPass ? Status(Done{}) : submit_pass();
}

Status EntryPipeline::finish() {
  Status done = submit_pass();
  while (done && pool_->in_flight() > 0) done = write_next();
  pool_.reset();
  summary_.reading = static_cast<double>(times_.read_ns) * 1e-9;
  summary_.parsing = static_cast<double>(times_.parse_ns) * 1e-9;
  summary_.segmenting = static_cast<double>(times_.segment_ns) * 1e-9;
  summary_.writing += static_cast<double>(writing_ns_) * 1e-9;
  return done;
}

// Gives the pages of a pass to the pool, in the order of the archive.
Status EntryPipeline::submit_pass() {
  std::sort(pass_.begin(), pass_.end(),
            [](const Job& a, const Job& b) { return is_before(a.archived, b.archived); });
  Block block;
  for (size_t i = 0; i < pass_.size(); ++i) {
    block.push_back(std::move(pass_[i]));
    if (block.size() < kPagesABlock && i + 1 < pass_.size()) continue;
    pool_->push(std::exchange(block, {}));
    while (pool_->in_flight() >= kMaxBlocksInFlight) {
      if (progress_.stop) return fail(kStopped);
      if (Status written = write_next(); !written) return written;
    }
  }
  pass_.clear();
  return Done{};
}

Status EntryPipeline::write_next() {
  BuiltBlock built = pool_->pop();
  const CpuTimer timer(writing_ns_);
  for (Result<BuiltEntry>& one : built) {
    if (!one) return Unexpected(one.error());
    if (one->holder) {
      give_away(*one->holder, one->key);
      continue;
    }
    const bool refresh = one->refresh;
    summary_.unreadable += one->unreadable ? 1 : 0;
    Status written = refresh ? writer_.refresh(one->entry) : writer_.put(std::move(one->entry));
    if (!written) return written;
    ++(refresh ? summary_.refreshed : summary_.put);
    ++progress_.written;
  }
  return Done{};
}

}  // namespace freshet::convert
