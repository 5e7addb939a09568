#include "parse/main_text.h"

#include "gtest/gtest.h"
#include "parse/page.h"

namespace freshet::parse {
namespace {

std::string main_text(std::string_view html) {
  static const url::Url url = *url::parse("http://example.com/");
  return parse_page(html, {.url = url, .transport = charset::Encoding::kUtf8}).text;
}

std::string words(int n, std::string_view word = "word") {
  std::string text;
  for (int i = 0; i < n; ++i) text += std::string(word) + " ";
  return text;
}

TEST(MainText, CollapsesWhiteSpaceAndPutsABlockOnALine) {
  EXPECT_EQ(main_text(" a \n b <b>c</b>d<p>e<br>f<div>g</div>h "), "a b cd\ne\nf\ng\nh");
}

TEST(MainText, LeavesOutTheNavigation) {
  const std::string html =
      "<div><a href=1>Home</a> <a href=2>News</a> <a href=3>About us</a></div>"
      "<h1>The story</h1><p>" +
      words(60) + "</p><p>" + words(50) +
      "</p>"
      "<div><a href=4>Terms</a> | <a href=5>Privacy</a></div>";
  const std::string text = main_text(html);
  EXPECT_EQ(text.find("Home"), std::string::npos);
  EXPECT_EQ(text.find("Privacy"), std::string::npos);
  EXPECT_NE(text.find("word"), std::string::npos);
}

TEST(MainText, LeavesOutWhatThePageCallsAside) {
  const std::string text =
      main_text("<nav>" + words(30, "menu") + "</nav><main><p>" + words(60) + "</main><aside>" +
                words(30, "advert") + "</aside><footer>" + words(30, "legal") + "</footer>");
  EXPECT_EQ(text.find("menu"), std::string::npos);
  EXPECT_EQ(text.find("advert"), std::string::npos);
  EXPECT_EQ(text.find("legal"), std::string::npos);
  EXPECT_NE(text.find("word"), std::string::npos);
}

TEST(MainText, AListOfLinksKeepsItsText) {
  const std::string text =
      main_text("<nav>menu</nav><ul><li><a href=1>One</a><li><a href=2>Two</a></ul>");
  EXPECT_EQ(text, "One\nTwo");
}

TEST(MainText, APageWithNothingElseKeepsItsNavigation) {
  EXPECT_EQ(main_text("<nav>only this</nav>"), "only this");
}

TEST(MainText, CountsWordsOfScriptsThatHaveNoSpaces) {
  // 60 Han characters in one block: about 30 words, not one.
  std::string han;
  for (int i = 0; i < 90; ++i) han += "\xE6\xB0\xB4";
  const std::string text =
      main_text("<div><a href=1>\xE6\xB0\xB4</a></div><p>" + han + "<p>" + han);
  EXPECT_EQ(text, han + "\n" + han);
}

TEST(MainText, DropsControlCharacters) {
  EXPECT_EQ(main_text(std::string_view("a\x01\0b\x7F", 5)), "ab");
}

TEST(MainText, StopsAtItsLimitBetweenCharacters) {
  for (size_t limit = 2; limit < 20; ++limit) {
    MainText whole(limit);
    whole.add("\xED\x95\x9C \xED\x95\x9C\xED\x95\x9C \xED\x95\x9C", false);
    const std::string text = whole.finish();
    EXPECT_LE(text.size(), limit);
    MainText cut(limit);
    for (const char c : std::string_view("\xED\x95\x9C \xED\x95\x9C\xED\x95\x9C \xED\x95\x9C")) {
      cut.add({&c, 1}, false);
    }
    EXPECT_EQ(cut.finish(), text);
    if (!text.empty()) {
      EXPECT_EQ(static_cast<unsigned char>(text.back()), 0x9C) << limit;
    }
  }
}

}  // namespace
}  // namespace freshet::parse
