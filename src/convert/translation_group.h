#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "url/communities.h"

namespace freshet::convert {

// <link rel=alternate hreflang=de href=...>
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

// A number that a page shares with its translations, from what is known of this page alone, so that
// no page needs to be written again because of another; nullopt: nothing says that there are
// translations. Greater than 0 and less than 2^53. Evidence is, in this order:
//  - Alternates with other languages. Pages that name the same set, each with itself, are a group.
//    Alternates in other communities do not count, or strangers could join a group by naming it.
//    Nor do alternates that give another address for the page's own language: they are the home
//    page's.
//  - A path segment, a part of the file name or a query parameter that is the page's own language:
//    /html/de-DE/x.html, x.de.html, x?lang=de. Pages of a site that differ in it alone are a group.
std::optional<int64_t> translation_group(const TranslationEvidence& evidence);

}  // namespace freshet::convert
