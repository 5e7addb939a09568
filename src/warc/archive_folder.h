#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "result/result.h"

namespace freshet::warc {

// Names in the folder of an archive.
std::filesystem::path archive_name(uint32_t number);  // "freshet-000001.warc.gz"
std::filesystem::path index_name(uint32_t number);    // "freshet-000001.cdxj"

// The numbers of the archive files in a folder, in order.
Result<std::vector<uint32_t>> archive_numbers(const std::filesystem::path& folder);

// Removes the index of file `number`, whole or unfinished, and everything of later files, as far as
// they are ours: `last_own` is the highest number that was ever begun; none: not known, and every
// file that is named as ours are counts. An error, and nothing is removed, if there are archive
// files of higher numbers, or if what has such a name is no regular file.
Status remove_behind(const std::filesystem::path& folder, uint32_t number,
                     std::optional<uint32_t> last_own);

}  // namespace freshet::warc
