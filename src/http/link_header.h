#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace freshet::http {

// One link of a Link header (RFC 8288). Texts are as written, unless said otherwise.
struct LinkValue {
  std::string target;             // may be relative
  std::vector<std::string> rels;  // relation types in lower case, in order
  std::string anchor;             // not empty: the link starts at another resource than this one
  std::string hreflang;
  std::string type;
  std::string media;
  std::string title;

  bool has_rel(std::string_view lower_case) const;
};

struct LinkLimits {
  size_t max_links = 200;
};

// The value of a Link header, or several joined by commas. What is no link is skipped; of a
// repeated parameter the first counts. Linear time.
std::vector<LinkValue> parse_link_header(std::string_view value, const LinkLimits& limits = {});

}  // namespace freshet::http
