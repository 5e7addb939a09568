#include "warc/recovery.h"

#include "warc/archive_folder.h"
#include "warc/reader.h"
#include "warc/upload_mark.h"

namespace freshet::warc {
namespace {

namespace fs = std::filesystem;

bool begins_a_visit(RecordType type) {
  return type == RecordType::kResponse || type == RecordType::kRevisit;
}

// Returns `until` if all records of a file between `from` and `until` are complete, otherwise the
// offset of the last visit that can be read.
Result<uint64_t> end_of_complete_visits(const fs::path& path, uint64_t from, uint64_t until) {
  constexpr size_t kMaxBlockBytes = 1 << 10;  // the reader also checks what it does not keep
  auto reader = Reader::open(path, {.max_block_bytes = kMaxBlockBytes});
  if (!reader) return Unexpected(std::move(reader.error()));
  reader->seek(from);
  uint64_t last_visit = from;
  uint64_t end = from;
  while (end < until) {
    const auto found = reader->next();
    if (!found || !*found) return last_visit;
    const FoundRecord& record = **found;
    // After damage the reader searches for the next record, which is then at another offset.
    if (record.offset != end || record.length == 0) return last_visit;
    if (begins_a_visit(record.record.type)) last_visit = record.offset;
    end = record.offset + record.length;
  }
  return end;
}

}  // namespace

Result<ArchiveEnd> surviving_end(const fs::path& folder, const ArchiveEnd& synced,
                                 const ArchiveEnd& known, std::string_view agent) {
  std::error_code error;
  if (synced.file > 0) {
    const auto size = held_bytes(folder, synced.file, agent);
    if (!size || size->value_or(0) < synced.bytes) return known;
  }
  ArchiveEnd end = synced;
  while (end.file < known.file && fs::exists(folder / archive_name(end.file + 1, agent), error)) {
    end = {.file = end.file + 1, .bytes = 0};
  }
  if (end.file == 0) return end;
  const fs::path path = folder / archive_name(end.file, agent);
  if (end.file < known.file) {
    // This file was synced before the next one was begun.
    const auto size = held_bytes(folder, end.file, agent);
    if (!size) return Unexpected(size.error());
    if (!*size) return fail(path.string() + " is not there");
    end.bytes = **size;
    return end;
  }
  const auto complete = end_of_complete_visits(path, end.bytes, known.bytes);
  if (!complete) return Unexpected(complete.error());
  end.bytes = *complete;
  return end;
}

}  // namespace freshet::warc
