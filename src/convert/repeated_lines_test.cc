#include "convert/repeated_lines.h"

#include <gtest/gtest.h>

#include "convert/site_profiles.h"

namespace freshet::convert {
namespace {

// Pages of a site: each has a menu, a line of its own, and one that two others have too.
std::string page_text(int i) {
  return "Menu\nPage " + std::to_string(i) + "\nGroup " + std::to_string(i / 2) +
         "\nAll rights reserved, in a long line of the kind that looks like content";
}

RepeatedLines profile_of(int pages) {
  LineCounter counter;
  for (int i = 0; i < pages; ++i) {
    counter.add(line_fingerprints(page_text(i), "Page " + std::to_string(i) + " - Example"));
  }
  return counter.repeated().value_or(RepeatedLines());
}

TEST(RepeatedLines, AreThoseOfManyPages) {
  const RepeatedLines repeated = profile_of(20);
  EXPECT_TRUE(repeated.has("Menu"));
  EXPECT_TRUE(
      repeated.has("All rights reserved, in a long line of the kind that looks like content"));
  EXPECT_FALSE(repeated.has("Page 3"));
  EXPECT_FALSE(repeated.has("Group 3"));
  EXPECT_TRUE(repeated.has_title_part("Example"));
  EXPECT_FALSE(repeated.has("Example"));
  EXPECT_EQ(repeated.size(), 3U);
}

TEST(RepeatedLines, OfFewPagesNothingIsKnown) {
  LineCounter counter;
  for (int i = 0; i < 7; ++i) counter.add(line_fingerprints(page_text(i), ""));
  EXPECT_FALSE(counter.repeated());
}

// A site can name more lines on every page than are worth keeping.
TEST(RepeatedLines, ThereAreNotMoreThanALimit) {
  std::string text;
  for (int i = 0; i < 5'000; ++i) text += "line " + std::to_string(i) + "\n";
  LineCounter counter;
  for (int i = 0; i < 10; ++i) counter.add(line_fingerprints(text, ""));
  EXPECT_EQ(counter.repeated()->size(), 1'000U);
}

TEST(RepeatedLines, ComeBackFromTheirBytes) {
  const RepeatedLines repeated = profile_of(20);
  const auto decoded = RepeatedLines::decode(repeated.encoded());
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->id(), repeated.id());
  EXPECT_TRUE(decoded->has("Menu"));
  EXPECT_NE(repeated.id(), RepeatedLines().id());
  EXPECT_FALSE(RepeatedLines::decode("1234567"));
}

TEST(SplitText, RepetitionDecidesWhateverTheShape) {
  const RepeatedLines repeated = profile_of(20);
  VisibleText visible{.text = "Menu\n40P01\nSee also\nThe long text of the page"};
  visible.shapes = {{.is_main = true}, {.is_main = false}, {.is_main = false, .is_link = true}, {}};
  const SplitText split = split_text(visible, "Codes - Example", &repeated);
  EXPECT_EQ(split.content, "40P01\nSee also\nThe long text of the page");
  EXPECT_EQ(split.boilerplate, "Menu\nExample");
  EXPECT_NEAR(split.link_share, 8.0 / 40, 0.01);
}

// A menu that names every page has the headings of all pages.
TEST(SplitText, WhatThePageIsTitledIsContent) {
  const RepeatedLines repeated = profile_of(20);
  EXPECT_EQ(split_text({.text = "Menu\nText"}, "Menu", &repeated).content, "Menu\nText");
  EXPECT_EQ(split_text({.text = "Menu\nText"}, "A menu", &repeated).content, "Text");
}

TEST(SplitText, ShapeDecidesOnSitesOfFewPagesAndWhereNothingWouldBeLeft) {
  const RepeatedLines repeated = profile_of(20);
  const VisibleText visible{.text = "Menu\nPage", .shapes = {{.is_main = false}}};
  EXPECT_EQ(split_text(visible, "", nullptr).content, "Page");
  EXPECT_EQ(split_text(visible, "", nullptr).boilerplate, "Menu");
  EXPECT_EQ(split_text({.text = "Menu"}, "", &repeated).content, "Menu");
  EXPECT_EQ(split_text({}, "", &repeated).content, "");
}

store::PageState page_of(uint64_t key) {
  store::PageState page;
  page.key = {.site = {1}, .page = {key}};
  page.archived = {.file = 1, .offset = key};
  return page;
}

TEST(PageSample, IsTheSameInWhateverOrderPagesCome) {
  PageSample up;
  PageSample down;
  constexpr uint64_t kStep = ~uint64_t{0} / 1'000;
  for (uint64_t i = 1; i <= 1'000; ++i) {
    up.add(page_of(i * kStep).key, {});
    down.add(page_of((1'001 - i) * kStep).key, {});
    down.add(page_of((1'001 - i) * kStep).key, {});
  }
  ASSERT_EQ(up.pages().size(), PageSample::kMost);
  for (size_t i = 0; i < PageSample::kMost; ++i) {
    EXPECT_EQ(up.pages()[i].page, down.pages()[i].page);
  }
  EXPECT_NEAR(up.pages_of_site(), 1'000, 30);
}

}  // namespace
}  // namespace freshet::convert
