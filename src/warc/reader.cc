#include "warc/reader.h"

#include <algorithm>

#include "warc/record_head.h"
#include "warc/record_text.h"

namespace freshet::warc {
namespace {

using Found = Result<std::optional<FoundRecord>, ReadError>;

bool is_line_end(char c) {
  return c == '\r' || c == '\n';
}

}  // namespace

struct Reader::Impl {
  Impl(ByteSource source, const ReaderLimits& limits_) : text(std::move(source)), limits(limits_) {}

  Found next();
  Found read_record();
  Found fail_here(const std::string& message);
  Found fail_at(uint64_t resume, const std::string& message);
  std::optional<RecordHead> read_head(std::string& why);
  void read_block(const RecordHead& head, FoundRecord& found);
  void end_block(FoundRecord& found);
  void end_member(FoundRecord& found);

  RecordText text;
  ReaderLimits limits;
  uint64_t start = 0;   // offset of the current record or its member
  bool shared = false;  // another record of this member was already returned
};

Found Reader::Impl::fail_at(uint64_t resume, const std::string& message) {
  const std::string error = text.error();
  text.resync_from(resume);
  return Unexpected(ReadError{start, error.empty() ? message : error});
}

// Fails because the record that begins at `start` cannot be read.
Found Reader::Impl::fail_here(const std::string& message) {
  return fail_at(text.gzipped() ? text.resync_offset() : start + 1, message);
}

Found Reader::Impl::next() {
  while (true) {
    if (!text.in_unit()) {
      shared = false;
      switch (text.start_unit()) {
        case RecordText::Start::kUnit: break;
        case RecordText::Start::kEnd: return std::optional<FoundRecord>();
        case RecordText::Start::kNoMember:
          start = text.position();
          return fail_at(start + 1, "not a gzip member");
      }
    }
    while (text.has_text() && is_line_end(text.view().front())) text.consume(1);
    start = text.offset();
    if (!text.view().empty()) return read_record();
    if (!text.error().empty()) return fail_here("");
    if (!text.gzipped()) return std::optional<FoundRecord>();
    text.leave_unit();  // the member is empty, or this is the end of one with several records
  }
}

std::optional<RecordHead> Reader::Impl::read_head(std::string& why) {
  size_t length = std::string_view::npos;
  size_t searched = 0;
  while ((length = head_length(text.view(), searched)) == std::string_view::npos) {
    // Stop at once if this is not a record.
    const bool is_other = text.view().size() > 5 && !starts_record(text.view());
    searched = text.view().size();
    if (is_other || searched > limits.max_head_bytes || !text.read_more()) break;
  }
  if (length == std::string_view::npos && searched <= limits.max_head_bytes) {
    why = starts_record(text.view()) ? "the text ends inside a header"
                                     : "there is no record: the WARC version line is missing";
    return std::nullopt;
  }
  if (length > limits.max_head_bytes) {
    why = "the header is longer than " + std::to_string(limits.max_head_bytes) + " bytes";
    return std::nullopt;
  }
  auto head = parse_record_head(text.view().substr(0, length));
  if (!head) {
    why = std::move(head.error().message);
    return std::nullopt;
  }
  text.consume(length);
  return std::move(*head);
}

void Reader::Impl::read_block(const RecordHead& head, FoundRecord& found) {
  const uint64_t wanted = head.content_length.value_or(UINT64_MAX);
  std::string& block = found.record.block;
  while (found.block_bytes < wanted && text.has_text()) {
    const auto piece = text.view().substr(
        0, static_cast<size_t>(std::min<uint64_t>(wanted - found.block_bytes, text.view().size())));
    block += piece.substr(0, limits.max_block_bytes - block.size());
    found.block_bytes += piece.size();
    text.consume(piece.size());
  }
  if (block.size() < found.block_bytes) {
    found.complete = false;
    found.remarks.push_back("the block is longer than " + std::to_string(limits.max_block_bytes) +
                            " bytes: the rest is ignored");
  }
  if (head.content_length && found.block_bytes < wanted) {
    found.complete = false;
    found.remarks.push_back("the block has " + std::to_string(found.block_bytes) + " of " +
                            std::to_string(wanted) + " bytes");
  }
}

// After a block there must be exactly two line ends (WARC 1.1, section 4).
void Reader::Impl::end_block(FoundRecord& found) {
  std::string ends;
  while (text.has_text() && is_line_end(text.view().front())) {
    if (ends.size() <= 4) ends += text.view().front();
    text.consume(1);
  }
  if (ends != "\r\n\r\n") found.remarks.emplace_back("there are not two line ends after the block");
}

// Reads to the end of the member, or to the next record in it.
void Reader::Impl::end_member(FoundRecord& found) {
  while (text.view().size() < 6 && text.read_more()) {
  }
  if (starts_record(text.view())) {
    shared = true;
  } else {
    uint64_t extra = 0;
    while (text.has_text()) {
      extra += text.view().size();
      text.consume(text.view().size());
    }
    if (extra > 0) {
      found.remarks.push_back("there are " + std::to_string(extra) + " bytes after the record");
    }
    if (!shared) found.length = text.member_length();
    text.leave_unit();
  }
  if (shared) found.remarks.emplace_back("there are several records in one gzip member");
}

Found Reader::Impl::read_record() {
  std::string why;
  auto head = read_head(why);
  if (!head) return fail_here(why);
  FoundRecord found;
  found.offset = start;
  found.version = std::move(head->version);
  found.remarks = std::move(head->remarks);
  if (!head->content_length) {
    if (!text.gzipped()) return fail_here("there is no Content-Length");
    found.remarks.emplace_back("there is no Content-Length: the block is the rest of the member");
  }
  // Fail without reading the block. Otherwise each of many such records would read the whole rest
  // of the file.
  if (!text.gzipped() && *head->content_length > text.left()) {
    return fail_at(text.offset(), "the block should have " + std::to_string(*head->content_length) +
                                      " bytes, but the file ends before that");
  }
  found.record.fields = std::move(head->fields);
  found.record.type = record_type(found.record.field("WARC-Type").value_or(""));
  read_block(*head, found);
  if (!text.gzipped()) found.length = text.offset() - start;
  if (head->content_length) {
    end_block(found);
  } else if (found.complete && found.record.block.ends_with("\r\n\r\n")) {
    found.record.block.resize(found.record.block.size() - 4);
    found.block_bytes -= 4;
  }
  if (text.gzipped()) end_member(found);
  if (!text.error().empty()) return fail_here("");
  return std::optional<FoundRecord>(std::move(found));
}

Reader::Reader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Reader::~Reader() = default;
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;

Result<Reader> Reader::open(const std::filesystem::path& path, const ReaderLimits& limits) {
  auto file = open_local(path);
  if (!file) return Unexpected(std::move(file.error()));
  return of_file(std::move(*file), limits);
}

Reader Reader::of_file(std::shared_ptr<RandomAccess> file, const ReaderLimits& limits) {
  return Reader(std::make_unique<Impl>(ByteSource(std::move(file)), limits));
}

Reader Reader::of_bytes(std::string_view bytes, const ReaderLimits& limits) {
  return Reader(std::make_unique<Impl>(ByteSource(bytes), limits));
}

Found Reader::next() {
  return impl_->next();
}

void Reader::seek(uint64_t offset) {
  impl_->text.seek(offset);
}

}  // namespace freshet::warc
