// Reads any bytes as a WARC file: the reader ends, keeps to its limits, and finds each record again
// at the offset that it reported.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "warc/reader.h"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const freshet::warc::ReaderLimits limits{.max_head_bytes = 2'000, .max_block_bytes = 5'000};
  auto reader = freshet::warc::Reader::of_bytes(bytes, limits);
  auto again = freshet::warc::Reader::of_bytes(bytes, limits);
  uint64_t last = 0;
  // Every step consumes at least one unpacked byte, and deflate packs at most 1,032 bytes into one,
  // so that the number of steps is bounded.
  for (size_t steps = 0;; ++steps) {
    require(steps <= 1'100 * size + 10);
    const auto found = reader.next();
    if (!found) {
      require(found.error().offset <= size);
      require(!found.error().message.empty());
      continue;
    }
    if (!*found) break;
    const auto& record = **found;
    require(record.offset >= last && record.offset + record.length <= size);
    require(record.record.block.size() <= limits.max_block_bytes);
    require(record.record.block.size() <= record.block_bytes);
    last = record.offset;
    (void)record.record.target_uri();
    (void)record.record.date();
    if (record.length == 0) continue;
    again.seek(record.offset);
    const auto same = again.next();
    require(same && *same && (**same).length == record.length);
    require((**same).record.block == record.record.block);
    require((**same).record.fields == record.record.fields);
  }
  require(reader.next().has_value());
  return 0;
}
