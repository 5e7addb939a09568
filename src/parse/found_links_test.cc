#include "parse/found_links.h"

#include "gtest/gtest.h"

namespace freshet::parse {
namespace {

class Links : public testing::Test {
 protected:
  ParsedPage resolved() {
    ParsedPage page;
    links_.resolve_base(context_, page);
    links_.resolve(context_, page);
    return page;
  }

  const PageOptions options_{.max_links = 3};
  const url::Url url_ = *url::parse("http://example.com/a/b");
  const PageContext context_{.url = url_};
  FoundLinks links_{options_};
};

TEST_F(Links, AreRelativeToTheFirstBaseWhereverItWas) {
  links_.add({.href = "x", .tag = Tag::kA});
  links_.set_base("/c/");
  links_.set_base("/d/");
  links_.add({.href = "y", .in_header = true});
  const ParsedPage page = resolved();
  ASSERT_EQ(page.links.size(), 2U);
  EXPECT_EQ(page.links[0].url.href(), "http://example.com/c/x");
  EXPECT_EQ(page.links[1].url.href(), "http://example.com/a/y");
}

TEST_F(Links, EqualLinksAreOneLinkInTwoPlaces) {
  links_.add({.href = "x", .tag = Tag::kA, .line = 1});
  links_.add({.href = "x#part", .tag = Tag::kA, .line = 7});
  const ParsedPage page = resolved();
  ASSERT_EQ(page.links.size(), 1U);
  ASSERT_EQ(page.link_places.size(), 2U);
  EXPECT_EQ(page.link_places[1].line, 7U);
  EXPECT_EQ(page.link_places[1].link, 0U);
}

TEST_F(Links, RelIsInLowerCaseAndTellsNofollow) {
  links_.add({.href = "x", .rel = " UGC,  Next ", .tag = Tag::kA});
  const ParsedPage page = resolved();
  ASSERT_EQ(page.links.size(), 1U);
  EXPECT_EQ(page.links[0].rel, "ugc next");
  EXPECT_TRUE(page.links[0].nofollow);
}

TEST_F(Links, LinksBeyondTheLimitAreLeftOutAndCounted) {
  for (const char* href : {"1", "2", "3", "4", "5"}) links_.add({.href = href, .tag = Tag::kA});
  const ParsedPage page = resolved();
  EXPECT_EQ(page.links.size(), 3U);
  ASSERT_EQ(page.remarks.size(), 1U);
  EXPECT_EQ(page.remarks[0], "2 links beyond the limit of 3 were left out");
}

}  // namespace
}  // namespace freshet::parse
