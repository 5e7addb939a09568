#include "crawl/soft_404.h"

#include "gtest/gtest.h"

namespace freshet::crawl {
namespace {

TEST(Soft404, AFrontPageHasNoPath) {
  EXPECT_TRUE(is_front_page("https://a.test/"));
  EXPECT_TRUE(is_front_page("https://a.test:81/?lang=en"));
  EXPECT_FALSE(is_front_page("https://a.test/x"));
  EXPECT_FALSE(is_front_page("https://a.test/x/"));
}

TEST(Soft404, RecognisesTitlesOfErrorPages) {
  for (const char* title : {"404", "Error 404 (Not Found)!!1", "Page NOT found - Example",
                            "Seite nicht gefunden", "페이지를 찾을 수 없습니다"}) {
    EXPECT_TRUE(says_not_found(title)) << title;
  }
  for (const char* title : {"", "News", "Lost and found", "Area 51"}) {
    EXPECT_FALSE(says_not_found(title)) << title;
  }
}

TEST(Soft404, AProbeHasTheFolderAndEndingOfThePage) {
  const std::string page = "https://a.test/news/2026/one.html?x=1/2";
  const std::string address = probe_address(page, 7);
  EXPECT_TRUE(address.starts_with("https://a.test/news/2026/no-such-page-")) << address;
  EXPECT_TRUE(address.ends_with(".html")) << address;
  EXPECT_EQ(address.find('?'), std::string::npos);
  EXPECT_EQ(address, probe_address(page, 7));
  EXPECT_NE(address, probe_address(page, 8));
  EXPECT_EQ(probe_address("https://a.test/x/", 1).find("https://a.test/x/no-such-page-"), 0u);
  EXPECT_EQ(probe_address("https://a.test/.hidden", 1).find(".hidden"), std::string::npos);
}

}  // namespace
}  // namespace freshet::crawl
