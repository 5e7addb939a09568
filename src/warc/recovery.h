#pragma once

#include <filesystem>
#include <string_view>

#include "result/result.h"
#include "warc/archive.h"

namespace freshet::warc {

// Returns the end of an archive after a possible power failure. `known` is the end in the state;
// `synced` is the end when everything was last synced to the disk. If all records between them are
// complete, the result is `known`. Otherwise the archive ends before the last visit that can be
// read, because a part of that visit may be missing, too.
//
// If something before `synced` is missing, it was not lost by a power failure. The result is then
// `known`, and Archive::open() will report the error.
Result<ArchiveEnd> surviving_end(const std::filesystem::path& folder, const ArchiveEnd& synced,
                                 const ArchiveEnd& known, std::string_view agent = {});

}  // namespace freshet::warc
