#include "catalog/words.h"

#include <gtest/gtest.h>

namespace freshet::catalog {
namespace {

Page sample() {
  Page page;
  page.url = "https://example.com/Tea";
  page.title = "Green Tea";
  page.description = "All of it";
  page.text = "Tea, cups.";
  return page;
}

TEST(Words, ComeFromThePageAndItsAddress) {
  words::Segmenter segmenter;
  const Words words = words_of(sample(), segmenter);
  EXPECT_EQ(words.title, " green tea");
  EXPECT_EQ(words.description, " all of it");
  EXPECT_EQ(words.body,
            " tea cups\x1F\xEE\x80\x81"
            "cup");
  EXPECT_EQ(words.address.find("https"), std::string::npos);
  EXPECT_NE(words.address.find(" tea"), std::string::npos);
}

TEST(Words, PagesThatMustNotBeFoundHaveNone) {
  words::Segmenter segmenter;
  Page hidden = sample();
  hidden.noindex = true;
  Page duplicate = sample();
  duplicate.duplicate_of = 3;
  Page empty = sample();
  empty.title = "***";
  empty.description.clear();
  empty.text.clear();
  for (const Page& page : {hidden, duplicate, empty}) {
    EXPECT_TRUE(words_of(page, segmenter).empty());
    EXPECT_TRUE(words_of(page, segmenter).address.empty());
  }
}

TEST(Words, APageWithOnlyATitleHasWords) {
  words::Segmenter segmenter;
  Page page = sample();
  page.description.clear();
  page.text.clear();
  const Words words = words_of(page, segmenter);
  EXPECT_FALSE(words.empty());
  EXPECT_EQ(words.title, " green tea");
  EXPECT_NE(words.address.find(" tea"), std::string::npos);
}

}  // namespace
}  // namespace freshet::catalog
