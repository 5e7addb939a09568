#include "parse/visible_text.h"

#include "gtest/gtest.h"
#include "parse/page.h"

namespace freshet::parse {
namespace {

ParsedPage parsed(std::string_view html) {
  static const url::Url url = *url::parse("http://example.com/");
  return parse_page(html, {.url = url, .transport = charset::Encoding::kUtf8});
}

std::string main_text(std::string_view html) {
  return main_text(parsed(html));
}

std::string visible(std::string_view html) {
  return parsed(html).text;
}

std::string words(int n, std::string_view word = "word") {
  std::string text;
  for (int i = 0; i < n; ++i) text += std::string(word) + " ";
  return text;
}

TEST(MainText, WhiteSpaceIsCollapsedAndEachBlockIsALine) {
  EXPECT_EQ(main_text(" a \n b <b>c</b>d<p>e<br>f<div>g</div>h "), "a b cd\ne\nf\ng\nh");
}

TEST(VisibleText, LinesMostlyInLinksAreMarked) {
  const ParsedPage page =
      parsed("<p><a href=1>Old bridge</a><p>See <a href=1>it</a> here<p><a href=2>Mill</a> now");
  ASSERT_EQ(page.lines.size(), 3U);
  EXPECT_TRUE(page.lines[0].is_link);
  EXPECT_FALSE(page.lines[1].is_link);
  EXPECT_FALSE(page.lines[2].is_link);  // half of it
}

TEST(MainText, DoesNotContainNavigation) {
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

TEST(MainText, DoesNotContainNavAsideAndFooterElements) {
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

TEST(MainText, APageWithOnlyNavigationKeepsIt) {
  EXPECT_EQ(main_text("<nav>only this</nav>"), "only this");
}

TEST(MainText, CountsWordsOfScriptsWithoutSpaces) {
  // 90 Han characters in one block count as 45 words, not as one.
  std::string han;
  for (int i = 0; i < 90; ++i) han += "\xE6\xB0\xB4";
  const std::string text =
      main_text("<div><a href=1>\xE6\xB0\xB4</a></div><p>" + han + "<p>" + han);
  EXPECT_EQ(text, han + "\n" + han);
}

TEST(MainText, DropsControlCharacters) {
  EXPECT_EQ(main_text(std::string_view("a\x01\0b\x7F", 5)), "ab");
}

TEST(MainText, IsCutAtTheLimitBetweenCharacters) {
  for (size_t limit = 2; limit < 20; ++limit) {
    ParsedPage page;
    VisibleText whole(limit);
    whole.add("\xED\x95\x9C \xED\x95\x9C\xED\x95\x9C \xED\x95\x9C", false);
    whole.finish(page);
    const std::string text = page.text;
    EXPECT_LE(text.size(), limit);
    VisibleText cut(limit);
    for (const char c : std::string_view("\xED\x95\x9C \xED\x95\x9C\xED\x95\x9C \xED\x95\x9C")) {
      cut.add({&c, 1}, false);
    }
    cut.finish(page);
    EXPECT_EQ(page.text, text);
    if (!text.empty()) {
      EXPECT_EQ(static_cast<unsigned char>(text.back()), 0x9C) << limit;
    }
  }
}

TEST(VisibleText, ContainsAllTextThatAReaderSees) {
  const std::string html =
      "<nav><a href=1>Home</a></nav><h1>Codes</h1><p>" + words(60) +
      "<table><caption>All codes</caption><tr><th>Code<th>Name<tr><td>40P01<td>deadlock</table>"
      "<ul><li><a href=2>Next</a></ul><figure><img src=i alt='A plot'><figcaption>Plot</figure>"
      "<select><option>Red<option>Blue</select><textarea>typed</textarea><footer>Legal</footer>";
  const std::string text = visible(html);
  for (const char* seen : {"Home", "Codes", "All codes", "Code", "Name", "40P01", "deadlock",
                           "Next", "A plot", "Plot", "Red", "Blue", "typed", "Legal"}) {
    EXPECT_NE(("\n" + text + "\n").find(std::string("\n") + seen + "\n"), std::string::npos)
        << seen << " is not a line of\n"
        << text;
  }
}

TEST(VisibleText, ContainsAttributesThatBrowsersShow) {
  EXPECT_EQ(visible("see<img alt='the  map'>here"), "see the map here");
  EXPECT_EQ(visible("<input type=submit value=Send><input placeholder='Your name'>"),
            "Send Your name");
  EXPECT_EQ(visible("<map><area href=1 alt=North></map>"), "North");
  EXPECT_EQ(visible("<textarea placeholder='Say it'></textarea>"), "Say it");
}

TEST(VisibleText, DoesNotContainHiddenText) {
  EXPECT_EQ(visible("a<script>b</script><style>c</style><template>d</template>"
                    "<input type=hidden value=token><input type=password value=secret>e"),
            "ae");
  EXPECT_EQ(visible("<svg><style>.a{}</style><script>f()</script><text>label</text></svg>"),
            "label");
}

// The limits are inside a word, inside a character of three bytes and after a space.
TEST(VisibleText, TextBeyondTheLimitIsHashedWithoutWhiteSpace) {
  static const url::Url url = *url::parse("http://example.com/");
  const auto seen = [](std::string_view text, size_t limit) {
    PageOptions options;
    options.max_text_bytes = limit;
    const ParsedPage page =
        parse_page(text, {.url = url, .transport = charset::Encoding::kUtf8}, options);
    return page.text + '|' + page.truncated_text_hash;
  };
  for (size_t limit = 1; limit < 22; ++limit) {
    EXPECT_EQ(seen("<p>one 한글 words<p>last", limit), seen("<p>one  한글 words<p> last ", limit));
    EXPECT_NE(seen("<p>one 한글 words<p>last", limit), seen("<p>one 한글 words<p>lost", limit));
  }
  EXPECT_EQ(seen("<p>one two", 30), "one two|");
}

TEST(VisibleText, LinesAreRangesOfTheText) {
  const ParsedPage page = parsed("<p>one<p>two <b>words</b><p>three");
  ASSERT_EQ(page.lines.size(), 3u);
  std::string joined;
  for (const TextLine& line : page.lines) {
    joined += page.text.substr(line.begin, line.end - line.begin) + "|";
  }
  EXPECT_EQ(joined, "one|two words|three|");
}

TEST(VisibleText, LinkPlacesHaveTheLineOfTheirLink) {
  const ParsedPage page = parsed(
      "<p>one <a href=1>a</a><p>two<p><a href=2><img src=x></a><p>three <a href=1>again</a>"
      "<a href=3></a><p><a href=4></a>");
  ASSERT_EQ(page.lines.size(), 3u);
  std::vector<std::pair<uint32_t, std::string>> places;
  for (const LinkPlace& place : page.link_places) {
    places.emplace_back(place.line, page.links[place.link].url.path());
  }
  const std::vector<std::pair<uint32_t, std::string>> expected = {
      {0, "/1"}, {2, "/2"}, {2, "/1"}, {2, "/3"}, {3, "/4"}};
  EXPECT_EQ(places, expected);
}

}  // namespace
}  // namespace freshet::parse
