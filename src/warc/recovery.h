#pragma once

#include <filesystem>

#include "result/result.h"
#include "warc/archive.h"

namespace freshet::warc {

// Where an archive ends after the power may have been lost: `known`, as the state has it, or less
// if what was written since `synced`, the last time that all was surely on the disk, is not whole.
// Then it ends before the last visit that could be read: of that one, too, a part may be missing.
//
// What is missing before `synced` was not lost with the power: that is for Archive::open() to
// complain about.
Result<ArchiveEnd> surviving_end(const std::filesystem::path& folder, const ArchiveEnd& synced,
                                 const ArchiveEnd& known);

}  // namespace freshet::warc
