#include "collection/lost_files.h"

#include <algorithm>
#include <charconv>

#include "warc/archive_folder.h"
#include "warc/upload_mark.h"

namespace freshet::collection {
namespace {

// Returns zeros for what is not a number.
warc::LostFile parse_file(std::string_view text) {
  warc::LostFile file;
  const char* const stop = text.data() + text.size();
  const auto [after, error] = std::from_chars(text.data(), stop, file.file);
  if (error == std::errc() && after != stop) std::from_chars(after + 1, stop, file.bytes);
  return file;
}

}  // namespace

bool LostFiles::contains(uint32_t file) const {
  return std::any_of(files_.begin(), files_.end(),
                     [&](const warc::LostFile& one) { return one.file == file; });
}

std::vector<std::string> LostFiles::names() const {
  std::vector<std::string> names;
  for (const warc::LostFile& file : files_) names.push_back(warc::archive_name(file.file).string());
  return names;
}

LostFiles LostFiles::still_lost(const std::string& archive_folder) const {
  LostFiles still;
  for (const warc::LostFile& file : files_) {
    const auto size = warc::held_bytes(archive_folder, file.file);
    if (!size || size->value_or(0) < file.bytes) still.add(file);
  }
  return still;
}

std::string LostFiles::encode() const {
  std::string text;
  for (const warc::LostFile& file : files_) {
    if (!text.empty()) text += ',';
    text += std::to_string(file.file) + " " + std::to_string(file.bytes);
  }
  return text;
}

LostFiles LostFiles::decode(std::string_view text) {
  LostFiles lost;
  while (!text.empty()) {
    const size_t comma = std::min(text.find(','), text.size());
    const warc::LostFile file = parse_file(text.substr(0, comma));
    if (file.file > 0) lost.add(file);
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return lost;
}

Result<LostFiles> stored_lost_files(const store::Store& store) {
  const auto fact = store.fact(kLostFact);
  if (!fact) return Unexpected(fact.error());
  return LostFiles::decode(fact->value_or(""));
}

}  // namespace freshet::collection
