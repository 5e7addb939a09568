#pragma once

#include <string_view>

#include "digest/fingerprint.h"
#include "store/types.h"

namespace freshet::crawl {

// "https://h:81/a?b" -> "https://h:81". Of a canonical URL.
inline std::string_view site_text(std::string_view canonical_url) {
  return canonical_url.substr(0, canonical_url.find('/', canonical_url.find("//") + 2));
}

inline store::SiteId site_id(std::string_view site) {
  return {digest::fingerprint(site).value};
}

inline store::PageKey page_key(std::string_view canonical_url) {
  return {site_id(site_text(canonical_url)), {digest::fingerprint(canonical_url).value}};
}

}  // namespace freshet::crawl
