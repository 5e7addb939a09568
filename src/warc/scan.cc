#include "warc/scan.h"

#include "warc/reply_head.h"

namespace freshet::warc {

void add_to_index(Index& index, const FoundRecord& found) {
  const Record& record = found.record;
  const bool revisit = record.type == RecordType::kRevisit;
  if (!revisit && record.type != RecordType::kResponse) return;
  const std::string url = record.target_uri();
  const ReplySummary summary = summary_of_reply(record.block);
  index.add({.url = url,
             .date = record.date().value_or(Instant()),
             .revisit = revisit,
             .mime = summary.mime,
             .status = summary.status,
             .digest = record.field("WARC-Payload-Digest").value_or(""),
             .offset = found.offset,
             .length = found.length});
}

Status index_file(const std::filesystem::path& path, Index& index,
                  std::vector<std::string>& remarks) {
  constexpr size_t kMaxRemarks = 20;
  constexpr size_t kMaxReplyHeadBytes = 1 << 20;
  auto reader = Reader::open(path, {.max_block_bytes = kMaxReplyHeadBytes});
  if (!reader) return Unexpected(std::move(reader.error()));
  while (true) {
    const auto found = reader->next();
    if (!found) {
      if (remarks.size() < kMaxRemarks) {
        remarks.push_back(path.filename().string() + ", byte " +
                          std::to_string(found.error().offset) + ": " + found.error().message);
      }
      continue;
    }
    if (!*found) return Done{};
    add_to_index(index, **found);
  }
}

}  // namespace freshet::warc
