// Commits to a store until it is killed:  store_crash_writer FOLDER
// Writes a byte to standard output when the store is open, and after each commit.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "contract/store_crash_rounds.h"

int main(int argc, char** argv) {
  using namespace freshet::store;
  if (argc != 2) return 2;
  auto store = open_rocksdb_store(argv[1], kCrashOptions);
  if (!store) {
    std::fprintf(stderr, "%s\n", store.error().message.c_str());
    return 1;
  }
  const auto commits = (*store)->fact(kCommits).value();
  for (uint64_t commit = commits ? std::strtoull(commits->c_str(), nullptr, 10) : 0;; ++commit) {
    if (write(STDOUT_FILENO, ".", 1) != 1) return 1;
    const auto status = (*store)->commit(crash_batch(commit), freshet::store::Durability::kProcess);
    if (!status) {
      std::fprintf(stderr, "%s\n", status.error().message.c_str());
      return 1;
    }
  }
}
