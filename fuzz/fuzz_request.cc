// Parses any bytes as the head of a request to the aquarium: every view lies inside the input, the
// limits hold, and the result for a complete head does not depend on the bytes that follow it.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "aquarium/request_parser.h"

namespace {

using freshet::aquarium::parse_request;
using freshet::aquarium::ParsedRequest;
using freshet::aquarium::Request;
using State = ParsedRequest::State;

void require(bool condition) {
  if (!condition) std::abort();
}

void require_inside(std::string_view bytes, const Request& request) {
  for (const std::string_view part :
       {request.method, request.target, request.host, request.user_agent, request.if_none_match,
        request.if_modified_since}) {
    if (part.empty()) continue;
    const bool is_inside =
        part.data() >= bytes.data() && part.data() + part.size() <= bytes.data() + bytes.size();
    // An absolute target without a path stands for "/".
    require(is_inside || part == "/");
    require(part.find('\n') == std::string_view::npos);
  }
}

bool is_same(const ParsedRequest& a, const ParsedRequest& b) {
  return a.state == b.state && a.status == b.status && a.head_length == b.head_length &&
         a.body_length == b.body_length && a.request.method == b.request.method &&
         a.request.target == b.request.target && a.request.host == b.request.host &&
         a.request.keep_alive == b.request.keep_alive;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const ParsedRequest parsed = parse_request(bytes);
  require_inside(bytes, parsed.request);
  require((parsed.state == State::kRefused) == (parsed.status != 0));
  if (parsed.state == State::kWhole) {
    require(parsed.head_length > 0 && parsed.head_length <= size);
    require(!parsed.request.target.empty() && !parsed.request.method.empty());
    const std::string_view head = bytes.substr(0, parsed.head_length);
    require(is_same(parse_request(head), parsed));
    // Without its last byte the head is not complete.
    require(parse_request(head.substr(0, head.size() - 1)).state != State::kWhole);
  }

  const freshet::aquarium::RequestLimits tight{
      .max_head = 200, .max_target = 20, .max_fields = 3, .max_body = 5};
  const ParsedRequest little = parse_request(bytes, tight);
  require_inside(bytes, little.request);
  if (little.state == State::kWhole) {
    require(little.head_length <= tight.max_head && little.body_length <= tight.max_body);
    require(little.request.target.size() <= tight.max_target);
  }
  require(little.state != State::kPartial || size <= tight.max_head);
  return 0;
}
