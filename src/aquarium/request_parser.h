#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "aquarium/request.h"

namespace freshet::aquarium {

struct RequestLimits {
  size_t max_head = 16 * 1024;  // bytes up to the empty line
  size_t max_target = 8 * 1024;
  size_t max_fields = 100;
  uint64_t max_body = 1 << 20;  // bodies are read and discarded
};

struct ParsedRequest {
  enum class State : uint8_t {
    kWhole,
    kPartial,  // more bytes are needed
    kRefused,  // `status` says why; the rest of the connection cannot be parsed
  };

  State state = State::kPartial;
  int status = 0;
  Request request;  // if refused, what was parsed so far, for the log
  size_t head_length = 0;
  uint64_t body_length = 0;  // of the body after the head
};

// Parses the head of an HTTP/1 request at the beginning of `bytes` (RFC 9112). Bare line feeds, and
// empty lines before the request, are accepted. Takes linear time and allocates no memory; the
// views point into `bytes`.
ParsedRequest parse_request(std::string_view bytes, const RequestLimits& limits = {});

}  // namespace freshet::aquarium
