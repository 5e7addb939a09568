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
  uint64_t max_body = 1 << 20;  // bodies are read and dropped
};

struct ParsedRequest {
  enum class State : uint8_t {
    kWhole,
    kPartial,  // more bytes are needed
    kRefused,  // `status` says why; nothing after it can be understood
  };

  State state = State::kPartial;
  int status = 0;
  Request request;  // also as far as understood when refused, for the log
  size_t head_length = 0;
  uint64_t body_length = 0;  // of what follows the head
};

// Reads the head of an HTTP/1 request at the start of `bytes` (RFC 9112). Bare line feeds and empty
// lines in front are forgiven. Linear time, no memory; the views point into `bytes`.
ParsedRequest parse_request(std::string_view bytes, const RequestLimits& limits = {});

}  // namespace freshet::aquarium
