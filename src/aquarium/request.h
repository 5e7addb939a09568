#pragma once

#include <string_view>

namespace freshet::aquarium {

// What the aquarium wants to know of a request. Views into the bytes that it was read from.
struct Request {
  std::string_view method;
  std::string_view target;  // path and query: "/a?b"
  std::string_view host;    // of the Host field, or of a target in absolute form
  std::string_view user_agent;
  std::string_view if_none_match;
  std::string_view if_modified_since;
  bool accepts_gzip = false;
  bool is_http_1_0 = false;
  bool keep_alive = true;
};

}  // namespace freshet::aquarium
