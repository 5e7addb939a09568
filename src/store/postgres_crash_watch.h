#pragma once

#include <cstdint>
#include <mutex>
#include <string_view>

#include "result/result.h"
#include "store/store.h"

namespace freshet::store {

// Notices that the server has lost commits of this store: those of Durability::kProcess that no
// commit of kPower has followed, when it crashes or when a copy of it takes over. Then what the
// program has in memory and the state differ, and it must load the state again.
//
// The sign is a number in a table that PostgreSQL empties after a crash, and that copies do not
// have (an unlogged table). Any thread may call the methods.
class CrashWatch {
 public:
  // The number that a transaction saw; 0: there was none. Returns an error of the kind kFenced if
  // it is another one than before and commits may be lost, and from then on until restart().
  // `where` is for its message.
  Status check(int64_t number, std::string_view where);
  // Whether the number is the one that was adopted last.
  bool knows(int64_t number) const;
  void adopt(int64_t number);

  // The number of commits so far, before a commit; and that one, when it is complete.
  uint64_t commits() const;
  void note_commit(Durability durability, uint64_t commits_before);

  // The program loads the state of its shards again.
  void restart();

 private:
  mutable std::mutex mutex_;
  // Guarded by mutex_.
  int64_t number_ = 0;
  uint64_t commits_ = 0;
  uint64_t durable_ = 0;  // so many of them survive a crash
  bool has_lost_ = false;
};

}  // namespace freshet::store
