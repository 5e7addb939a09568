#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "clock/instant.h"
#include "result/result.h"
#include "store/store.h"
#include "telemetry/log.h"
#include "warc/archive.h"

namespace freshet::crawl {

// Facts in the state.
// "FILE BYTES"
inline constexpr char kArchiveEndFact[] = "archive_end";
// The same, at the last sync to the disk.
inline constexpr char kArchiveSyncedFact[] = "archive_synced";
// The highest number of an archive file that was ever created.
inline constexpr char kArchiveBegunFact[] = "archive_begun";

// Adds the end of the archive to the batch, and records it as the durable end, too, if `synced`.
void note_archive_end(store::Batch& batch, const warc::ArchiveEnd& end, bool synced);

// Returns the durable end of the archive that a batch records, if it does.
std::optional<warc::ArchiveEnd> synced_end(const store::Batch& batch);

// Returns the end of the archive as the state has it.
Result<warc::ArchiveEnd> known_archive_end(const store::Store& store);

// The archive that a crawl writes.
struct ArchivePlace {
  std::string folder;
  uint16_t writer = 0;  // its number in store::ArchivePosition
};

// Opens the archive and makes it agree with the state. Records behind the committed end, from a
// crash before the commit, are cut off. Pages whose records a power failure has lost are queued for
// another visit.
Result<std::unique_ptr<warc::Archive>> open_archive(store::Store& store, const ArchivePlace& place,
                                                    const warc::ArchiveOptions& options,
                                                    Instant now, telemetry::Log& log);

}  // namespace freshet::crawl
