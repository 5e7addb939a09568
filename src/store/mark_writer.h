#pragma once

#include <string>

#include "store/rocksdb_database.h"
#include "store/state_mark.h"

namespace freshet::store {

// Keeps the mark of a state up to date, if the options name one. For one thread at a time.
class MarkWriter {
 public:
  explicit MarkWriter(const StoreOptions& options)
      : file_(options.mark_file), facts_(options.marked_facts) {}

  // Call it when all that was written is on the disk, and nothing is being written. An error is
  // ignored: the mark of before stays, which is right as well.
  void write(const Database& database);

 private:
  Result<StateMark> mark_of(const Database& database) const;

  const std::string file_;
  const std::vector<std::string> facts_;
};

// Holds a state against its mark, if there is one. An error says what is missing and what to do.
// Changes nothing in the folder; an error if another process has it open.
Status compare_with_mark(const std::string& folder, const StoreOptions& options);

}  // namespace freshet::store
