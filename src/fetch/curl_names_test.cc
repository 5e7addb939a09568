#include "fetch/curl_names.h"

#include "gtest/gtest.h"

namespace freshet::fetch {
namespace {

using Lines = std::vector<std::string>;

std::vector<Address> addresses(std::initializer_list<const char*> texts) {
  std::vector<Address> all;
  for (const char* text : texts) all.push_back(*Address::parse(text));
  return all;
}

TEST(CurlNames, ReturnsANewNameWithAllItsAddresses) {
  CurlNames names;
  const auto updates =
      names.updates_for({"example.com", 80}, addresses({"192.0.2.1", "2001:db8::1"}));
  ASSERT_TRUE(updates);
  EXPECT_EQ(*updates, Lines{"example.com:80:192.0.2.1,[2001:db8::1]"});
}

TEST(CurlNames, EveryTransferGetsTheUpdatesUntilOneHasEnded) {
  CurlNames names;
  const auto first = names.updates_for({"a.example", 80}, addresses({"192.0.2.1"}));
  const auto second = names.updates_for({"a.example", 80}, addresses({"192.0.2.1"}));
  EXPECT_EQ(first, second);
  names.delivered(first);
  EXPECT_EQ(names.updates_for({"a.example", 80}, addresses({"192.0.2.1"})), nullptr);
  EXPECT_NE(names.updates_for({"a.example", 443}, addresses({"192.0.2.1"})), nullptr);
}

TEST(CurlNames, ReturnsAnAddressThatChanged) {
  CurlNames names;
  const auto old = names.updates_for({"a.example", 80}, addresses({"192.0.2.1"}));
  const auto changed = names.updates_for({"a.example", 80}, addresses({"192.0.2.2"}));
  EXPECT_EQ(*changed, Lines{"a.example:80:192.0.2.2"});
  names.delivered(old);
  EXPECT_EQ(names.updates_for({"a.example", 80}, addresses({"192.0.2.2"})), changed);
  names.delivered(changed);
  EXPECT_EQ(names.updates_for({"a.example", 80}, addresses({"192.0.2.2"})), nullptr);
}

TEST(CurlNames, RemovesTheLeastRecentlyUsedNameIfThereAreTooMany) {
  CurlNames names(2);
  names.delivered(names.updates_for({"a", 80}, addresses({"192.0.2.1"})));
  names.delivered(names.updates_for({"b", 80}, addresses({"192.0.2.1"})));
  EXPECT_EQ(names.updates_for({"a", 80}, addresses({"192.0.2.1"})), nullptr);
  EXPECT_EQ(*names.updates_for({"c", 80}, addresses({"192.0.2.1"})),
            (Lines{"-b:80", "c:80:192.0.2.1"}));
}

TEST(CurlNames, PassesAtMostEightAddresses) {
  CurlNames names;
  std::vector<Address> many;
  for (int i = 1; i < 100; ++i) many.push_back(*Address::parse("192.0.2." + std::to_string(i)));
  EXPECT_EQ(names.updates_for({"a", 80}, many)->back(),
            "a:80:192.0.2.1,192.0.2.2,192.0.2.3,192.0.2.4,192.0.2.5,192.0.2.6,192.0.2.7,192.0.2.8");
}

}  // namespace
}  // namespace freshet::fetch
