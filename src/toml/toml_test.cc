#include "toml/toml.h"

#include <algorithm>

#include "gtest/gtest.h"
#include "toml/dots.h"

namespace freshet::toml {
namespace {

const Member& member_of(const Value& value, std::string_view name) {
  const Value::Table& table = *value.table();
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const Member& member) { return member.key == name; });
  FRESHET_CHECK(found != table.end(), name);
  return *found;
}

const Value& member(const Value& value, std::string_view name) {
  return member_of(value, name).value;
}

TEST(Toml, MembersComeInTheOrderOfTheText) {
  const auto parsed = parse("z = 1\na = 2\n[m]\nb = true\na = 1.5\n[c]\n");
  ASSERT_TRUE(parsed);
  std::string keys;
  for (const auto& [key, place, value] : *parsed->table()) keys += key;
  EXPECT_EQ(keys, "zamc");
  const Value& m = member(*parsed, "m");
  EXPECT_EQ(m.table()->front().key, "b");
  EXPECT_EQ(std::get<double>(member(m, "a").value), 1.5);
}

TEST(Toml, ValuesAndKeysHaveTheirPlaces) {
  const auto parsed = parse("# text\n  name = \"x\"\n[item]\npatterns = ['a',\n  'b']\n");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(member_of(*parsed, "name").place, (Place{2, 3}));
  EXPECT_EQ(member(*parsed, "name").place, (Place{2, 10}));
  EXPECT_EQ(member_of(*parsed, "item").place, (Place{3, 2}));
  const Value& patterns = member(member(*parsed, "item"), "patterns");
  EXPECT_EQ((*patterns.array())[1].place, (Place{5, 3}));
}

TEST(Toml, TypesHaveNames) {
  const auto parsed = parse("a=true\nb=1\nc=1.0\nd='x'\ne=[]\nf={}\ng=2026-11-19\nh=10:00:00\n");
  ASSERT_TRUE(parsed);
  std::string types;
  for (const auto& [key, place, value] : *parsed->table()) types.append(value.type()).append(", ");
  EXPECT_EQ(types,
            "a boolean, a whole number, a number, a string, a list, a table, a date, a time, ");
}

TEST(Toml, ASyntaxErrorHasItsPlace) {
  const auto parsed = parse("a = 1\nb = \n");
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().place.line, 2U);
  EXPECT_NE(parsed.error().message, "");
}

TEST(Toml, DuplicateKeysAreErrors) {
  const auto parsed = parse("a = 1\na = 2\n");
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().place.line, 2U);
}

TEST(Toml, DotsInStringsAndCommentsAreNotLimited) {
  std::string text = "a = ['" + std::string(3'000, '.') + "', \"" + std::string(3'000, '.') + "\"]";
  text += "#" + std::string(3'000, '.') + "\nb = \"\"\"" + std::string(3'000, '.') + "\"\"\"\n";
  EXPECT_TRUE(parse(text));
}

TEST(Toml, DeepNestingIsRefusedOrReportedAsAWhole) {
  std::string deep = "a";
  for (int i = 0; i < 100'000; ++i) deep += ".a";
  const auto refused = parse(deep + " = 1");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().place.line, 0U);
  EXPECT_TRUE(parse(deep.substr(0, 3'999) + " = 1"));
  EXPECT_FALSE(parse("a = " + std::string(100'000, '[')));
  std::string lists;
  for (int i = 0; i < 100; ++i) lists += '[';
  auto nested = parse("a = " + lists + std::string(100, ']'));
  ASSERT_TRUE(nested);
  const Value* inner = &member(*nested, "a");
  while (inner->array() != nullptr) inner = &inner->array()->front();
  EXPECT_EQ(inner->type(), "a list");
}

TEST(Toml, ALongTextIsRefused) {
  EXPECT_TRUE(parse("#" + std::string((1 << 20) - 1, 'x')));
  EXPECT_FALSE(parse("#" + std::string(1 << 20, 'x')));
}

TEST(TomlDots, AreCountedOutsideOfStringsAndComments) {
  EXPECT_EQ(dots_outside_strings("a.b = 1.5 # ...\nc.d = 1"), 3U);
  EXPECT_EQ(dots_outside_strings(R"(a = "..\"..".x)"), 1U);
  EXPECT_EQ(dots_outside_strings(R"(a = '..\'.x)"), 1U);
  EXPECT_EQ(dots_outside_strings("a = \"\"\"..\"..\n\\\"\"\"\".\"\"\"\"\".x"), 1U);
  EXPECT_EQ(dots_outside_strings("a = ''''..''''.x"), 1U);
  EXPECT_EQ(dots_outside_strings("a = \"\".''."), 2U);
  EXPECT_EQ(dots_outside_strings("a = \"...\n."), 1U);
  EXPECT_EQ(dots_outside_strings("\"\\"), 0U);
  EXPECT_EQ(dots_outside_strings("''''"), 0U);
}

TEST(TomlPlaceInside, PointsIntoAStringWithoutEscapes) {
  const std::string_view text = "# x\na = 'ä.b(c'\nb = \"d(e\"\nc = \"\\\"f(\"\nd = '''\ng('''\n";
  const auto parsed = parse(text);
  ASSERT_TRUE(parsed);
  const auto place = [&](std::string_view key) {
    const Value& value = member(*parsed, key);
    return place_inside(text, value, value.string()->find('('));
  };
  EXPECT_EQ(place("a"), (Place{2, 9}));
  EXPECT_EQ(place("b"), (Place{3, 7}));
  EXPECT_EQ(place("c"), (Place{4, 5}));
  EXPECT_EQ(place("d"), (Place{5, 5}));
}

}  // namespace
}  // namespace freshet::toml
