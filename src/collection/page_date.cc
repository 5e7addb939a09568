#include "collection/page_date.h"

#include "http/date.h"

namespace freshet::collection {
namespace {

constexpr Instant k1990 = Instant::from_unix_seconds(631'152'000);
constexpr Duration kMadeUp = Duration::minutes(1);

bool is_near(Instant a, const std::optional<Instant>& b) {
  return b && a - *b <= kMadeUp && *b - a <= kMadeUp;
}

bool is_generated_per_request(Instant last_modified, const store::PageState& page) {
  return is_near(last_modified, page.last_success) || is_near(last_modified, page.last_change);
}

}  // namespace

std::string_view name_of(DateSource source) {
  switch (source) {
    case DateSource::kNone: return "";
    case DateSource::kPage: return "page";
    case DateSource::kSitemap: return "sitemap";
    case DateSource::kHttp: return "http";
    case DateSource::kPublished: return "published";
    case DateSource::kObserved: return "observed";
  }
  return "";
}

PageDate date_of(const store::PageState& page, const std::optional<Instant>& listed, Instant now) {
  if (!page.last_success) return {};
  const auto can_be_true = [&](const std::optional<Instant>& date) {
    return date && *date >= k1990 && *date <= now;
  };
  if (can_be_true(page.own_modified)) return {page.own_modified, DateSource::kPage};
  if (can_be_true(listed)) return {listed, DateSource::kSitemap};
  if (!page.last_modified.empty()) {
    const auto date = http::parse_http_date(page.last_modified);
    if (can_be_true(date) && !is_generated_per_request(*date, page)) {
      return {*date, DateSource::kHttp};
    }
  }
  if (can_be_true(page.own_published)) return {page.own_published, DateSource::kPublished};
  return {page.last_change ? page.last_change : page.last_success, DateSource::kObserved};
}

}  // namespace freshet::collection
