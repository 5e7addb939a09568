#include "warc/recovery.h"

#include "warc/archive_folder.h"
#include "warc/reader.h"

namespace freshet::warc {
namespace {

namespace fs = std::filesystem;

bool begins_a_visit(RecordType type) {
  return type == RecordType::kResponse || type == RecordType::kRevisit;
}

// `until` if all records of a file from `from` on, up to there, are whole; else where the last
// visit that could be read begins.
Result<uint64_t> end_of_whole_visits(const fs::path& path, uint64_t from, uint64_t until) {
  constexpr size_t kKeptOfABlock = 1 << 10;  // members are checked whatever is kept of them
  auto reader = Reader::open(path, {.max_block_bytes = kKeptOfABlock});
  if (!reader) return Unexpected(std::move(reader.error()));
  reader->seek(from);
  uint64_t last_visit = from;
  uint64_t end = from;
  while (end < until) {
    const auto found = reader->next();
    if (!found || !*found) return last_visit;
    const FoundRecord& record = **found;
    // The reader looks for a record behind what it cannot read.
    if (record.offset != end || record.length == 0) return last_visit;
    if (begins_a_visit(record.record.type)) last_visit = record.offset;
    end = record.offset + record.length;
  }
  return end;
}

}  // namespace

Result<ArchiveEnd> surviving_end(const fs::path& folder, const ArchiveEnd& synced,
                                 const ArchiveEnd& known) {
  std::error_code trouble;
  if (synced.file > 0) {
    const uint64_t size = fs::file_size(folder / archive_name(synced.file), trouble);
    if (trouble || size < synced.bytes) return known;
  }
  ArchiveEnd end = synced;
  while (end.file < known.file && fs::exists(folder / archive_name(end.file + 1), trouble)) {
    end = {.file = end.file + 1, .bytes = 0};
  }
  if (end.file == 0) return end;
  const fs::path path = folder / archive_name(end.file);
  if (end.file < known.file) {
    // The next one was begun when all of this was on the disk.
    end.bytes = fs::file_size(path, trouble);
    if (trouble) return fail("reading the size of " + path.string() + ": " + trouble.message());
    return end;
  }
  const auto whole = end_of_whole_visits(path, end.bytes, known.bytes);
  if (!whole) return Unexpected(whole.error());
  end.bytes = *whole;
  return end;
}

}  // namespace freshet::warc
