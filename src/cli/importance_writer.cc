#include "cli/importance_writer.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "cluster/reply.h"

namespace freshet::cli {
namespace {

constexpr size_t kCollected = 4096;  // pages
constexpr size_t kPassed = 256;      // pages in one call of the engine, which does nothing else
constexpr std::chrono::seconds kPatience{30};
constexpr std::chrono::milliseconds kPause{200};
constexpr int kMostErrors = 150;  // in a row, with a pause after each: half a minute

Status store_pages(store::Store& store, const store::Holding& holding,
                   std::span<const crawl::PageImportance> pages) {
  std::vector<store::PageKey> keys;
  for (const crawl::PageImportance& one : pages) keys.push_back(one.page);
  auto states = store.pages(keys);
  if (!states) return Unexpected(states.error());
  store::Batch batch{.holding = holding};
  for (size_t i = 0; i < pages.size(); ++i) {
    auto& state = (*states)[i];
    if (!state) continue;
    state->importance = pages[i].importance;
    const Instant was_due = state->next_visit;
    batch.visited.push_back({*std::move(state), was_due});
  }
  return store.commit(batch, store::Durability::kPower);
}

}  // namespace

Status ImportanceWriter::add(const store::PageKey& page, float importance) {
  pages_.push_back({page, importance});
  return pages_.size() < kCollected ? Status(Done{}) : finish();
}

Status ImportanceWriter::finish() {
  std::span<const crawl::PageImportance> left = pages_;
  for (int errors = 0; !left.empty();) {
    if (step_.is_cancelled()) return fail("the ranking was stopped");
    const auto passed = left.first(std::min(left.size(), kPassed));
    Result<bool> done = through_engine(passed);
    size_t count = passed.size();
    if (done && !*done) {
      done = without_engine(left);
      count = left.size();
    }
    if (done && *done) {
      left = left.subspan(count);
      written_ += count;
      step_.report({.done = written_});
      errors = 0;
      continue;
    }
    // The engine may be loading its state, or a disk may be full.
    if (!done && ++errors == kMostErrors) return Unexpected(done.error());
    std::this_thread::sleep_for(kPause);
  }
  pages_.clear();
  return Done{};
}

Result<bool> ImportanceWriter::through_engine(std::span<const crawl::PageImportance> pages) {
  cluster::Reply<Status> reply;
  const bool posted =
      step_.post([answer = reply.answer(), copy = std::vector(pages.begin(), pages.end())](
                     crawl::AgentPort& port) { answer->give(port.store_importance(copy)); });
  if (!posted) return false;
  const std::optional<Status> stored = reply.wait(kPatience);
  if (!stored) return fail("the engine of the agent has not answered");
  if (!*stored) return Unexpected(stored->error());
  return true;
}

Result<bool> ImportanceWriter::without_engine(std::span<const crawl::PageImportance> pages) {
  return step_.write_without_engine([pages](store::Store& store, const store::Holding& holding) {
    return store_pages(store, holding, pages);
  });
}

}  // namespace freshet::cli
