#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "result/result.h"
#include "store/store.h"
#include "warc/archive.h"

namespace freshet::crawl {

// Archive files that were removed, moved or replaced while a run wrote to them. What the state says
// of records in them does not hold: nothing refers to them, and their pages are visited again at
// the next start, unless the files are back.
class LostFiles {
 public:
  void add(const warc::LostFile& file) { files_.push_back(file); }
  bool contains(uint32_t file) const;
  bool empty() const { return files_.empty(); }
  const std::vector<warc::LostFile>& all() const { return files_; }
  std::vector<std::string> names() const;  // of the files
  // Without those that are in the folder again, whole.
  LostFiles still_lost(const std::string& archive_folder) const;

  // "FILE BYTES" for each, with commas between.
  std::string encode() const;
  static LostFiles decode(std::string_view text);

 private:
  std::vector<warc::LostFile> files_;
};

inline constexpr char kLostFact[] = "archive_lost";
Result<LostFiles> kept_lost_files(const store::Store& store);

}  // namespace freshet::crawl
