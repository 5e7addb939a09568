#include "settings/check.h"

#include "gtest/gtest.h"
#include "settings/suggest.h"

namespace freshet::settings {
namespace {

std::string problem(const Key& key, const RawValue& raw) {
  const auto value = check_value(key, raw);
  return value ? "none" : value.error().message;
}

TEST(Check, EachTypeAcceptsItsValues) {
  const auto taken = [](Type type, const RawValue& raw) {
    return *check_value({.type = type}, raw);
  };
  EXPECT_EQ(taken(Type::kBool, true), Value(true));
  EXPECT_EQ(taken(Type::kInteger, int64_t{7}), Value(int64_t{7}));
  EXPECT_EQ(taken(Type::kReal, 0.5), Value(0.5));
  EXPECT_EQ(taken(Type::kReal, int64_t{2}), Value(2.0));
  EXPECT_EQ(taken(Type::kString, "a"), Value("a"));
  EXPECT_EQ(taken(Type::kStrings, std::vector<std::string>{"a"}),
            Value(std::vector<std::string>{"a"}));
  EXPECT_EQ(taken(Type::kDuration, "1.5s"), Value(int64_t{1'500'000}));
  EXPECT_EQ(taken(Type::kDuration, int64_t{2}), Value(int64_t{2'000'000}));
  EXPECT_EQ(taken(Type::kDuration, 0.5), Value(int64_t{500'000}));
  EXPECT_EQ(taken(Type::kBytes, "1KiB"), Value(int64_t{1024}));
  EXPECT_EQ(taken(Type::kBytes, int64_t{10}), Value(int64_t{10}));
}

TEST(Check, ErrorForAnotherTypeSaysWhatIsExpected) {
  EXPECT_EQ(problem({.type = Type::kBool}, "yes"), "must be true or false, not \"yes\"");
  EXPECT_EQ(problem({.type = Type::kInteger}, 1.5), "must be a whole number, not 1.5");
  EXPECT_EQ(problem({.type = Type::kInteger}, true), "must be a whole number, not true");
  EXPECT_EQ(problem({.type = Type::kReal}, std::numeric_limits<double>::infinity()),
            "must be a number, not inf");
  EXPECT_EQ(problem({.type = Type::kString}, int64_t{1}), "must be a string, not 1");
  EXPECT_EQ(problem({.type = Type::kString}, std::vector<std::string>{}),
            "must be a string, not a list");
  EXPECT_EQ(problem({.type = Type::kStrings}, Unsupported{"a date"}),
            "must be a list of strings, not a date");
  EXPECT_EQ(problem({.type = Type::kBytes}, 1.5),
            "must be a size (\"500KiB\", \"10MB\") or a number of bytes, not 1.5");
  EXPECT_EQ(problem({.type = Type::kDuration}, "soon"),
            "must be a duration (\"500ms\", \"1s\", \"2h\", \"1 day\") or a number of seconds, not "
            "\"soon\"");
  EXPECT_NE(problem({.type = Type::kDuration}, 1e300), "none");
  EXPECT_NE(problem({.type = Type::kBytes}, std::numeric_limits<int64_t>::max()), "none");
}

TEST(Check, ErrorForAValueOutOfRangeShowsTheLimitAsTheUserWouldWriteIt) {
  const Key bytes{.type = Type::kBytes, .range = {512'000, 1 << 30}};
  EXPECT_EQ(problem(bytes, int64_t{10}), "10 is below the minimum, 512000 (500 KiB)");
  EXPECT_EQ(problem(bytes, int64_t{-10}), "-10 is below the minimum, 512000 (500 KiB)");
  EXPECT_EQ(problem(bytes, "2GiB"), "\"2GiB\" is above the maximum, 1073741824 (1 GiB)");
  EXPECT_EQ(problem(bytes, "500KiB"), "none");

  const Key pause{.type = Type::kDuration, .range = {.min = 1e6}};
  EXPECT_EQ(problem(pause, "1ms"), "\"1ms\" is below the minimum, 1 s");
  const Key share{.type = Type::kReal, .range = {0, 1}};
  EXPECT_EQ(problem(share, 1.5), "1.5 is above the maximum, 1");
  const Key links{.type = Type::kInteger, .range = {1, 100}};
  EXPECT_EQ(problem(links, int64_t{0}), "0 is below the minimum, 1");
}

TEST(Check, StringsMayBeLimitedToChoicesOrCharacters) {
  const Key level{.type = Type::kString, .choices = {"low", "high"}};
  EXPECT_EQ(problem(level, "low"), "none");
  EXPECT_EQ(problem(level, "Low"), "\"Low\" is not one of low, high");
  const Key token{.type = Type::kString, .characters = "ab", .characters_description = "a and b"};
  EXPECT_EQ(problem(token, "abba"), "none");
  EXPECT_EQ(problem(token, ""), "\"\" must consist of one or more of: a and b");
  EXPECT_EQ(problem(token, "a c\n"), "\"a c?\" must consist of one or more of: a and b");
}

TEST(Check, TextIsParsedByTheTypeOfItsKey) {
  const auto read = [](Type type, std::string_view text) {
    return check_text({.type = type}, text);
  };
  EXPECT_EQ(*read(Type::kBool, "true"), Value(true));
  EXPECT_EQ(*read(Type::kInteger, "-3"), Value(int64_t{-3}));
  EXPECT_EQ(*read(Type::kReal, "2.5"), Value(2.5));
  EXPECT_EQ(*read(Type::kString, "3"), Value("3"));
  EXPECT_EQ(*read(Type::kDuration, "90"), Value(int64_t{90'000'000}));
  EXPECT_EQ(*read(Type::kBytes, "90"), Value(int64_t{90}));
  EXPECT_EQ(*read(Type::kStrings, "a,b*"), Value(std::vector<std::string>{"a", "b*"}));
  EXPECT_EQ(*read(Type::kStrings, ""), Value(std::vector<std::string>{}));
  EXPECT_EQ(read(Type::kBool, "1").error().message, "must be true or false, not \"1\"");
  EXPECT_EQ(read(Type::kInteger, "3x").error().message, "must be a whole number, not \"3x\"");
  EXPECT_EQ(read(Type::kInteger, "").error().message, "must be a whole number, not \"\"");
}

TEST(Check, ShowRangeDescribesTheLimits) {
  EXPECT_EQ(show_range({.type = Type::kBytes, .range = {1024, 2048}}), "1 KiB .. 2 KiB");
  EXPECT_EQ(show_range({.type = Type::kInteger, .unit = "links", .range = {.min = 1}}),
            "1 or more links");
  EXPECT_EQ(show_range({.type = Type::kReal, .range = {.max = 0.5}}), "0.5 or less");
  EXPECT_EQ(show_range({.type = Type::kStrings}), "");
}

TEST(Suggest, NearestKeyIsTheOneThatWasProbablyMeant) {
  EXPECT_EQ(nearest_key("robots.max_byte"), "robots.max_bytes");
  EXPECT_EQ(nearest_key("robot.max_bytes"), "robots.max_bytes");
  EXPECT_EQ(nearest_key("max_links"), "page.max_links");
  EXPECT_EQ(nearest_key("something.else.entirely"), "");
  EXPECT_EQ(nearest_key("x"), "");
  EXPECT_EQ(nearest_key(std::string(100'000, 'x')), "");
}

}  // namespace
}  // namespace freshet::settings
