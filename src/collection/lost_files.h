#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "result/result.h"
#include "store/store.h"
#include "warc/archive.h"

namespace freshet::collection {

// Archive files that were removed, moved or replaced while a run wrote to them. The positions of
// their records in the state are invalid: nothing refers to them, and the next start visits their
// pages again unless the files are back.
class LostFiles {
 public:
  void add(const warc::LostFile& file) { files_.push_back(file); }
  bool contains(uint32_t file) const;
  bool empty() const { return files_.empty(); }
  const std::vector<warc::LostFile>& all() const { return files_; }
  std::vector<std::string> names() const;  // of the files
  // Returns the files that are not back with their whole content, in the folder or uploaded.
  LostFiles still_lost(const std::string& archive_folder) const;

  // Format: "FILE BYTES" for each file, separated by commas.
  std::string encode() const;
  static LostFiles decode(std::string_view text);

 private:
  std::vector<warc::LostFile> files_;
};

inline constexpr char kLostFact[] = "archive_lost";
Result<LostFiles> stored_lost_files(const store::Store& store);

}  // namespace freshet::collection
