#include "http/validators.h"

#include <string>

#include "gtest/gtest.h"

namespace freshet::http {
namespace {

HeaderMap headers(std::initializer_list<HeaderMap::Field> fields) {
  HeaderMap map;
  for (const auto& field : fields) map.add(field.name, field.value);
  return map;
}

TEST(EntityTag, IsParsedWithOrWithoutQuotes) {
  EXPECT_EQ(parse_entity_tag("\"abc\""), (EntityTag{.weak = false, .opaque = "abc"}));
  EXPECT_EQ(parse_entity_tag(" W/\"abc\""), (EntityTag{.weak = true, .opaque = "abc"}));
  EXPECT_EQ(parse_entity_tag("w/\"abc"), (EntityTag{.weak = true, .opaque = "abc"}));
  EXPECT_EQ(parse_entity_tag("abc"), (EntityTag{.weak = false, .opaque = "abc"}));
  EXPECT_EQ(parse_entity_tag("\"\""), EntityTag());
  EXPECT_EQ(parse_entity_tag("  "), std::nullopt);
}

TEST(Validators, KeepTheTextOfTheServer) {
  const auto validators = validators_of(
      headers({{"etag", "W/\"x\""}, {"Last-Modified", "Sunday, 06-Nov-94 08:49:37 GMT"}}));
  EXPECT_EQ(validators.last_modified, Instant::from_unix_seconds(784'111'777));
  const HeaderMap request = conditional_headers(validators);
  EXPECT_EQ(request.get("If-None-Match"), "W/\"x\"");
  EXPECT_EQ(request.get("If-Modified-Since"), "Sunday, 06-Nov-94 08:49:37 GMT");
}

TEST(Validators, InvalidValidatorsAreIgnored) {
  EXPECT_TRUE(validators_of(headers({{"Last-Modified", "yesterday"}})).empty());
  EXPECT_TRUE(validators_of(headers({{"ETag", "\"a\x01\""}})).empty());
  EXPECT_TRUE(validators_of(headers({{"ETag", std::string(kMaxEtagBytes + 1, 'x')}})).empty());
  EXPECT_TRUE(conditional_headers(Validators()).empty());
}

TEST(NotModified, EntityTagsTakePrecedenceOverDates) {
  const Validators current{.etag = "\"a\"",
                           .last_modified = Instant::from_unix_seconds(784'111'777),
                           .last_modified_text = "Sun, 06 Nov 1994 08:49:37 GMT"};
  EXPECT_TRUE(is_not_modified(headers({{"If-None-Match", "\"b\", W/\"a\""}}), current));
  EXPECT_TRUE(is_not_modified(headers({{"If-None-Match", "*"}}), current));
  EXPECT_TRUE(is_not_modified(
      headers({{"If-None-Match", "\"a\""}, {"If-Modified-Since", "Sat, 05 Nov 1994 08:49:37 GMT"}}),
      current));
  EXPECT_FALSE(is_not_modified(
      headers({{"If-None-Match", "\"b\""}, {"If-Modified-Since", "Sun, 06 Nov 1994 08:49:37 GMT"}}),
      current));
  EXPECT_TRUE(
      is_not_modified(headers({{"If-Modified-Since", "Sun, 06 Nov 1994 08:49:37 GMT"}}), current));
  EXPECT_FALSE(
      is_not_modified(headers({{"If-Modified-Since", "Sun, 06 Nov 1994 08:49:36 GMT"}}), current));
  EXPECT_FALSE(is_not_modified(headers({{"If-Modified-Since", "garbage"}}), current));
  EXPECT_FALSE(is_not_modified(HeaderMap(), current));
}

}  // namespace
}  // namespace freshet::http
