#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "warc/cdxj.h"
#include "warc/reader.h"

namespace freshet::warc {

// Adds a record to an index, if it is one that an index names: a response or a revisit.
void add_to_index(Index& index, const FoundRecord& found);

// Adds the records of an archive file. What cannot be read is skipped with a remark. Reads the
// whole file: some seconds a gigabyte.
Status index_file(const std::filesystem::path& path, Index& index,
                  std::vector<std::string>& remarks);

}  // namespace freshet::warc
