#pragma once

#include <string_view>

#include "digest/fingerprint.h"
#include "store/page_key.h"
#include "store/site_id.h"

namespace freshet::collection {

using store::site_id;
using store::site_text;

inline store::PageKey page_key(std::string_view canonical_url) {
  return {site_id(site_text(canonical_url)), {digest::fingerprint(canonical_url).value}};
}

}  // namespace freshet::collection
