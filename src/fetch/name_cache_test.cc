#include "fetch/name_cache.h"

#include "gtest/gtest.h"

namespace freshet::fetch {
namespace {

Resolution found(std::string_view address) {
  return {Resolution::Status::kFound, {*Address::parse(address)}};
}
constexpr Duration at(int64_t seconds) {
  return Duration::seconds(seconds);
}

TEST(NameCache, KeepsAnAnswerForItsTimeToLive) {
  NameCache cache;
  cache.put("example.com", found("192.0.2.1"), Duration::seconds(300), at(0));
  ASSERT_NE(cache.find("example.com", at(299)), nullptr);
  EXPECT_EQ(*cache.find("example.com", at(299)), found("192.0.2.1"));
  EXPECT_EQ(cache.find("example.com", at(300)), nullptr);
  EXPECT_EQ(cache.find("example.org", at(0)), nullptr);
}

TEST(NameCache, NoAnswerIsKeptTooShortOrTooLong) {
  NameCache cache;
  cache.put("short", found("192.0.2.1"), Duration(), at(0));
  cache.put("long", found("192.0.2.1"), Duration::days(365), at(0));
  EXPECT_NE(cache.find("short", at(29)), nullptr);
  EXPECT_EQ(cache.find("short", at(30)), nullptr);
  EXPECT_NE(cache.find("long", at(3599)), nullptr);
  EXPECT_EQ(cache.find("long", at(3600)), nullptr);
}

TEST(NameCache, FailureIsKeptForAShortTimeOnly) {
  NameCache cache;
  cache.put("nowhere", {Resolution::Status::kNone, {}}, Duration::days(1), at(0));
  ASSERT_NE(cache.find("nowhere", at(4)), nullptr);
  EXPECT_EQ(cache.find("nowhere", at(4))->status, Resolution::Status::kNone);
  EXPECT_EQ(cache.find("nowhere", at(5)), nullptr);
}

TEST(NameCache, NewAnswerReplacesTheOldOne) {
  NameCache cache;
  cache.put("a", found("192.0.2.1"), Duration::seconds(60), at(0));
  cache.put("a", found("192.0.2.2"), Duration::seconds(60), at(50));
  EXPECT_EQ(*cache.find("a", at(100)), found("192.0.2.2"));
  EXPECT_EQ(cache.size(), 1u);
}

TEST(NameCache, EvictsTheLeastRecentlyUsedNameWhenItIsFull) {
  NameCache cache({.max_names = 2});
  cache.put("a", found("192.0.2.1"), Duration::hours(1), at(0));
  cache.put("b", found("192.0.2.2"), Duration::hours(1), at(0));
  EXPECT_NE(cache.find("a", at(1)), nullptr);
  cache.put("c", found("192.0.2.3"), Duration::hours(1), at(1));
  EXPECT_EQ(cache.size(), 2u);
  EXPECT_NE(cache.find("a", at(2)), nullptr);
  EXPECT_EQ(cache.find("b", at(2)), nullptr);
  EXPECT_NE(cache.find("c", at(2)), nullptr);
}

}  // namespace
}  // namespace freshet::fetch
