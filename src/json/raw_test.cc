#include "json/raw.h"

#include <gtest/gtest.h>

namespace freshet::json {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

Pairs members(std::string_view text) {
  Pairs all;
  for (const auto& [name, value] : raw_members(text)) all.emplace_back(name, value);
  return all;
}

std::vector<std::string> elements(std::string_view text) {
  std::vector<std::string> all;
  for (const std::string_view one : raw_elements(text)) all.emplace_back(one);
  return all;
}

TEST(Raw, MembersAreReturnedAsTheyStand) {
  EXPECT_EQ(
      members(R"({"a":12.50,"b":"x, \"}y","c":{"d":[1,2],"e":"]"},"f":null})"),
      (Pairs{
          {"a", "12.50"}, {"b", R"("x, \"}y")"}, {"c", R"({"d":[1,2],"e":"]"})"}, {"f", "null"}}));
  EXPECT_EQ(members(" { \"a:b\" : 1 ,\n \"c\\\"\" : [ ] } "),
            (Pairs{{"a:b", "1"}, {"c\\\"", "[ ]"}}));
  EXPECT_EQ(members("{}"), Pairs());
}

TEST(Raw, ElementsAreReturnedAsTheyStand) {
  EXPECT_EQ(elements(R"([1.0, {"a":[","]} ,"\\",-1e5])"),
            (std::vector<std::string>{"1.0", R"({"a":[","]})", R"("\\")", "-1e5"}));
  EXPECT_TRUE(elements("[ ]").empty());
}

TEST(Raw, OtherValuesHaveNoParts) {
  for (const char* text : {"", "1", "\"{}\"", "null", "[", "]", "{", "}", "[}", "{]"}) {
    EXPECT_TRUE(members(text).empty()) << text;
    EXPECT_TRUE(elements(text).empty()) << text;
  }
  EXPECT_TRUE(members("[1]").empty());
  EXPECT_TRUE(elements("{\"a\":1}").empty());
}

TEST(Raw, TextsThatAreNotJsonDoNoHarm) {
  for (const char* text : {"{\"a}", "{\"}", "{\"a\"}", "{,}", "{\"a\":}", "{:1}", "{a:1}",
                           "{\"a\\\"}", "{}}", "{\"a\":[}", "{\"a\":]]]]}"}) {
    for (const auto& [name, value] : raw_members(text)) {
      EXPECT_LE(name.size() + value.size(), std::string_view(text).size()) << text;
    }
  }
  for (const char* text : {"[,]", "[\"]", "[[]", "[\"\\]", "[}]"})
    EXPECT_LE(elements(text).size(), 2U);
  const std::string deep = std::string(1'000'000, '[') + std::string(1'000'000, ']');
  EXPECT_EQ(raw_elements(deep).size(), 1U);
}

}  // namespace
}  // namespace freshet::json
