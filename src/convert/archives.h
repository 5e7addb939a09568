#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "result/result.h"
#include "store/archive_position.h"
#include "warc/archive_folder.h"
#include "warc/upload_mark.h"

namespace freshet::convert {

// The archives of a collection that can be read here: one, or several if agents of a cluster have
// archives of their own. Files that are not in the folder of an archive are read in object storage,
// if one is set.
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
    agents_.insert_or_assign(writer, archive.agent);
    archives_.insert_or_assign(writer, std::move(archive));
  }
  // An archive that cannot be read here; only the names of its files are known.
  void add_agent(uint16_t writer, const std::string& agent) { agents_.emplace(writer, agent); }

  void set_uploaded(warc::OpenUploaded open) { open_uploaded_ = std::move(open); }

  // Opens the file with a record. Returns an error if its archive cannot be read here.
  Result<std::shared_ptr<warc::RandomAccess>> open(const store::ArchivePosition& at) const {
    const auto found = archives_.find(at.writer);
    if (found == archives_.end()) return fail("the archive of another agent is not here");
    return warc::open_held(found->second.folder, at.file, found->second.agent, open_uploaded_);
  }

  bool has(uint16_t writer) const { return archives_.contains(writer); }
  // The file with a record; empty if its archive cannot be read here.
  std::filesystem::path file_of(const store::ArchivePosition& at) const {
    const auto found = archives_.find(at.writer);
    if (found == archives_.end()) return {};
    return found->second.folder / warc::archive_name(at.file, found->second.agent);
  }
  // The name of the file with a record; empty if its writer is not known.
  std::string name_of(const store::ArchivePosition& at) const {
    const auto found = agents_.find(at.writer);
    return found == agents_.end() ? "" : warc::archive_name(at.file, found->second);
  }
  // The writers whose archives can be read here.
  std::vector<uint16_t> writers() const {
    std::vector<uint16_t> writers;
    for (const auto& [writer, archive] : archives_) writers.push_back(writer);
    return writers;
  }

 private:
  std::map<uint16_t, Archive> archives_;
  warc::OpenUploaded open_uploaded_;
  std::map<uint16_t, std::string> agents_;  // of all writers that are known
};

// Which participant of a conversion in parts can read the archive of a writer, by its place in the
// list of participants.
using ArchiveHolders = std::map<uint16_t, size_t>;

}  // namespace freshet::convert
