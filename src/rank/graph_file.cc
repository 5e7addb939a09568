#include "rank/graph_file.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "digest/fingerprint.h"

namespace freshet::rank {
namespace {

constexpr std::string_view kMagic = "FRGRAPH1";
constexpr size_t kSectionBytes = 1 << 20;  // a section is ended when it has at least this size
constexpr size_t kHead = 12;               // length and fingerprint
constexpr size_t kEnd = 16;                // pages and links, after the header of length 0
// A page without links takes no byte. These limits bound the number of pages by the size of the
// file.
constexpr uint64_t kPagesInByte = 16;
constexpr uint64_t kPagesInAny = 1 << 16;

static_assert(std::endian::native == std::endian::little, "files are little-endian");

template <typename T>
void append_fixed(std::string& out, T number) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  out.append(bytes, sizeof number);
}

template <typename T>
T fixed_at(std::string_view bytes, size_t at) {
  T number;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

void append_varint(std::string& out, uint64_t number) {
  while (number >= 0x80) {
    out.push_back(static_cast<char>(number | 0x80));
    number >>= 7;
  }
  out.push_back(static_cast<char>(number));
}

uint64_t zigzag(int64_t number) {
  return (static_cast<uint64_t>(number) << 1) ^ static_cast<uint64_t>(number >> 63);
}

int64_t unzigzag(uint64_t number) {
  return static_cast<int64_t>(number >> 1) ^ -static_cast<int64_t>(number & 1);
}

uint64_t checksum(std::string_view bytes) {
  return digest::fingerprint(bytes).value;
}

// Reads the numbers of a section. next() returns false if there is none, or one of over 35 bits.
class Varints {
 public:
  explicit Varints(std::string_view bytes) : bytes_(bytes) {}
  bool empty() const { return at_ == bytes_.size(); }
  size_t at() const { return at_; }
  bool next(uint64_t& number) {
    number = 0;
    for (int shift = 0; shift < 35 && at_ < bytes_.size(); shift += 7) {
      const auto byte = static_cast<uint8_t>(bytes_[at_++]);
      number |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if ((byte & 0x80) == 0) return true;
    }
    return false;
  }

 private:
  std::string_view bytes_;
  size_t at_ = 0;
};

struct Found {
  GraphBuilder links;
  uint64_t end = 0;  // one more than the largest number
};

bool read_targets(Varints& varints, uint64_t source, uint64_t count, Found& found) {
  uint64_t gap = 0;
  int64_t target = static_cast<int64_t>(source);
  for (uint64_t i = 0; i < count; ++i) {
    if (!varints.next(gap)) return false;
    target += i == 0 ? unzigzag(gap) : static_cast<int64_t>(gap) + 1;
    if (target < 0 || target >= int64_t{kMostPages}) return false;
    found.links.add(static_cast<uint32_t>(source), static_cast<uint32_t>(target));
    found.end = std::max(found.end, static_cast<uint64_t>(target) + 1);
  }
  return true;
}

bool read_section(Varints& varints, Found& found) {
  uint64_t next_source = 0;
  while (!varints.empty()) {
    uint64_t gap = 0;
    uint64_t count = 0;
    if (!varints.next(gap) || !varints.next(count)) return false;
    const uint64_t source = next_source + gap;
    if (source >= kMostPages || !read_targets(varints, source, count, found)) return false;
    found.end = std::max(found.end, source + 1);
    next_source = source + 1;
  }
  return true;
}

Unexpected<Error> damaged(size_t at, const char* what) {
  return fail("the graph is damaged at byte " + std::to_string(at) + ": " + what);
}

}  // namespace

GraphFileWriter::GraphFileWriter(std::string& out) : out_(out) {
  out_ += kMagic;
}

void GraphFileWriter::add(uint32_t source, std::span<const uint32_t> targets) {
  if (targets.empty()) return;
  FRESHET_CHECK(source >= next_source_, "sources are not ascending");
  append_varint(section_, source - next_source_);
  append_varint(section_, targets.size());
  append_varint(section_, zigzag(int64_t{targets[0]} - int64_t{source}));
  for (size_t i = 1; i < targets.size(); ++i) {
    FRESHET_CHECK(targets[i] > targets[i - 1], "targets are not ascending");
    append_varint(section_, targets[i] - targets[i - 1] - 1);
  }
  next_source_ = uint64_t{source} + 1;
  links_ += targets.size();
  if (section_.size() >= kSectionBytes) end_section();
}

void GraphFileWriter::end_section() {
  if (section_.empty()) return;
  append_fixed(out_, static_cast<uint32_t>(section_.size()));
  append_fixed(out_, checksum(section_));
  out_ += section_;
  section_.clear();
  next_source_ = 0;
}

void GraphFileWriter::finish(uint32_t pages) {
  end_section();
  std::string end;
  append_fixed(end, uint64_t{pages});
  append_fixed(end, links_);
  append_fixed(out_, uint32_t{0});
  append_fixed(out_, checksum(end));
  out_ += end;
}

bool is_graph_file(std::string_view beginning) {
  return beginning.starts_with(kMagic);
}

Result<Graph> read_graph_file(std::string_view bytes) {
  if (!is_graph_file(bytes)) return fail("not a graph file: it does not begin with FRGRAPH1");
  Found found;
  size_t at = kMagic.size();
  while (true) {
    if (bytes.size() - at < kHead) return damaged(bytes.size(), "it is truncated");
    const auto length = fixed_at<uint32_t>(bytes, at);
    const auto expected = fixed_at<uint64_t>(bytes, at + sizeof(uint32_t));
    at += kHead;
    const size_t size = length == 0 ? kEnd : length;
    if (bytes.size() - at < size) return damaged(bytes.size(), "it is truncated");
    const std::string_view section = bytes.substr(at, size);
    if (checksum(section) != expected) return damaged(at, "the checksum of a section is wrong");
    if (length == 0) break;
    Varints varints(section);
    if (!read_section(varints, found))
      return damaged(at + varints.at(), "a number is out of range");
    at += size;
  }
  const auto pages = fixed_at<uint64_t>(bytes, at);
  if (at + kEnd != bytes.size()) return damaged(at + kEnd, "there are more bytes after the end");
  if (fixed_at<uint64_t>(bytes, at + sizeof pages) != found.links.links() || pages < found.end) {
    return damaged(at, "the totals do not agree with the links");
  }
  if (pages > std::min<uint64_t>(kMostPages, kPagesInByte * bytes.size() + kPagesInAny)) {
    return damaged(at, "it has too many pages for a file of this size");
  }
  return std::move(found.links).build(static_cast<uint32_t>(pages));
}

}  // namespace freshet::rank
