#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "url/communities.h"

namespace freshet::convert {

// A translation that a page names: <link rel=alternate hreflang=de href=...>
struct Alternate {
  std::string language;  // BCP 47, lower case
  std::string url;       // canonical
};

struct TranslationEvidence {
  std::string_view url;       // canonical
  std::string_view language;  // of the page; empty: unknown
  std::span<const Alternate> alternates;
  const url::Communities& communities;
};

// Returns a number that a page shares with its translations, greater than 0 and less than 2^53;
// nullopt if nothing says that there are translations. The number depends on this page alone, so
// that no row must be written again because of another page. The evidence is, in this order:
//  - Alternates in other languages. Pages that name the same set of addresses, including their own,
//  are
//    a group. Alternates in other communities are ignored: otherwise a page of another site could
//    join a group by naming its pages. Alternates are also ignored if they name another address,
//    and not this page, for the page's own language: then they are a copy of the home page's
//    alternates.
//  - A path segment, a part of the file name or a query parameter that is the page's own language:
//    /html/de-DE/x.html, x.de.html, x?lang=de. Pages of a host that differ in nothing else are a
//    group.
std::optional<int64_t> translation_group(const TranslationEvidence& evidence);

}  // namespace freshet::convert
