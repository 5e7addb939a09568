// Decodes any body with a Content-Encoding header, which the first byte of the input chooses:
// decoding ends, and keeps to its limit.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "coding/content_coding.h"

namespace {

using freshet::coding::decode_content;
using freshet::coding::Decoded;

constexpr std::string_view kHeaders[] = {"gzip",       "deflate",       "br",
                                         "zstd",       "x-gzip",        "identity",
                                         "gzip, gzip", "br, deflate",   "gzip, br, zstd, deflate",
                                         "zstd,,br",   "gzip;q=1, br ", "compress"};

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view body(reinterpret_cast<const char*>(data + 1), size - 1);
  const std::string_view header = kHeaders[data[0] % std::size(kHeaders)];

  constexpr size_t kEnough = 1 << 20;
  const Decoded whole = decode_content(body, header, kEnough);
  require(whole.bytes.size() <= std::max(kEnough, body.size()));

  // A limit cuts off the end and changes nothing before it.
  constexpr size_t kLittle = 100;
  const Decoded cut = decode_content(body, header, kLittle);
  require(cut.bytes.size() <= std::max(kLittle, body.size()));
  const bool is_one_step = header.find(',') == std::string_view::npos;
  if (is_one_step && cut.truncated) require(whole.bytes.starts_with(cut.bytes));
  if (is_one_step && !cut.truncated) require(cut.bytes == whole.bytes);

  // The header itself may be anything.
  decode_content(body, body.substr(0, 50), kLittle);
  return 0;
}
