#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "store/archive_position.h"
#include "warc/archive_folder.h"

namespace freshet::convert {

// The archives of a collection that can be read here: one, or several if agents of a cluster have
// archives of their own.
class Archives {
 public:
  Archives() = default;
  // The archive of a collection that only one process writes.
  explicit Archives(std::filesystem::path folder) { add(0, {std::move(folder), ""}); }

  struct Archive {
    std::filesystem::path folder;
    std::string agent;  // part of the names of its files
  };
  // `writer` is its number in store::ArchivePosition.
  void add(uint16_t writer, Archive archive) {
    archives_.insert_or_assign(writer, std::move(archive));
  }

  bool has(uint16_t writer) const { return archives_.contains(writer); }
  // The file with a record; empty if its archive cannot be read here.
  std::filesystem::path file_of(const store::ArchivePosition& at) const {
    const auto found = archives_.find(at.writer);
    if (found == archives_.end()) return {};
    return found->second.folder / warc::archive_name(at.file, found->second.agent);
  }

 private:
  std::map<uint16_t, Archive> archives_;
};

}  // namespace freshet::convert
