#include "crawl/readmission.h"

#include "gtest/gtest.h"

namespace freshet::crawl {
namespace {

using store::UnadmittedUrl;

class ReadmissionTest : public testing::Test {
 protected:
  void put(uint64_t site, uint64_t page, uint16_t depth, int64_t found_at) {
    const UnadmittedUrl url{.key = {.site = {site}, .page = {page}},
                            .url = "http://h/" + std::to_string(page),
                            .depth = depth,
                            .found_at = Instant::from_unix_seconds(found_at)};
    ASSERT_TRUE(store_->commit({.unadmitted = {url}}, store::Durability::kProcess));
  }

  Readmission of_even_pages() {
    return {.allows = [](const UnadmittedUrl& url) { return url.key.page.value % 2 == 0; },
            .admit = [this](const std::vector<UnadmittedUrl>& urls) -> Status {
              std::vector<uint64_t>& pages = admitted_.emplace_back();
              for (const UnadmittedUrl& url : urls) pages.push_back(url.key.page.value);
              return fails_ ? Status(fail("the disk is full")) : Done();
            }};
  }

  std::unique_ptr<store::Store> store_ = store::make_memory_store();
  std::vector<std::vector<uint64_t>> admitted_;
  bool fails_ = false;
};

using Pages = std::vector<std::vector<uint64_t>>;

TEST_F(ReadmissionTest, SitesAreAdmittedOneByOneAndTheNearestUrlsFirst) {
  put(1, 2, 3, 10);
  put(1, 4, 1, 30);
  put(1, 6, 1, 20);
  put(1, 7, 0, 5);
  put(2, 8, 9, 1);
  put(3, 9, 0, 1);
  ASSERT_TRUE(readmit(*store_, of_even_pages()));
  EXPECT_EQ(admitted_, (Pages{{6, 4, 2}, {8}}));
}

TEST_F(ReadmissionTest, ALargeSiteIsAdmittedInParts) {
  for (uint64_t page = 0; page < 10; page += 2) put(1, page, static_cast<uint16_t>(10 - page), 1);
  Readmission readmission = of_even_pages();
  readmission.most_at_once = 2;
  ASSERT_TRUE(readmit(*store_, readmission));
  EXPECT_EQ(admitted_, (Pages{{2, 0}, {6, 4}, {8}}));
}

TEST_F(ReadmissionTest, NothingMoreIsAdmittedAfterAnError) {
  put(1, 2, 1, 1);
  put(2, 2, 1, 1);
  fails_ = true;
  const Status status = readmit(*store_, of_even_pages());
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().message, "the disk is full");
  EXPECT_EQ(admitted_.size(), 1u);
}

TEST_F(ReadmissionTest, AnEmptyTableIsNoError) {
  EXPECT_TRUE(readmit(*store_, of_even_pages()));
  EXPECT_TRUE(admitted_.empty());
}

}  // namespace
}  // namespace freshet::crawl
