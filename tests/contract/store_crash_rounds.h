#pragma once

#include <algorithm>
#include <string>

#include "contract/store_samples.h"

namespace freshet::store {

// What store_crash_writer commits and store_crash_test expects: batch n admits some pages, moves
// those of the batch before, and says how far it is.
inline constexpr uint64_t kPagesPerCommit = 20;
inline constexpr const char* kCommits = "commits";  // the fact: how many were made

// Little memory, so that files are written and compacted while the process dies.
inline constexpr StoreOptions kCrashOptions{.cache_bytes = 1 << 20, .unflushed_bytes = 256 << 10};

inline PageKey crash_key(uint64_t commit, uint64_t page) {
  return key_of(page % 3, commit * kPagesPerCommit + page);
}

// As it is after `commits` commits.
inline PageState crash_page(uint64_t commit, uint64_t page, uint64_t commits) {
  const PageKey key = crash_key(commit, page);
  const auto time = static_cast<int64_t>(commit);
  return commit + 1 < commits ? visited_page(key, at(1'000'000 + time))
                              : waiting_page(key, at(time));
}

inline Batch crash_batch(uint64_t commit) {
  Batch batch;
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
