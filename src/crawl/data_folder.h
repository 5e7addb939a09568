#pragma once

#include <filesystem>
#include <string_view>

#include "result/result.h"

namespace freshet::crawl {

// The file by which a data folder is known. docs/formats/data.md describes it.
inline constexpr std::string_view kMarkerName = "freshet.folder";

// Makes `folder` ready for a crawl: it and its parts are there and can be written. A folder that
// does not exist, or is empty, becomes a data folder. An error if it has files and is no data
// folder, or if one of its parts is a symbolic link that leads out of it and `follow_links` is
// false. Nothing is removed.
//
// A folder of an older Freshet has no marker and is recognised by its state. mark_data_folder()
// marks it when the state could be opened.
Status prepare_data_folder(const std::filesystem::path& folder, bool follow_links);

// Writes the marker, unless it is there.
Status mark_data_folder(const std::filesystem::path& folder);

// An error if a part of the folder is a symbolic link that leads out of it.
Status check_links(const std::filesystem::path& folder);

}  // namespace freshet::crawl
