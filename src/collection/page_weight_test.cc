#include "collection/page_weight.h"

#include <set>

#include "digest/split_mix.h"
#include "gtest/gtest.h"

namespace freshet::collection {
namespace {

using digest::split_mix;

store::PageLinks links(uint64_t from, std::vector<uint64_t> to, bool nofollow = false) {
  store::PageLinks links{.from = {{1}, {from}}};
  for (const uint64_t page : to) links.to.push_back({{{1}, {page}}, nofollow});
  return links;
}

TEST(InLinks, CountsPagesThatLink) {
  InLinks in_links(100);
  in_links.add(links(split_mix(1), {split_mix(7), split_mix(7), split_mix(8)}));
  in_links.add(links(split_mix(2), {split_mix(7)}));
  in_links.add(links(split_mix(7), {split_mix(7)}));
  in_links.add(links(split_mix(3), {split_mix(7)}, /*nofollow=*/true));
  EXPECT_EQ(in_links.to({split_mix(7)}), 2U);
  EXPECT_EQ(in_links.to({split_mix(8)}), 1U);
  EXPECT_EQ(in_links.to({split_mix(9)}), 0U);
}

TEST(InLinks, RemovedLinksDoNotCount) {
  InLinks in_links(100);
  in_links.add(links(split_mix(1), {split_mix(7), split_mix(8)}));
  in_links.remove(links(split_mix(1), {split_mix(7), split_mix(8)}));
  in_links.add(links(split_mix(1), {split_mix(8), split_mix(9)}));
  EXPECT_EQ(in_links.to({split_mix(7)}), 0U);
  EXPECT_EQ(in_links.to({split_mix(8)}), 1U);
  EXPECT_EQ(in_links.to({split_mix(9)}), 1U);
}

TEST(InLinks, CountsAreNeverTooLowAndSeldomTooHigh) {
  constexpr uint64_t kPages = 50'000;
  InLinks in_links(kPages);
  std::vector<std::set<uint64_t>> linked_from(kPages);
  for (uint64_t page = 0; page < kPages; ++page) {
    // Each page links to three others, and to one of ten that all pages link to.
    std::vector<uint64_t> targets;
    for (const uint64_t target :
         {page % 10, page * 3 % kPages, page * 7 % kPages, (page + 1) % kPages}) {
      if (target != page) linked_from[target].insert(page);
      targets.push_back(split_mix(target));
    }
    in_links.add(links(split_mix(page), targets));
  }
  int too_many = 0;
  for (uint64_t page = 0; page < kPages; ++page) {
    const uint32_t counted = in_links.to({split_mix(page)});
    ASSERT_GE(counted, linked_from[page].size()) << page;
    too_many += counted > linked_from[page].size() + 2 ? 1 : 0;
  }
  // A fifth to a third of the cells of either row have two pages or more.
  EXPECT_LT(too_many, static_cast<int>(kPages / 10));
}

TEST(InLinks, AFullCountStaysFull) {
  InLinks in_links(1);
  for (uint64_t from = 1; from <= 70'000; ++from) in_links.add(links(from << 40, {5}));
  EXPECT_EQ(in_links.to({5}), 65'535U);
  in_links.remove(links(uint64_t{1} << 40, {5}));
  EXPECT_EQ(in_links.to({5}), 65'535U);
}

TEST(Weight, IsTheRankWhereThereIsOne) {
  EXPECT_FLOAT_EQ(
      static_cast<float>(weight_of({.depth = 3, .importance = 0.7F}, Importance::kLinks, 500)),
      0.7F);
  EXPECT_EQ(weight_of({.depth = 3, .importance = 0.7F}, Importance::kEqual, 500), 1);
}

TEST(Weight, FallsWithDepthAndRisesLittleWithLinks) {
  const auto by_links = [](uint16_t depth, uint32_t in_links) {
    return weight_of({.depth = depth}, Importance::kLinks, in_links);
  };
  EXPECT_EQ(by_links(0, 0), 1);
  EXPECT_EQ(by_links(3, 0), 0.25);
  EXPECT_NEAR(by_links(0, 9), 2, 1e-9);
  EXPECT_NEAR(by_links(1, 999), 2, 1e-9) << "even with a thousand links";
  EXPECT_LT(by_links(2, 5), by_links(2, 6));
  EXPECT_EQ(weight_of({.depth = 3}, Importance::kDepth, 1000), 0.25);
  EXPECT_EQ(weight_of({.depth = 3}, Importance::kEqual, 1000), 1);
}

TEST(WeightSource, IsTheRankWhereThereIsOne) {
  EXPECT_EQ(weight_source({.importance = 2}, Importance::kLinks), WeightSource::kRank);
  EXPECT_EQ(weight_source({.importance = 2}, Importance::kEqual), WeightSource::kEqual);
  EXPECT_EQ(weight_source({}, Importance::kLinks), WeightSource::kLinks);
  EXPECT_EQ(weight_source({}, Importance::kDepth), WeightSource::kDepth);
}

}  // namespace
}  // namespace freshet::collection
