#pragma once

#include <cstdint>
#include <string_view>

#include "store/types.h"

namespace freshet::crawl {

// Who says when a page changed.
enum class DateSource : uint8_t {
  kNone,       // nobody: the page was never had
  kPage,       // the page, in its metadata
  kSitemap,    // a sitemap or feed of its site
  kHttp,       // the server, by Last-Modified
  kPublished,  // the page, but only when it was published
  kObserved,   // nobody: when we first saw this content
};
// "", "page", "sitemap", "http", "published", "observed"
std::string_view name_of(DateSource source);

struct PageDate {
  Instant at;  // epoch: none
  DateSource from = DateSource::kNone;
};

// A page's own date of change: the first of the sources above, in their order, that gives a date
// which can be true, i.e. from 1990 on and not after `now`. A Last-Modified within a minute of a
// visit at which it may have come is made up by the server at each request; if it is not, the time
// of the visit, which then counts, is as good. `listed` is what the store has for the page as
// listed_date(); epoch: none.
PageDate date_of(const store::PageState& page, Instant listed, Instant now);

// A change that is told before it can have happened, in any time zone.
constexpr bool is_impossible(Instant date, Instant now) {
  return date > now + Duration::days(1);
}

}  // namespace freshet::crawl
