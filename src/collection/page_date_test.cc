#include "collection/page_date.h"

#include <gtest/gtest.h>

#include "http/date.h"

namespace freshet::collection {
namespace {

constexpr int64_t kNow = 1'794'700'000;  // in November 2026

Instant at(int64_t seconds) {
  return Instant::from_unix_seconds(seconds);
}

store::PageState visited_page() {
  store::PageState page;
  page.first_seen = at(kNow - 5'000);
  page.last_change = at(kNow - 4'000);
  page.last_visit = page.last_success = at(kNow - 1'000);
  return page;
}

std::string date(const store::PageState& page, const std::optional<Instant>& listed = {}) {
  const PageDate found = date_of(page, listed, at(kNow));
  return std::string(name_of(found.from)) + " " +
         std::to_string(found.at.value().unix_seconds() - kNow);
}

TEST(PageDate, SourcesAreTrustedInOrder) {
  store::PageState page = visited_page();
  EXPECT_EQ(date(page), "observed -4000");
  page.own_published = at(kNow - 50'000);
  EXPECT_EQ(date(page), "published -50000");
  page.last_modified = "Sun, 01 Nov 2026 07:09:34 GMT";
  EXPECT_EQ(date(page).substr(0, 5), "http ");
  EXPECT_EQ(date(page, at(kNow - 30'000)), "sitemap -30000");
  page.own_modified = at(kNow - 20'000);
  EXPECT_EQ(date(page, at(kNow - 30'000)), "page -20000");
}

TEST(PageDate, ImpossibleDatesAreSkipped) {
  store::PageState page = visited_page();
  for (const Instant nonsense : {at(kNow + 1), at(631'151'999), at(-1), at(0)}) {
    page.own_modified = nonsense;
    page.own_published = nonsense;
    EXPECT_EQ(date(page, nonsense), "observed -4000") << nonsense.unix_seconds();
  }
  page.last_modified = "Thu, 01 Jan 1970 00:00:01 GMT";
  EXPECT_EQ(date(page), "observed -4000");
  page.last_modified = "Fri, 31 Dec 2099 00:00:00 GMT";
  EXPECT_EQ(date(page), "observed -4000");
  page.last_modified = "yesterday";
  EXPECT_EQ(date(page), "observed -4000");
}

TEST(PageDate, ALastModifiedAtTheTimeOfTheVisitIsIgnored) {
  store::PageState page = visited_page();
  const auto with = [&](int64_t seconds) {
    page.last_modified = http::format_http_date(at(seconds));
    return date(page);
  };
  EXPECT_EQ(with(kNow - 1'000), "observed -4000");
  EXPECT_EQ(with(kNow - 1'003), "observed -4000");
  EXPECT_EQ(with(kNow - 998), "observed -4000");
  // An earlier visit sent it, and the page was not modified since.
  EXPECT_EQ(with(kNow - 4'002), "observed -4000");
  EXPECT_EQ(with(kNow - 2'000), "http -2000");
}

TEST(PageDate, APageWithoutContentHasNoDate) {
  store::PageState page;
  page.first_seen = at(kNow - 5'000);
  EXPECT_EQ(date_of(page, at(kNow - 1), at(kNow)).from, DateSource::kNone);
  EXPECT_EQ(date_of(page, at(kNow - 1), at(kNow)).at, std::nullopt);
}

}  // namespace
}  // namespace freshet::collection
