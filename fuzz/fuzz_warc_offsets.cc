// Reads records of a WARC file by their offsets, forwards and backwards: RecordsByOffset returns
// what a Reader that seeks there finds, whether it can take its fast path or not.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "warc/records_by_offset.h"

namespace {

using freshet::warc::Reader;
using freshet::warc::ReaderLimits;
using freshet::warc::RecordsByOffset;

constexpr ReaderLimits kLimits{.max_head_bytes = 2'000, .max_block_bytes = 5'000};
constexpr uint64_t kEveryOffsetUpTo = 40;

void require(bool condition) {
  if (!condition) std::abort();
}

// A file in memory that has a path as long as this object exists.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes) : file_(memfd_create("fuzz", 0)) {
    require(file_ >= 0);
    require(write(file_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
  }
  ~MemoryFile() { close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  const int file_;
};

std::vector<uint64_t> offsets_of(std::string_view bytes) {
  std::vector<uint64_t> offsets;
  for (uint64_t i = 0; i < kEveryOffsetUpTo; ++i) offsets.push_back(i);
  auto reader = Reader::of_bytes(bytes, kLimits);
  while (offsets.size() < 1'000) {
    const auto found = reader.next();
    if (!found) continue;
    if (!*found) break;
    offsets.push_back((**found).offset);
  }
  offsets.push_back(bytes.size());
  return offsets;
}

void compare(RecordsByOffset& records, Reader& reader, uint64_t offset) {
  const auto found = records.at(offset);
  reader.seek(offset);
  const auto expected = reader.next();
  require(found.has_value() == (expected && *expected));
  if (!found) {
    require(!found.error().message.empty());
    return;
  }
  require(found->offset == (**expected).offset && found->length == (**expected).length);
  require(found->version == (**expected).version);
  require(found->block_bytes == (**expected).block_bytes);
  require(found->record.type == (**expected).record.type);
  require(found->record.fields == (**expected).record.fields);
  require(found->record.block == (**expected).record.block);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const MemoryFile file(bytes);
  auto records = RecordsByOffset::open(file.path(), kLimits);
  require(records.has_value());
  auto reader = Reader::of_bytes(bytes, kLimits);
  const std::vector<uint64_t> offsets = offsets_of(bytes);
  for (const uint64_t offset : offsets) compare(*records, reader, offset);
  for (auto at = offsets.rbegin(); at != offsets.rend(); ++at) compare(*records, reader, *at);
  return 0;
}
