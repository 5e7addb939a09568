#include "change/compare.h"

#include "change/compare_pages.h"
#include "gtest/gtest.h"

namespace freshet::change {
namespace {

TEST(Compare, SameTextInOtherBytesIsTheSame) {
  const Seen before("A\n  B", 1);
  const Seen other_bytes("A\nB\n", 1);
  VolatileMask mask;
  const Version version = version_of(before.fetched());
  EXPECT_TRUE(compare(version, other_bytes.fetched(), kMinute, mask).same);
  EXPECT_TRUE(mask.empty());
}

TEST(Compare, BodyWithoutTextIsComparedByBytes) {
  VolatileMask mask;
  const Fetched one{.body = digest::sha256("one")};
  const Version image = version_of(one);
  EXPECT_TRUE(compare(image, one, kMinute, mask).same);
  const Comparison other = compare(image, {.body = digest::sha256("two")}, kMinute, mask);
  EXPECT_FALSE(other.same);
  EXPECT_EQ(other.kind, DifferenceKind::kBytes);
  EXPECT_EQ(other.share, 1);
}

TEST(Compare, LinkThatLeadsElsewhereIsAChangeOfLinks) {
  Page page(article() + "Download [a.tar]\nImprint [imprint]\n");
  const Comparison moved = page.visit(article() + "Download [b.tar]\nImprint [imprint]\n");
  EXPECT_EQ(moved.kind, DifferenceKind::kLinks);
  EXPECT_FALSE(moved.same);
  EXPECT_NEAR(moved.share, 1.0 / 13, 1e-12);
  const Comparison both = page.visit(article("x") + "Download [c.tar]\nImprint [imprint]\n");
  EXPECT_EQ(both.kind, DifferenceKind::kText);
}

TEST(Compare, MetadataDifferenceCountsOnlyIfTheRuleSaysSo) {
  Page page(article());
  const Comparison other = page.visit(article(), 2);
  EXPECT_EQ(other.kind, DifferenceKind::kMetadata);
  EXPECT_TRUE(other.same);
  Page strict(article(), {.metadata_counts = true});
  EXPECT_FALSE(strict.visit(article(), 2).same);
}

TEST(Compare, MetadataFromTheHeaderMayChangeWithoutTheBody) {
  const Seen page(article());
  const Version before = version_of(page.fetched());
  Fetched fetched = page.fetched();
  fetched.metadata = 2;
  VolatileMask mask;
  for (const bool counts : {false, true}) {
    const Comparison other = compare(before, fetched, kDay, mask, {.metadata_counts = counts});
    EXPECT_EQ(other.kind, DifferenceKind::kMetadata);
    EXPECT_EQ(other.same, !counts);
    EXPECT_EQ(other.now.metadata, 2u);
  }
}

TEST(Compare, KindThatDoesNotCountIsStillReported) {
  Page page(article() + "More [a]\n", {.links_count = false});
  const Comparison moved = page.visit(article() + "More [b]\n");
  EXPECT_TRUE(moved.same);
  EXPECT_EQ(moved.kind, DifferenceKind::kLinks);
}

TEST(Compare, ShareOfAnEditIsTheShareOfItsBlocks) {
  Page page(article());
  const Comparison edited = page.visit(article("The council never met."));
  EXPECT_FALSE(edited.same);
  EXPECT_NEAR(edited.share, 1.0 / 11, 1e-12);
  EXPECT_TRUE(page.visit(article("The council never met.")).same);
  EXPECT_EQ(page.visit("Something else\nentirely\n").share, 1);
}

TEST(Compare, ChangedNumberIsAChangeOfText) {
  Page page("Price list\nCoffee 3.20\nTea 2.10\n");
  EXPECT_FALSE(page.visit("Price list\nCoffee 3.40\nTea 2.10\n").same);
  EXPECT_TRUE(page.visit("Price list\nCoffee 3.40\nTea 2.10\n").same);
}

}  // namespace
}  // namespace freshet::change
