// Commits to a store until it is killed:  store_crash_writer FOLDER
//                                         store_crash_writer DSN SCHEMA
// Writes a byte to standard output when the store is open, and after each commit.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "contract/store_crash_rounds.h"
#include "store/postgres_store.h"

int main(int argc, char** argv) {
  using namespace freshet::store;
  if (argc != 2 && argc != 3) return 2;
  auto store = argc == 2
                   ? open_rocksdb_store(argv[1], kCrashOptions)
                   : open_postgres_store(argv[1], {.schema = argv[2], .take = ShardSet::all()});
  if (!store) {
    std::fprintf(stderr, "%s\n", store.error().message.c_str());
    return 1;
  }
  const auto commits = (*store)->fact(kCommits).value();
  for (uint64_t commit = commits ? std::strtoull(commits->c_str(), nullptr, 10) : 0;; ++commit) {
    if (write(STDOUT_FILENO, ".", 1) != 1) return 1;
    // Reads fewer discoveries than a batch sends, so that some of several batches stay pending.
    const auto arrived =
        (*store)->pending_discoveries(kInboxShard, kSentPerCommit - 1, std::nullopt).value();
    const auto status = (*store)->commit(crash_batch(commit, arrived), Durability::kProcess);
    if (!status) {
      std::fprintf(stderr, "%s\n", status.error().message.c_str());
      return 1;
    }
  }
}
