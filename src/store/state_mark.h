#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "result/result.h"

namespace freshet::store {

// Records what a state must have at least, in a file beside the state. It is written only when
// everything that it names is on the disk. So a state that has less was damaged, truncated or
// replaced by an older one. RocksDB itself cannot detect this: it takes a truncated MANIFEST for a
// shorter one, and deletes the data files that it does not name.
//
// docs/formats/state.md describes the file.
struct StateMark {
  uint64_t sequence = 0;  // RocksDB's sequence number of the last write

  // RocksDB's list of data files. RocksDB only appends to it; a new list has a higher number.
  std::string manifest;  // "MANIFEST-000005"
  uint64_t manifest_bytes = 0;
  uint64_t manifest_hash = 0;  // of the first manifest_bytes bytes

  // The current log, whose writes may not be in a data file yet. As long as the manifest is
  // unchanged, the log exists. (This does not hold for older logs: RocksDB removes them some time
  // after the manifest has recorded that they are not needed.)
  std::string log;  // "000004.log"; empty: none
  uint64_t log_bytes = 0;

  // Copies of facts, for readers that have no access to the state.
  std::vector<std::pair<std::string, std::string>> facts;

  std::string encode() const;
  // Returns nullopt unless the mark is complete and unchanged.
  static std::optional<StateMark> decode(std::string_view bytes);

  bool operator==(const StateMark&) const = default;
};

// Returns nullopt if there is no mark or it is damaged.
std::optional<StateMark> read_mark(const std::filesystem::path& file);
// Replaces the mark atomically. `sync` syncs it to the disk; without that, a loss of power may
// destroy it.
Status write_mark(const std::filesystem::path& file, const StateMark& mark, bool sync);

// Returns a mark of the current files of a state folder, and syncs the manifest. Sequence and facts
// are left empty. It must be called when the log is synced and no thread writes to it.
Result<StateMark> mark_of_files(const std::filesystem::path& folder);

// Compares the files of a state folder with its mark. An error says what is missing. It only reads.
Status compare_files(const std::filesystem::path& folder, const StateMark& mark);

}  // namespace freshet::store
