#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "store/types.h"

namespace freshet::collection {

// The source of a page's date of change.
enum class DateSource : uint8_t {
  kNone,       // none: the page never had content
  kPage,       // the page, in its metadata
  kSitemap,    // a sitemap or feed of its site
  kHttp,       // the server, by Last-Modified
  kPublished,  // the page, as the date of publication
  kObserved,   // none: the first visit with this content
};
// "", "page", "sitemap", "http", "published", "observed"
std::string_view name_of(DateSource source);

struct PageDate {
  std::optional<Instant> at;
  DateSource from = DateSource::kNone;
};

// Returns a page's date of change: that of the first source, in the order above, with a possible
// date, i.e. from 1990 until `now`. A Last-Modified within a minute of a visit that may have sent
// it is ignored, because such servers generate it at each request; the time of the visit, which
// then counts, is equally good. `listed` is the date from store::Store::listed_date().
PageDate date_of(const store::PageState& page, const std::optional<Instant>& listed, Instant now);

// Returns whether the date is in the future in every time zone.
constexpr bool is_impossible(Instant date, Instant now) {
  return date > now + Duration::days(1);
}

}  // namespace freshet::collection
