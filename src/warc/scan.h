#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "warc/cdxj.h"
#include "warc/reader.h"

namespace freshet::warc {

// Adds a record to an index if it is a response or a revisit.
void add_to_index(Index& index, const FoundRecord& found);

// Adds the records of an archive file to an index. Records that cannot be read are skipped with a
// remark. Reads the whole file, which takes a few seconds per gigabyte.
Status index_file(const std::filesystem::path& path, Index& index,
                  std::vector<std::string>& remarks);

}  // namespace freshet::warc
