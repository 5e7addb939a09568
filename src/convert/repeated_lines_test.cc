#include "convert/repeated_lines.h"

#include <gtest/gtest.h>

#include "convert/site_boilerplate.h"

namespace freshet::convert {
namespace {

// A page of a site: it has the menu and the footer of all pages, a line of its own, and a line that
// one other page has too.
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

TEST(RepeatedLines, AreTheLinesOfManyPages) {
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

TEST(RepeatedLines, AreUnknownOnASiteOfFewPages) {
  LineCounter counter;
  for (int i = 0; i < 7; ++i) counter.add(line_fingerprints(page_text(i), ""));
  EXPECT_FALSE(counter.repeated());
}

// A site may repeat more lines than are worth storing.
TEST(RepeatedLines, AreAtMostAThousand) {
  std::string text;
  for (int i = 0; i < 5'000; ++i) text += "line " + std::to_string(i) + "\n";
  LineCounter counter;
  for (int i = 0; i < 10; ++i) counter.add(line_fingerprints(text, ""));
  EXPECT_EQ(counter.repeated()->size(), 1'000U);
}

TEST(RepeatedLines, CanBeEncodedAndDecoded) {
  const RepeatedLines repeated = profile_of(20);
  const auto decoded = RepeatedLines::decode(repeated.encoded());
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->fingerprint(), repeated.fingerprint());
  EXPECT_TRUE(decoded->has("Menu"));
  EXPECT_NE(repeated.fingerprint(), RepeatedLines().fingerprint());
  EXPECT_FALSE(RepeatedLines::decode("1234567"));
}

TEST(SplitText, RepeatedLinesAreBoilerplateWhateverTheirShape) {
  const RepeatedLines repeated = profile_of(20);
  VisibleText visible{.text = "Menu\n40P01\nSee also\nThe long text of the page"};
  visible.shapes = {{.is_main = true}, {.is_main = false}, {.is_main = false, .is_link = true}, {}};
  const SplitText split = split_text(visible, "Codes - Example", &repeated);
  EXPECT_EQ(split.content, "40P01\nSee also\nThe long text of the page");
  EXPECT_EQ(split.boilerplate, "Menu\nExample");
  EXPECT_NEAR(split.link_share, 8.0 / 40, 0.01);
}

// A menu that lists every page has the headings of all pages as lines.
TEST(SplitText, ALineThatIsThePagesTitleIsContent) {
  const RepeatedLines repeated = profile_of(20);
  EXPECT_EQ(split_text({.text = "Menu\nText"}, "Menu", &repeated).content, "Menu\nText");
  EXPECT_EQ(split_text({.text = "Menu\nText"}, "A menu", &repeated).content, "Text");
}

TEST(SplitText, ShapeDecidesOnSmallSitesAndIfNoContentWouldBeLeft) {
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

TEST(PageSample, DoesNotDependOnTheOrderOfPages) {
  PageSample ascending;
  PageSample descending;
  constexpr uint64_t kStep = ~uint64_t{0} / 1'000;
  for (uint64_t i = 1; i <= 1'000; ++i) {
    ascending.add(page_of(i * kStep).key, {});
    descending.add(page_of((1'001 - i) * kStep).key, {});
    descending.add(page_of((1'001 - i) * kStep).key, {});
  }
  ASSERT_EQ(ascending.pages().size(), PageSample::kMaxPages);
  for (size_t i = 0; i < PageSample::kMaxPages; ++i) {
    EXPECT_EQ(ascending.pages()[i].page, descending.pages()[i].page);
  }
  EXPECT_NEAR(ascending.pages_of_site(), 1'000, 30);
}

}  // namespace
}  // namespace freshet::convert
