#include "crawl/request_meter.h"

#include "gtest/gtest.h"

namespace freshet::crawl {
namespace {

const Instant kStart = Instant::from_unix_seconds(1'800'000'000);

TEST(RequestMeter, OldRequestsAreNotCounted) {
  RequestMeter meter;
  for (int i = 0; i < 600; ++i) meter.count(kStart + Duration::seconds(i));
  const Instant now = kStart + Duration::seconds(599);
  EXPECT_EQ(meter.last_minute(now), 60U);
  EXPECT_EQ(meter.last_hour(now), 600U);
  EXPECT_EQ(meter.last_day(now), 600U);
  EXPECT_EQ(meter.last_minute(now + Duration::minutes(2)), 0U);
  EXPECT_EQ(meter.last_hour(now + Duration::hours(2)), 0U);
  EXPECT_EQ(meter.last_day(now + Duration::hours(2)), 600U);
  EXPECT_EQ(meter.last_day(now + Duration::days(400)), 0U);
}

TEST(RequestMeter, NothingIsLostIfTheClockIsSetBack) {
  RequestMeter meter;
  meter.count(kStart);
  meter.count(kStart - Duration::hours(5));
  EXPECT_EQ(meter.last_minute(kStart - Duration::hours(5)), 2U);
  EXPECT_EQ(meter.last_minute(kStart), 2U);
}

}  // namespace
}  // namespace freshet::crawl
