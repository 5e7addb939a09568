#pragma once

#include <algorithm>
#include <string>

#include "contract/store_samples.h"

namespace freshet::store {

// What store_crash_writer commits and store_crash_test expects. Each batch admits some pages,
// changes the pages of the batch before, and records the number of commits. It also sends
// discoveries to shard kInboxShard, and admits some that earlier batches sent there.
inline constexpr uint64_t kPagesPerCommit = 20;
inline constexpr uint64_t kSentPerCommit = 5;
inline constexpr ShardId kInboxShard = 9;
inline constexpr const char* kCommits = "commits";  // name of the fact with the number of commits

// Little memory, so that files are being written and compacted when the process is killed.
inline const StoreOptions kCrashOptions{.cache_bytes = 1 << 20, .unflushed_bytes = 256 << 10};

inline PageKey crash_key(uint64_t commit, uint64_t page) {
  return key_of(page % 3, commit * kPagesPerCommit + page);
}

inline Discovery crash_discovery(uint64_t commit, uint64_t number) {
  const uint64_t page = commit * kSentPerCommit + number;
  return sample_discovery(key_in(kInboxShard, 1, page), at(static_cast<int64_t>(page)));
}

// The state of a page after `commits` commits.
inline PageState crash_page(uint64_t commit, uint64_t page, uint64_t commits) {
  const PageKey key = crash_key(commit, page);
  const auto time = static_cast<int64_t>(commit);
  return commit + 1 < commits ? visited_page(key, at(1'000'000 + time))
                              : waiting_page(key, at(time));
}

inline Batch crash_batch(uint64_t commit, const std::vector<Discovery>& arrived) {
  Batch batch;
  for (uint64_t i = 0; i < kSentPerCommit; ++i) {
    batch.discoveries.push_back(crash_discovery(commit, i));
  }
  for (const Discovery& found : arrived) {
    batch.admitted.push_back(waiting_page(found.key, Instant::never()));
    batch.settled_discoveries.push_back(found.id());
  }
  for (uint64_t page = 0; page < kPagesPerCommit; ++page) {
    batch.admitted.push_back(crash_page(commit, page, commit + 1));
    batch.contents.emplace_back(digest::sha256(std::to_string(commit / 2)),
                                Original{crash_key(commit, page)});
    if (commit == 0) continue;
    batch.pages.push_back(crash_page(commit - 1, page, commit + 1));
    batch.links.push_back(sample_links(crash_key(commit - 1, page), 10));
  }
  batch.facts = {{kCommits, std::to_string(commit + 1)}};
  return batch;
}

}  // namespace freshet::store
