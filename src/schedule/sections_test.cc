#include "schedule/sections.h"

#include <gtest/gtest.h>

namespace freshet::schedule {
namespace {

constexpr uint32_t kEnough = Sections::kLeastPages;

std::string page(const std::string& directory, uint32_t number) {
  return directory + std::to_string(number) + ".html";
}

Section after_many(Sections& sections, Site site, const std::string& directory,
                   uint32_t pages = kEnough) {
  Section last = 0;
  for (uint32_t i = 0; i < pages; ++i) last = sections.count(site, page(directory, i));
  return last;
}

TEST(Sections, ADirectoryWithFewPagesIsNoSection) {
  Sections sections;
  EXPECT_EQ(after_many(sections, 0, "/docs/", kEnough - 1), 0);
  EXPECT_EQ(after_many(sections, 0, "/", 3 * kEnough), 0);
}

TEST(Sections, ADirectoryWithManyPagesIsASection) {
  Sections sections;
  const Section docs = after_many(sections, 0, "/docs/");
  const Section blog = after_many(sections, 0, "/blog/");
  EXPECT_NE(docs, 0);
  EXPECT_NE(blog, 0);
  EXPECT_NE(docs, blog);
  EXPECT_EQ(sections.directory(0, docs), "/docs/");
  EXPECT_EQ(sections.directory(0, 0), "/");
  EXPECT_EQ(sections.count(0, "/about.html"), 0);
}

TEST(Sections, APageBelongsToTheDeepestSection) {
  Sections sections;
  const Section docs = after_many(sections, 0, "/docs/");
  EXPECT_EQ(sections.count(0, "/docs/api/a"), docs);
  const Section api = after_many(sections, 0, "/docs/api/");
  EXPECT_NE(api, docs);
  EXPECT_EQ(sections.directory(0, api), "/docs/api/");
  EXPECT_EQ(sections.count(0, "/docs/b"), docs);
  EXPECT_EQ(sections.count(0, "/docs/api/deeper/b"), api);
}

TEST(Sections, SitesHaveTheirOwnSections) {
  Sections sections;
  after_many(sections, 3, "/docs/");
  EXPECT_EQ(sections.count(4, "/docs/a"), 0);
}

TEST(Sections, QueriesAndFragmentsAreNoDirectories) {
  Sections sections;
  for (uint32_t i = 0; i < 2 * kEnough; ++i)
    EXPECT_EQ(sections.count(0, "/find?in=/docs/api/" + std::to_string(i)), 0);
}

// A site that makes up directories without end must not fill the memory.
TEST(Sections, DirectoriesWithoutEndAreNotAllToldApart) {
  Sections sections;
  const Section docs = after_many(sections, 0, "/docs/");
  for (uint32_t i = 0; i < 10'000; ++i)
    sections.count(0, "/made-up/" + std::to_string(i) + "/page");
  EXPECT_EQ(after_many(sections, 0, "/late/"), 0);
  EXPECT_EQ(sections.count(0, "/docs/a"), docs);
  std::string deep = "/docs/";
  for (int i = 0; i < 1'000; ++i) deep += "a/";
  EXPECT_EQ(sections.count(0, deep + "page"), docs);
}

TEST(Sections, OddPathsHaveNoSection) {
  Sections sections;
  EXPECT_EQ(sections.count(0, ""), 0);
  EXPECT_EQ(sections.count(0, "?"), 0);
  EXPECT_EQ(sections.count(0, "no-slash"), 0);
}

}  // namespace
}  // namespace freshet::schedule
