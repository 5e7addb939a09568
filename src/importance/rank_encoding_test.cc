#include "importance/rank_encoding.h"

#include "gtest/gtest.h"

namespace freshet::importance {
namespace {

store::PageKey key(uint64_t site, uint64_t page) {
  return {{site}, {page}};
}

template <typename Row>
std::vector<Row> passed_on(const std::vector<Row>& rows) {
  std::vector<Row> received;
  Pieces pieces([&](std::string_view bytes) {
    return each_row<Row>(bytes, [&](Row row) { received.push_back(std::move(row)); });
  });
  for (const Row& row : rows) EXPECT_TRUE(pieces.add(row));
  EXPECT_TRUE(pieces.finish());
  return received;
}

template <typename Row>
void expect_cut_rows_are_refused(const Row& row) {
  std::string bytes;
  append(bytes, row);
  for (size_t size = 1; size < bytes.size(); ++size) {
    EXPECT_FALSE(each_row<Row>(std::string_view(bytes).substr(0, size), [](const Row&) {}))
        << size << " of " << bytes.size();
  }
}

TEST(RankEncoding, RowsArriveAsTheyWere) {
  std::vector<PageException> exceptions;
  std::vector<KeyLink> links;
  std::vector<PageRankRow> ranks;
  for (uint64_t i = 0; i < 50'000; ++i) {
    exceptions.push_back({key(i, ~i), key(i << 40, 7)});
    links.push_back({key(i, 1), key(2, i)});
    ranks.push_back({key(1, i), 1.0 / static_cast<double>(i + 1)});
  }
  EXPECT_EQ(passed_on(exceptions), exceptions);
  EXPECT_EQ(passed_on(links), links);
  EXPECT_EQ(passed_on(ranks), ranks);
  const std::vector<BlockRow> blocks = {{{1}, 3, {{{2}, 0.25}, {{~uint64_t{0}}, 1e-300}}},
                                        {{2}, 1, {}}};
  EXPECT_EQ(passed_on(blocks), blocks);
}

TEST(RankEncoding, BlockWithManySharesIsDividedAndMergedAgain) {
  BlockRow hub{{7}, 5, {}};
  MergedBlocks merged;
  for (uint64_t i = 0; i < 200'000; ++i) hub.shares.push_back({{i + 8}, 1e-6});
  size_t pages = 0;
  std::string bytes;
  append(bytes, hub);
  size_t shares = 0;
  ASSERT_TRUE(each_row<BlockRow>(bytes, [&](BlockRow row) {
    pages += row.pages;
    shares += row.shares.size();
    merged.add(std::move(row));
  }));
  EXPECT_EQ(pages, 5u);
  EXPECT_EQ(shares, 200'000u);
  EXPECT_EQ(merged.count(), 1u);
  EXPECT_EQ(merged.pages(), 5u);
}

TEST(RankEncoding, CutRowsAreRefused) {
  expect_cut_rows_are_refused(PageException{key(1, 2), key(3, 4)});
  expect_cut_rows_are_refused(KeyLink{key(1, 2), key(3, 4)});
  expect_cut_rows_are_refused(BlockRow{{1}, 3, {{{2}, 0.25}}});
  expect_cut_rows_are_refused(MergedBlocks::Ranked{{1}, 0.5});
  expect_cut_rows_are_refused(PageRankRow{key(1, 2), 0.5});
}

}  // namespace
}  // namespace freshet::importance
