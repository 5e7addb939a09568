#include "rank/edge_text.h"

#include "gtest/gtest.h"

namespace freshet::rank {
namespace {

Result<NumberedGraph> read(std::string_view text, size_t piece = 1 << 20) {
  EdgeText reader;
  for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) {
    if (Status added = reader.add(text.substr(0, piece)); !added) return Unexpected(added.error());
  }
  return std::move(reader).finish();
}

std::string error_of(std::string_view text) {
  const auto result = read(text);
  return result ? "" : result.error().message;
}

using Links = std::vector<std::pair<uint64_t, uint64_t>>;
Links links_of(const NumberedGraph& numbered) {
  Links links;
  for (uint32_t page = 0; page < numbered.graph.pages(); ++page) {
    for (const uint32_t source : numbered.graph.sources_of(page)) {
      links.emplace_back(numbered.number[source], numbered.number[page]);
    }
  }
  return links;
}

constexpr std::string_view kText =
    "# a comment\n"
    "1\t2\n"
    "\n"
    "  2 \t 3  \r\n"
    "# 9 9\n"
    "1 2\n"
    "007 7\n"
    "3 1";

TEST(EdgeText, ReadsLinksCommentsAndEmptyLines) {
  const auto graph = read(kText);
  ASSERT_TRUE(graph);
  EXPECT_EQ(graph->number, (std::vector<uint64_t>{1, 2, 3, 7}));
  EXPECT_EQ(links_of(*graph), (Links{{3, 1}, {1, 2}, {2, 3}, {7, 7}}));
}

TEST(EdgeText, PiecesOfAnySizeGiveTheSame) {
  for (size_t piece = 1; piece < 20; ++piece) {
    const auto graph = read(kText, piece);
    ASSERT_TRUE(graph);
    EXPECT_EQ(links_of(*graph), (Links{{3, 1}, {1, 2}, {2, 3}, {7, 7}}));
  }
}

TEST(EdgeText, NumbersMayBeAnyOf64Bits) {
  const auto graph = read("0 18446744073709551615\n4294967296 0\n4294967295 5\n");
  ASSERT_TRUE(graph);
  EXPECT_EQ(graph->number,
            (std::vector<uint64_t>{0, 5, 4294967295, 4294967296, 18446744073709551615u}));
  EXPECT_EQ(links_of(*graph),
            (Links{{4294967296, 0}, {4294967295, 5}, {0, 18446744073709551615u}}));
  const auto sparse = read("4294967295 0\n");
  ASSERT_TRUE(sparse);
  EXPECT_EQ(links_of(*sparse), (Links{{4294967295, 0}}));
}

TEST(EdgeText, SingleMissingNumbersArePagesWithoutLinks) {
  const auto circle = [](uint64_t pages, uint64_t without) {
    std::string text;
    for (uint64_t page = 3; page < pages + 3; ++page) {
      if (page == without) continue;
      const uint64_t next = page + (page + 1 == without ? 2 : 1);
      text += std::to_string(page) + " " + std::to_string(next) + "\n";
    }
    return read(text)->number;
  };
  EXPECT_EQ(circle(150, 100).size(), 151u);
  EXPECT_EQ(circle(150, 100)[97], 100u);
  EXPECT_EQ(circle(50, 20).size(), 50u);
}

TEST(EdgeText, TextWithoutLinksIsAGraphWithoutPages) {
  for (const char* text : {"", "\n\n", "# nothing\n"}) {
    const auto graph = read(text);
    ASSERT_TRUE(graph);
    EXPECT_EQ(graph->graph.pages(), 0u);
  }
}

TEST(EdgeText, ErrorsNameTheLine) {
  EXPECT_EQ(error_of("1 2\nx 3\n"), "line 2: \"x\" is not a whole number from 0 to 2^64 - 1");
  EXPECT_EQ(error_of("#\n\n1\n"), "line 3: the second number is missing");
  EXPECT_EQ(error_of("1 2 3\n"), "line 1: more than two numbers");
  EXPECT_EQ(error_of("1 -2"), "line 1: \"-2\" is not a whole number from 0 to 2^64 - 1");
  EXPECT_EQ(error_of("1 2.5\n"), "line 1: \"2.5\" is not a whole number from 0 to 2^64 - 1");
  EXPECT_EQ(error_of("18446744073709551616 1\n"),
            "line 1: \"18446744073709551616\" is not a whole number from 0 to 2^64 - 1");
  EXPECT_EQ(error_of("1,2\n"), "line 1: \"1,2\" is not a whole number from 0 to 2^64 - 1");
  EXPECT_EQ(error_of(std::string_view("1 2\n\0 3\n", 8)).substr(0, 8), "line 2: ");
  EXPECT_EQ(error_of("1 2\n" + std::string(100'000, '7')), "line 2: longer than 65536 bytes");
}

Result<std::vector<uint32_t>> blocks(std::string_view text) {
  BlockText reader;
  if (Status added = reader.add(text); !added) return Unexpected(added.error());
  const auto graph = read("10 20\n20 30\n");
  return std::move(reader).finish(*graph);
}

TEST(BlockText, BlocksAreNumberedInTheirOrder) {
  const auto result = blocks("30 5\n10 900\n20 5\n77 1\n20 5");
  ASSERT_TRUE(result);
  EXPECT_EQ(*result, (std::vector<uint32_t>{1, 0, 0}));
}

TEST(BlockText, EveryPageOfTheGraphMustHaveExactlyOneBlock) {
  EXPECT_EQ(blocks("10 1\n20 1\n").error().message, "page 30 has no block");
  EXPECT_EQ(blocks("10 1\n20 1\n30 1\n10 2\n").error().message, "page 10 is in two blocks");
  EXPECT_EQ(blocks("10 1\n20\n").error().message, "line 2: the second number is missing");
}

TEST(EdgeText, SaysHowMuchMemoryItWillNeed) {
  EdgeText text;
  EXPECT_EQ(text.bytes_needed(), 0u);
  ASSERT_TRUE(text.add("1 2\n2 3\n"));
  EXPECT_EQ(text.bytes_needed(), 2 * GraphBuilder::kBytesPerLink);
  ASSERT_TRUE(text.add("1 8589934592\n"));
  EXPECT_EQ(text.bytes_needed(), 2 * GraphBuilder::kBytesPerLink + 16);
}

}  // namespace
}  // namespace freshet::rank
