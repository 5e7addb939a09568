#include "http/cache.h"

#include <string>

#include "gtest/gtest.h"
#include "http/date.h"

namespace freshet::http {
namespace {

constexpr Instant kNow = Instant::from_unix_seconds(784'111'777);

std::string at(Duration from_now) {
  return format_http_date(kNow + from_now);
}

CacheMeaning meaning(std::initializer_list<std::pair<std::string_view, std::string>> fields,
                     int status = 200) {
  HeaderMap headers;
  for (const auto& [name, value] : fields) headers.add(name, value);
  return cache_meaning(status, headers, kNow);
}

TEST(CacheControl, IsReadWithoutRegardToCaseAndOrder) {
  EXPECT_EQ(
      parse_cache_control("Must-Revalidate ,x=\"max-age=9\",MAX-AGE=\"60\", immutable"),
      (CacheControl{.must_revalidate = true, .immutable = true, .max_age = Duration::minutes(1)}));
  EXPECT_EQ(parse_cache_control(""), CacheControl());
  EXPECT_EQ(parse_cache_control("no-cache=\"set-cookie\""), CacheControl());
}

TEST(CacheControl, WhatCannotBeReadIsStale) {
  for (const char* text : {"max-age=-5", "max-age", "max-age=", "max-age='60'", "max-age=60s",
                           "max-age=60, max-age=0"}) {
    EXPECT_EQ(parse_cache_control(text).max_age, Duration()) << text;
  }
  EXPECT_EQ(parse_cache_control("max-age=99999999999999999999").max_age,
            Duration::seconds(int64_t{1} << 31));
}

TEST(CacheMeaning, MaxAgeGoesBeforeExpires) {
  const auto m = meaning({{"Cache-Control", "max-age=60"}, {"Expires", at(Duration::hours(9))}});
  EXPECT_EQ(m.fresh_for, Duration::minutes(1));
  EXPECT_FALSE(m.heuristic);
  EXPECT_TRUE(m.storable);
}

TEST(CacheMeaning, AgeAndDateAreTakenOff) {
  EXPECT_EQ(meaning({{"Cache-Control", "max-age=60"}, {"Age", "20"}}).fresh_for,
            Duration::seconds(40));
  EXPECT_EQ(
      meaning({{"Cache-Control", "max-age=60"}, {"Date", at(Duration::seconds(-50))}}).fresh_for,
      Duration::seconds(10));
  EXPECT_EQ(meaning({{"Cache-Control", "max-age=60"}, {"Age", "9999999999999"}}).fresh_for,
            Duration());
  EXPECT_EQ(meaning({{"Cache-Control", "max-age=60"}, {"Age", "soon"}}).fresh_for,
            Duration::minutes(1));
}

TEST(CacheMeaning, ExpiresCountsFromDate) {
  EXPECT_EQ(
      meaning({{"Expires", at(Duration::hours(2))}, {"Date", at(Duration::hours(1))}}).fresh_for,
      Duration::hours(1));
  EXPECT_EQ(meaning({{"Expires", "0"}}).fresh_for, Duration());
}

TEST(CacheMeaning, GuessesATenthOfTheTimeSinceTheLastChange) {
  const auto m = meaning({{"Last-Modified", at(Duration::days(-10))}});
  EXPECT_EQ(m.fresh_for, Duration::days(1));
  EXPECT_TRUE(m.heuristic);
  EXPECT_EQ(meaning({{"Last-Modified", at(Duration::days(-10))}}, 403).fresh_for, std::nullopt);
  EXPECT_EQ(meaning({{"Last-Modified", at(Duration::days(10))}}).fresh_for, std::nullopt);
  EXPECT_EQ(meaning({}).fresh_for, std::nullopt);
}

TEST(CacheMeaning, NoCacheIsStaleAtOnceAndNoStoreIsNotKept) {
  const auto no_cache = meaning({{"Cache-Control", "no-cache, max-age=60"}});
  EXPECT_EQ(no_cache.fresh_for, Duration());
  EXPECT_TRUE(no_cache.must_revalidate);
  EXPECT_TRUE(no_cache.storable);
  const auto no_store = meaning({{"Cache-Control", "no-store"}});
  EXPECT_TRUE(no_store.no_store);
  EXPECT_FALSE(no_store.storable);
  EXPECT_FALSE(meaning({}, 500).storable);
  EXPECT_TRUE(meaning({{"Cache-Control", "max-age=1"}}, 500).storable);
}

TEST(Merge304, ReplacesAllButWhatDescribesTheBody) {
  HeaderMap stored;
  stored.add("A", "1");
  stored.add("A", "2");
  stored.add("Content-Length", "10");
  stored.add("Content-Type", "text/html");
  stored.add("B", "3");
  HeaderMap fresh;
  fresh.add("a", "4");
  fresh.add("Content-Length", "0");
  fresh.add("Transfer-Encoding", "chunked");
  fresh.add("New", "5");
  const HeaderMap merged = merge_304(stored, fresh);
  EXPECT_EQ(merged.combined("A"), "4");
  EXPECT_EQ(merged.get("B"), "3");
  EXPECT_EQ(merged.get("Content-Length"), "10");
  EXPECT_EQ(merged.get("Content-Type"), "text/html");
  EXPECT_EQ(merged.get("New"), "5");
  EXPECT_FALSE(merged.contains("Transfer-Encoding"));
}

}  // namespace
}  // namespace freshet::http
