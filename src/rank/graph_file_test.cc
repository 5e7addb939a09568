#include "rank/graph_file.h"

#include <cmath>

#include "digest/fingerprint.h"
#include "gtest/gtest.h"
#include "rank/random_graph.h"

namespace freshet::rank {
namespace {

std::string written(const Graph& graph) {
  const Graph targets = reversed(graph);
  std::string bytes;
  GraphFileWriter writer(bytes);
  for (uint32_t page = 0; page < graph.pages(); ++page) writer.add(page, targets.sources_of(page));
  writer.finish(graph.pages());
  return bytes;
}

void expect_same(const Graph& a, const Graph& b) {
  ASSERT_EQ(a.pages(), b.pages());
  ASSERT_EQ(a.links(), b.links());
  for (uint32_t page = 0; page < a.pages(); ++page) {
    const auto in_a = a.sources_of(page);
    const auto in_b = b.sources_of(page);
    ASSERT_TRUE(std::equal(in_a.begin(), in_a.end(), in_b.begin(), in_b.end()));
    ASSERT_EQ(a.out_degree(page), b.out_degree(page));
  }
}

TEST(GraphFile, ReadsBackWhatWasWritten) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const auto pages = static_cast<uint32_t>(1 + seed * 50);
    const Graph graph = graph_of(pages, random_links(seed, pages, pages * 4));
    const auto back = read_graph_file(written(graph));
    ASSERT_TRUE(back) << back.error().message;
    expect_same(*back, graph);
  }
  EXPECT_EQ(read_graph_file(written(graph_of(0, {})))->pages(), 0u);
}

TEST(GraphFile, ReadsBackSeveralSections) {
  const Graph graph = graph_of(300'000, random_links(1, 300'000, 900'000));
  const std::string bytes = written(graph);
  EXPECT_GT(bytes.size(), size_t{2} << 20);
  const auto back = read_graph_file(bytes);
  ASSERT_TRUE(back) << back.error().message;
  expect_same(*back, graph);
}

// docs/formats/graph.md shows this example.
TEST(GraphFile, HasTheBytesThatAreDocumented) {
  const std::string bytes = written(graph_of(6, {{2, 1}, {2, 3}, {2, 5}, {4, 4}}));
  EXPECT_EQ(bytes.substr(0, 8), "FRGRAPH1");
  EXPECT_EQ(bytes.substr(8, 4), std::string("\x08\0\0\0", 4));
  EXPECT_EQ(bytes.substr(20, 8), std::string("\x02\x03\x01\x01\x01\x01\x01\0", 8));
  EXPECT_EQ(bytes.substr(28, 4), std::string("\0\0\0\0", 4));
  EXPECT_EQ(bytes.substr(40, 16), std::string("\x06\0\0\0\0\0\0\0\x04\0\0\0\0\0\0\0", 16));
  EXPECT_EQ(bytes.size(), 56u);
}

TEST(GraphFile, EveryTruncationAndEveryFlippedBitIsAnError) {
  const std::string bytes = written(graph_of(40, random_links(3, 40, 90)));
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(read_graph_file(std::string_view(bytes).substr(0, size))) << size;
  }
  EXPECT_FALSE(read_graph_file(bytes + "x"));
  for (size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    EXPECT_FALSE(read_graph_file(damaged)) << bit;
  }
}

void append(std::string& out, uint64_t number, size_t size) {
  for (size_t i = 0; i < size; ++i) out.push_back(static_cast<char>(number >> (8 * i)));
}

// Returns an invalid file with right checksums.
std::string forged(std::string_view section, uint64_t pages, uint64_t links) {
  std::string bytes = "FRGRAPH1";
  const auto add = [&](uint64_t length, std::string_view payload) {
    append(bytes, length, 4);
    append(bytes, digest::fingerprint(payload).value, 8);
    bytes += payload;
  };
  if (!section.empty()) add(section.size(), section);
  std::string end;
  append(end, pages, 8);
  append(end, links, 8);
  add(0, end);
  return bytes;
}

TEST(GraphFile, InvalidFileWithARightChecksumIsAnError) {
  EXPECT_TRUE(read_graph_file(forged({"\0\1\2", 3}, 2, 1)));
  EXPECT_FALSE(read_graph_file(forged({"\0\1\2", 3}, 1, 1))) << "a target beyond the last page";
  EXPECT_FALSE(read_graph_file(forged({"\0\1\2", 3}, 2, 2))) << "fewer links than the total says";
  EXPECT_FALSE(read_graph_file(forged({"\0\1\1", 3}, 2, 1))) << "a target below zero";
  EXPECT_FALSE(read_graph_file(forged({"\0\2\2", 3}, 9, 2))) << "a target is missing";
  EXPECT_FALSE(read_graph_file(forged({"\0", 1}, 9, 0))) << "the count is missing";
  EXPECT_FALSE(read_graph_file(forged("\xff\xff\xff\xff\xff\xff", 9, 0))) << "an endless number";
  EXPECT_FALSE(read_graph_file(forged({"\xff\xff\xff\xff\x0f\x01\x00", 7}, 9, 1)))
      << "no such page";
  EXPECT_FALSE(read_graph_file(forged({"\0\1\2", 3}, uint64_t{1} << 31, 1)))
      << "more pages than a file of this size may have";
  EXPECT_FALSE(read_graph_file(forged("", ~uint64_t{0}, 0)));
}

}  // namespace
}  // namespace freshet::rank
