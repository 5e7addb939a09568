#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "result/result.h"
#include "store/store.h"

namespace freshet::store {

// What to do with a state that is damaged. Errors that tell of damage end with it.
inline constexpr std::string_view kHowToMend =
    "restore the folder from a backup, or rebuild it from the archive with freshet recover";

// Keeps other processes from opening a state to write, while it lives; so does a Store that is
// open. Moving the folder does not end it.
class StateLock {
 public:
  // An error if another process has it, or the folder cannot be written.
  static Result<StateLock> take(const std::string& folder);
  ~StateLock();
  StateLock(StateLock&&) noexcept;
  StateLock& operator=(StateLock&&) noexcept;

 private:
  struct Impl;
  explicit StateLock(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Whether every row of a state can be read, and the state has what its mark says. Changes nothing;
// reads all of it.
Status check_state(const std::string& folder, const StoreOptions& options);

// The same by the lengths of files alone, in no time and without a lock.
Status compare_with_mark_of(const std::string& folder, const std::string& mark_file);

// The facts that were copied into the mark of a state. Empty if there is no mark.
std::vector<std::pair<std::string, std::string>> marked_facts(const std::string& mark_file);

}  // namespace freshet::store
