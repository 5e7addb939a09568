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

// What a person can do about a damaged state. Errors about damage end with it.
inline constexpr std::string_view kHowToRepair =
    "restore the folder from a backup, or rebuild it from the archive with freshet recover";

// While it exists, no other process can open the state for writing. An open Store has the same
// effect. Moving the folder does not release the lock.
class StateLock {
 public:
  // It is an error if another process has the lock, or if the folder cannot be written.
  static Result<StateLock> take(const std::string& folder);
  ~StateLock();
  StateLock(StateLock&&) noexcept;
  StateLock& operator=(StateLock&&) noexcept;

 private:
  struct Impl;
  explicit StateLock(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Checks that every row of a state can be read and that the state has what its mark says. It reads
// all rows and changes nothing.
Status check_state(const std::string& folder, const StoreOptions& options);

// Compares only the files of a state with its mark. It is fast and needs no lock.
Status compare_with_mark_of(const std::string& folder, const std::string& mark_file);

// Returns the facts that were copied into the mark of a state. They are empty if there is no mark.
std::vector<std::pair<std::string, std::string>> marked_facts(const std::string& mark_file);

}  // namespace freshet::store
