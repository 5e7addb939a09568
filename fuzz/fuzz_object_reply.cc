// Gives any bytes to the parsers of replies of object storage: what they return keeps its contract.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "fetch/object_reply.h"

namespace {

namespace fetch = freshet::fetch;

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  fetch::ObjectReply reply;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view line = text.substr(0, end);
    reply.add_line(line);
    text.remove_prefix(end);
    if (line == "\r\n" || line == "\n") break;
  }
  reply.body = text;
  const auto range = fetch::parse_content_range(reply.content_range);
  require(!range || (range->first <= range->last && range->last < range->object_bytes));
  (void)fetch::parse_unsatisfied_range(reply.content_range);
  (void)fetch::parse_length(reply.content_length);
  (void)fetch::digest_of_base64(reply.checksum_sha256);
  const freshet::Error error = fetch::error_of(reply, "here");
  require(error.message.size() < 1000);
  require(std::all_of(error.message.begin(), error.message.end(),
                      [](char c) { return c >= ' ' && c <= '~'; }));
  return 0;
}
