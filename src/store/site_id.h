#pragma once

#include <string_view>

#include "store/page_key.h"

namespace freshet::store {

// "https://h:81/a?b" -> "https://h:81". Of a canonical URL.
inline std::string_view site_text(std::string_view canonical_url) {
  return canonical_url.substr(0, canonical_url.find('/', canonical_url.find("//") + 2));
}

// Returns the host that sites share whatever their scheme and port, without a final dot: "h" for
// "https://h.:81", "[::1]" for "http://[::1]:81". Requests to all sites of a host share its delay.
// Returns nothing for a text without a scheme.
std::string_view host_of(std::string_view site);

// Returns the id of a site by its text, "https://h:81". The first byte, which is the shard, is that
// of the fingerprint of the host, so all sites of a host are in one shard. The other bytes are
// those of the fingerprint of the text.
SiteId site_id(std::string_view site);

}  // namespace freshet::store
