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

// What a state has at least. It is kept in a file beside the state, and is written only when all
// that it names is surely on the disk: a state that has less was damaged, cut or replaced by an
// older one. RocksDB itself cannot tell: it takes a MANIFEST that was cut for a shorter one, and
// deletes the data files that it does not name.
//
// The file is described in docs/formats/state.md.
struct StateMark {
  uint64_t sequence = 0;  // RocksDB's, of the last write

  // RocksDB's list of data files. Bytes are only ever added to it; a new one has a higher number.
  std::string manifest;  // "MANIFEST-000005"
  uint64_t manifest_bytes = 0;
  uint64_t manifest_hash = 0;  // of so many bytes

  // The log that is written to: its writes may be in no data file yet. While the manifest is as it
  // was, the log is there. (Of older logs that cannot be said: RocksDB removes those some time
  // after the manifest has told that they are not needed.)
  std::string log;  // "000004.log"; empty: none
  uint64_t log_bytes = 0;

  // Copies of facts, for whoever must do without the state.
  std::vector<std::pair<std::string, std::string>> facts;

  std::string encode() const;
  // nullopt unless it is all there, as it was written.
  static std::optional<StateMark> decode(std::string_view bytes);

  bool operator==(const StateMark&) const = default;
};

// nullopt if there is none, or it was damaged itself.
std::optional<StateMark> read_mark(const std::filesystem::path& file);
// In one piece. `sync` forces it to the disk; without that, a loss of power may cost it.
Status write_mark(const std::filesystem::path& file, const StateMark& mark, bool sync);

// What the files of a state folder are now, the manifest surely on the disk; sequence and facts are
// left empty. Call it when the log is surely on the disk and nothing writes to it.
Result<StateMark> mark_of_files(const std::filesystem::path& folder);

// Holds the files of a state folder against its mark. Done, or what is missing, in words. Reads
// only.
Status compare_files(const std::filesystem::path& folder, const StateMark& mark);

}  // namespace freshet::store
