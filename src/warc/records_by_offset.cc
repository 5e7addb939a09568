#include "warc/records_by_offset.h"

#include <libdeflate.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "result/check.h"
#include "warc/member_inflater.h"
#include "warc/record_head.h"

namespace freshet::warc {
namespace {

// The size of the buffered piece of the file. A longer member is read with a Reader.
constexpr size_t kPieceBytes = 512 << 10;
// The sizes of the buffer for the text of a member. A member with a longer text is read with a
// Reader; otherwise a few bytes could expand to use up the memory.
constexpr size_t kMinTextBytes = 256 << 10;
constexpr size_t kMaxTextBytes = 8 << 20;

struct FreeDecompressor {
  void operator()(libdeflate_decompressor* decompressor) const {
    libdeflate_free_decompressor(decompressor);
  }
};

constexpr std::string_view kLineEnds = "\r\n\r\n";

// Returns the record if the text consists of exactly one complete record, otherwise nullopt. In
// that case a Reader must read it.
std::optional<FoundRecord> whole_record(std::string_view text, const ReaderLimits& limits) {
  const size_t head_bytes = head_length(text.substr(0, limits.max_head_bytes));
  if (head_bytes == std::string_view::npos) return std::nullopt;
  auto head = parse_record_head(text.substr(0, head_bytes));
  if (!head || !head->content_length) return std::nullopt;
  text.remove_prefix(head_bytes);
  if (!text.ends_with(kLineEnds) || text.size() - kLineEnds.size() != *head->content_length ||
      *head->content_length > limits.max_block_bytes) {
    return std::nullopt;
  }
  text.remove_suffix(kLineEnds.size());
  FoundRecord found;
  found.version = std::move(head->version);
  found.remarks = std::move(head->remarks);
  found.record.fields = std::move(head->fields);
  found.record.type = record_type(found.record.field("WARC-Type").value_or(""));
  found.record.block = text;
  found.block_bytes = text.size();
  return found;
}

}  // namespace

struct RecordsByOffset::Impl {
  std::shared_ptr<RandomAccess> file;
  Reader reader;
  const ReaderLimits limits;
  std::unique_ptr<libdeflate_decompressor, FreeDecompressor> decompressor{
      libdeflate_alloc_decompressor()};
  std::vector<char> piece;  // bytes of the file from piece_offset on
  size_t piece_bytes = 0;
  uint64_t piece_offset = 0;
  std::vector<char> text;  // buffer for the text of a member

  bool holds(uint64_t offset) const {
    return offset >= piece_offset && offset - piece_offset < piece_bytes;
  }
  bool read_piece(uint64_t offset);
  std::optional<FoundRecord> from_piece(uint64_t offset);
  Result<FoundRecord, ReadError> by_reader(uint64_t offset);
};

bool RecordsByOffset::Impl::read_piece(uint64_t offset) {
  piece.resize(kPieceBytes);
  const auto read = file->read_at(offset, piece);
  piece_offset = offset;
  piece_bytes = read.value_or(size_t{0});
  return piece_bytes > 0;
}

std::optional<FoundRecord> RecordsByOffset::Impl::from_piece(uint64_t offset) {
  const auto skipped = static_cast<size_t>(offset - piece_offset);
  const std::string_view packed(piece.data() + skipped, piece_bytes - skipped);
  if (!starts_member(packed)) return std::nullopt;
  size_t read = 0;
  size_t made = 0;
  libdeflate_result result = LIBDEFLATE_INSUFFICIENT_SPACE;
  while (true) {
    result = libdeflate_gzip_decompress_ex(decompressor.get(), packed.data(), packed.size(),
                                           text.data(), text.size(), &read, &made);
    if (result != LIBDEFLATE_INSUFFICIENT_SPACE || text.size() >= kMaxTextBytes) break;
    text.resize(text.size() * 2);
  }
  if (result != LIBDEFLATE_SUCCESS) return std::nullopt;
  auto found = whole_record({text.data(), made}, limits);
  if (!found) return std::nullopt;
  found->offset = offset;
  found->length = read;
  return found;
}

Result<FoundRecord, ReadError> RecordsByOffset::Impl::by_reader(uint64_t offset) {
  piece_bytes = 0;  // the file may have grown, so that the piece is outdated
  reader.seek(offset);
  auto found = reader.next();
  if (!found) return Unexpected(std::move(found.error()));
  if (!*found) return Unexpected(ReadError{offset, "the file ends before the record"});
  return std::move(**found);
}

RecordsByOffset::RecordsByOffset(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
RecordsByOffset::~RecordsByOffset() = default;
RecordsByOffset::RecordsByOffset(RecordsByOffset&&) noexcept = default;
RecordsByOffset& RecordsByOffset::operator=(RecordsByOffset&&) noexcept = default;

Result<RecordsByOffset> RecordsByOffset::open(const std::filesystem::path& path,
                                              const ReaderLimits& limits) {
  auto file = open_local(path);
  if (!file) return Unexpected(std::move(file.error()));
  return of_file(*file, limits);
}

RecordsByOffset RecordsByOffset::of_file(const std::shared_ptr<RandomAccess>& file,
                                         const ReaderLimits& limits) {
  auto impl = std::make_unique<Impl>(Impl{file, Reader::of_file(file, limits), limits});
  FRESHET_CHECK(impl->decompressor != nullptr, "libdeflate: out of memory");
  impl->text.resize(kMinTextBytes);
  return RecordsByOffset(std::move(impl));
}

Result<FoundRecord, ReadError> RecordsByOffset::at(uint64_t offset) {
  Impl& impl = *impl_;
  if (impl.holds(offset)) {
    if (auto found = impl.from_piece(offset)) return std::move(*found);
  }
  // The member may continue after the end of the buffered piece.
  if (impl.read_piece(offset)) {
    if (auto found = impl.from_piece(offset)) return std::move(*found);
  }
  return impl.by_reader(offset);
}

}  // namespace freshet::warc
