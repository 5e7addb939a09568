#pragma once

#include <filesystem>
#include <string_view>
#include <utility>

#include "result/result.h"

namespace freshet::collection {

// The file that marks a data folder; see docs/formats/data.md.
inline constexpr std::string_view kMarkerName = "freshet.folder";

// Prepares `folder` for a crawl: it and its parts exist and are writable afterwards. A folder that
// does not exist or is empty becomes a data folder. Returns an error if it has files and is not a
// data folder, or if one of its parts is a symbolic link that leads out of it and `follow_links` is
// false. Removes nothing.
//
// A folder of an older Freshet has no marker and is recognised by its state. mark_data_folder()
// marks it when the state could be opened.
Status prepare_data_folder(const std::filesystem::path& folder, bool follow_links);

// A data folder that this process has for itself, as long as the object exists.
class FolderLock {
 public:
  explicit FolderLock(int file) : file_(file) {}
  FolderLock(FolderLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}
  FolderLock& operator=(FolderLock&&) = delete;
  ~FolderLock();

 private:
  int file_;
};
// Prepares a data folder for an agent of a cluster, whose state is elsewhere, and locks it. Returns
// an error if another process has it. (An embedded state has a lock of its own.)
Result<FolderLock> lock_data_folder(const std::filesystem::path& folder, bool follow_links);

// Writes the marker unless it exists.
Status mark_data_folder(const std::filesystem::path& folder);

// Returns an error if a part of the folder is a symbolic link that leads out of it.
Status check_links(const std::filesystem::path& folder);

}  // namespace freshet::collection
