#include "parse/rel.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace freshet::parse {
namespace {

TEST(Rel, TokensAreSeparatedByWhiteSpaceAndCommas) {
  std::vector<std::string> tokens;
  for_each_rel_token(" a, b\tc,,", [&](std::string_view token) { tokens.emplace_back(token); });
  EXPECT_EQ(tokens, (std::vector<std::string>{"a", "b", "c"}));
}

TEST(Rel, KindOfALinkIsDecidedByItsTokensAndType) {
  const auto kind = [](std::string_view rel, std::string_view type = "") {
    return kind_of_link("x", rel, type);
  };
  EXPECT_EQ(kind("Canonical"), LinkKind::kCanonical);
  EXPECT_EQ(kind("shortcut icon"), LinkKind::kEmbed);
  EXPECT_EQ(kind("alternate"), LinkKind::kAlternate);
  EXPECT_EQ(kind("alternate", "application/rss+xml; charset=utf-8"), LinkKind::kFeed);
  EXPECT_EQ(kind("next"), LinkKind::kRelated);
  EXPECT_FALSE(kind("preconnect"));
  EXPECT_FALSE(kind_of_link(" ", "next", ""));
}

}  // namespace
}  // namespace freshet::parse
