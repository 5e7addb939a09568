#pragma once

#include <memory>
#include <string>

#include "clock/instant.h"
#include "result/result.h"
#include "store/store.h"
#include "telemetry/log.h"
#include "warc/archive.h"

namespace freshet::crawl {

// What the state knows of the archive goes into the batch: where it ends, and, if all of it is on
// the disk, that too.
void note_archive_end(store::Batch& batch, const warc::ArchiveEnd& end, bool synced);

// Where the archive ends, as the state knows it.
Result<warc::ArchiveEnd> known_archive_end(const store::Store& store);

// Opens the archive so that it and the state agree. What only the archive has, because a crash came
// before the commit, is cut off; pages whose records were lost with the power are to be visited
// again.
Result<std::unique_ptr<warc::Archive>> open_archive(store::Store& store, const std::string& folder,
                                                    const warc::ArchiveOptions& options,
                                                    Instant now, telemetry::Log& log);

}  // namespace freshet::crawl
