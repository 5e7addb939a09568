#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "result/result.h"

namespace freshet::warc {

// The files of an archive: "freshet-000001.warc.gz" with its index "freshet-000001.cdxj". If
// several agents write a collection, each has an archive of its own, and `agent` is a part of the
// names of its files: "freshet-a1-000001.warc.gz". Files of other archives in the folder are left
// alone.
std::filesystem::path archive_name(uint32_t number, std::string_view agent = {});
std::filesystem::path index_name(uint32_t number, std::string_view agent = {});

// Returns the numbers of the archive files in a folder, in order.
Result<std::vector<uint32_t>> archive_numbers(const std::filesystem::path& folder,
                                              std::string_view agent = {});

// Removes the archive files with numbers above `number` and their indexes, under the conditions of
// remove_after().
Status remove_later(const std::filesystem::path& folder, uint32_t number,
                    std::optional<uint32_t> last_own, std::string_view agent = {});

// Removes the index of file `number`, complete or not, and the archive files with higher numbers
// and their indexes. `last_own` is the highest number of a file that the archive ever created (see
// OwnFiles::last). Fails without removing anything if one of these files has a number above
// `last_own` or is not a regular file.
Status remove_after(const std::filesystem::path& folder, uint32_t number,
                    std::optional<uint32_t> last_own, std::string_view agent = {});

}  // namespace freshet::warc
