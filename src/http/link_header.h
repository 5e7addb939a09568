#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "http/headers.h"

namespace freshet::http {

// One link of a Link header (RFC 8288). Values are as written, without their quotes.
struct LinkValue {
  std::string target;    // a URL reference, relative to the URL of the request
  std::string rel = {};  // relation types, separated by white space
  std::string type = {};
  std::string hreflang = {};
  // If not empty, the link is not from the response itself but from this URL reference.
  std::string anchor = {};

  bool operator==(const LinkValue&) const = default;
};

struct LinkLimits {
  size_t max_links = 200;  // of all Link fields together
};

// Returns the links of all Link fields in their order. Text that is not a link is skipped up to the
// next comma. If a parameter is repeated, the first one counts; parameters that LinkValue does not
// have are ignored. An incomplete field does not affect the next one. Takes linear time.
std::vector<LinkValue> links_of(const HeaderMap& headers, const LinkLimits& limits = {});

}  // namespace freshet::http
