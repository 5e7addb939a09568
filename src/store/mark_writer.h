#pragma once

#include <string>

#include "store/rocksdb_database.h"
#include "store/state_mark.h"

namespace freshet::store {

// Updates the mark of a state, if the options name a mark file. For one thread at a time.
class MarkWriter {
 public:
  explicit MarkWriter(const StoreOptions& options)
      : file_(options.mark_file), facts_(options.marked_facts) {}

  // Must be called when all that was written is on the disk, and nothing is being written. An error
  // is ignored, because the older mark remains valid.
  void write(const Database& database);

 private:
  Result<StateMark> mark_of(const Database& database) const;

  const std::string file_;
  const std::vector<std::string> facts_;
};

// Compares a state with its mark, if there is one. An error says what is missing and what to do. It
// changes nothing in the folder. It is an error if another process has the folder open.
Status compare_with_mark(const std::string& folder, const StoreOptions& options);

}  // namespace freshet::store
