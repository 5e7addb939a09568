#pragma once

#include <string_view>

namespace freshet::aquarium {

// The parts of a request that the aquarium uses. The views point into the bytes that were parsed.
struct Request {
  std::string_view method;
  std::string_view target;  // path and query: "/a?b"
  std::string_view host;    // from the Host field, or from a target in absolute form
  std::string_view user_agent;
  std::string_view if_none_match;
  std::string_view if_modified_since;
  bool accepts_gzip = false;
  bool is_http_1_0 = false;
  bool keep_alive = true;
};

}  // namespace freshet::aquarium
