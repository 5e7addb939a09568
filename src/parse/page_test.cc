#include "parse/page.h"

#include "gtest/gtest.h"

namespace freshet::parse {
namespace {

const url::Url kUrl = *url::parse("http://example.com/dir/page.html?x#y");

ParsedPage parse(std::string_view html, const PageOptions& options = {}) {
  return parse_page(html, {.url = kUrl, .transport = charset::Encoding::kUtf8}, options);
}

// "tag url rel" of each link, a line each.
std::string links(const ParsedPage& page) {
  std::string all;
  for (const Link& link : page.links) {
    all += std::string(name(link.tag)) + " " + std::string(link.url.href());
    if (!link.rel.empty()) all += " " + link.rel;
    all += "\n";
  }
  return all;
}

TEST(Page, FindsEveryKindOfLink) {
  const ParsedPage page = parse(
      "<a href=a>x</a><area href='/b'><link rel=next href=c><iframe src=d></iframe>"
      "<frame src=e><img src=f srcset='g 1x, h 2x'><script src=i></script>"
      "<link rel='Alternate' type='application/rss+xml' href=j>"
      "<link rel=alternate hreflang=ko href=k><meta http-equiv=refresh content='3;url=l'>");
  EXPECT_EQ(links(page),
            "a http://example.com/dir/a\narea http://example.com/b\n"
            "link http://example.com/dir/c next\niframe http://example.com/dir/d\n"
            "frame http://example.com/dir/e\nimg http://example.com/dir/f\n"
            "img http://example.com/dir/g\nimg http://example.com/dir/h\n"
            "script http://example.com/dir/i\nlink http://example.com/dir/j alternate\n"
            "link http://example.com/dir/k alternate\nmeta http://example.com/dir/l\n");
  EXPECT_EQ(page.links[9].kind, LinkKind::kFeed);
  EXPECT_EQ(page.links[10].kind, LinkKind::kAlternate);
  EXPECT_EQ(page.links[10].hreflang, "ko");
  ASSERT_TRUE(page.refresh);
  EXPECT_EQ(page.refresh->delay_seconds, 3);
  EXPECT_EQ(page.refresh->target->href(), "http://example.com/dir/l");
}

TEST(Page, ListsALinkOnceAndWithoutItsFragment) {
  const ParsedPage page = parse("<a href=a#1><a href=a#2><a href=a rel=nofollow><a href='#top'>");
  EXPECT_EQ(links(page),
            "a http://example.com/dir/a\na http://example.com/dir/a nofollow\n"
            "a http://example.com/dir/page.html?x\n");
}

TEST(Page, KnowsWhichLinksNotToFollow) {
  const ParsedPage page = parse(
      "<a href=1 rel='noopener NOFOLLOW'><a href=2 rel=ugc><a href=3 rel=sponsored><a href=4>");
  ASSERT_EQ(page.links.size(), 4u);
  EXPECT_TRUE(page.links[0].nofollow);
  EXPECT_TRUE(page.links[1].nofollow);
  EXPECT_TRUE(page.links[2].nofollow);
  EXPECT_FALSE(page.links[3].nofollow);
}

TEST(Page, TheFirstBaseCountsForTheWholePage) {
  const ParsedPage page = parse("<a href=x><base href=/elsewhere/><base href=/other/>");
  EXPECT_EQ(links(page), "a http://example.com/elsewhere/x\n");
  EXPECT_EQ(page.base->href(), "http://example.com/elsewhere/");
}

TEST(Page, ABaseThatIsNoWebAddressDoesNotCount) {
  EXPECT_EQ(links(parse("<base href='data:,x'><a href=x>")), "a http://example.com/dir/x\n");
  EXPECT_EQ(links(parse("<base href='http://['><a href=x>")), "a http://example.com/dir/x\n");
}

TEST(Page, RemarksOnLinksThatAreNone) {
  const ParsedPage page =
      parse("<a href='mailto:a@b'><a href='javascript:x()'><a href='http://['>");
  EXPECT_TRUE(page.links.empty());
  EXPECT_EQ(page.remarks, (std::vector<std::string>{"1 links are not valid URLs",
                                                    "2 links are neither http nor https"}));
}

TEST(Page, KeepsToItsLimits) {
  PageOptions options;
  options.max_links = 2;
  options.max_text_bytes = 9;
  options.max_title_bytes = 4;
  const ParsedPage page = parse(
      "<title>abcdefgh</title><a href=1><a href=2><a href=3>"
      "<p>one \xED\x95\x9C\xEA\xB8\x80 three",
      options);
  EXPECT_EQ(page.links.size(), 2u);
  EXPECT_EQ(page.text, "one \xED\x95\x9C");
  EXPECT_EQ(page.title, "abcd");
  EXPECT_EQ(page.remarks.size(), 2u);
}

TEST(Page, TemplatesAreNotThere) {
  const ParsedPage page = parse(
      "<template><a href=1>x</a><title>no</title><template></template>y</template><a href=2>z");
  EXPECT_EQ(links(page), "a http://example.com/dir/2\n");
  EXPECT_EQ(page.text, "z");
  EXPECT_FALSE(page.title);
}

TEST(Page, MarkupInScriptsAndTitlesIsText) {
  const ParsedPage page = parse(
      "<title>a <a href=1>b</title><script>'<a href=2>'</script><style><a href=3></style>"
      "<textarea><a href=4></textarea><noscript><a href=5>x</a></noscript><iframe><a "
      "href=6></iframe>");
  EXPECT_EQ(page.title, "a <a href=1>b");
  EXPECT_EQ(links(page), "a http://example.com/dir/5\n");
}

TEST(Page, ForeignContentHasItsOwnRules) {
  // <title> in <svg> is no page title, <style> there is not raw text, and <p> ends it all.
  const ParsedPage page = parse(
      "<svg><title>icon</title><style><a href=1></style><![CDATA[<a href=2>]]></svg>"
      "<title>page</title><svg><p><style><a href=3></style>");
  EXPECT_EQ(page.title, "page");
  EXPECT_EQ(links(page), "a http://example.com/dir/1\n");
}

TEST(Page, ReadsTitleDescriptionLanguageAndCanonical) {
  const ParsedPage page = parse(
      "<html lang=' ko-KR '><title>\n  One \t two </title><title>three</title>"
      "<meta name=Description content=' a  b '><link rel=canonical href='/c'>");
  EXPECT_EQ(page.title, "One two");
  EXPECT_EQ(page.description, "a b");
  EXPECT_EQ(page.language, "ko-KR");
  EXPECT_EQ(page.canonical->href(), "http://example.com/c");
  EXPECT_EQ(parse("<meta http-equiv=content-language content='de, en'>").language, "de");
}

TEST(Page, ObeysRobotsMetaForEveryoneAndForUs) {
  EXPECT_TRUE(parse("<meta name=ROBOTS content='NoIndex'>").robots.noindex);
  EXPECT_TRUE(parse("<meta name=freshet content=nofollow>").robots.nofollow);
  EXPECT_FALSE(parse("<meta name=otherbot content=none>").robots.noindex);
}

TEST(Page, RobotsMetaFindsUsWhateverTheCaseOfOurName) {
  PageOptions options;
  options.agent = "MyBot";
  EXPECT_TRUE(parse("<meta name=MyBot content=noindex>", options).robots.noindex);
  EXPECT_TRUE(parse("<meta name=mybot content=noindex>", options).robots.noindex);
}

TEST(Page, FormsAreLinksOnlyIfAskedFor) {
  const char* const html = "<form action=a></form><form method=post action=b></form>";
  EXPECT_EQ(links(parse(html)), "");
  PageOptions options;
  options.form_links = true;
  EXPECT_EQ(links(parse(html, options)), "form http://example.com/dir/a\n");
}

TEST(Page, QueriesAreEncodedAsThePageIs) {
  // EUC-KR "한" in a page that declares it: the query keeps the page's bytes, the path is UTF-8.
  const std::string html = "<meta charset=euc-kr><a href='/\xC7\xD1?q=\xC7\xD1'>";
  const ParsedPage page = parse_page(html, {.url = kUrl, .transport = std::nullopt});
  EXPECT_EQ(page.charset.encoding, charset::Encoding::kEucKr);
  EXPECT_EQ(links(page), "a http://example.com/%ED%95%9C?q=%C7%D1\n");
}

TEST(Page, IsTheSameHoweverItIsCut) {
  std::string html =
      "<meta name=x content=y>" + std::string(1100, ' ') +
      "<meta charset=euc-kr><title>\xC7\xD1</title><a href='\xC7\xD1?\xC7\xD1'>\xC7\xD1</a>";
  for (const size_t filler : {0, 70'000}) {
    html += std::string(filler, 'x') + "<p>\xC7\xD1\xB1\xDB";
    const ParsedPage whole = parse_page(html, {.url = kUrl, .transport = std::nullopt});
    for (const size_t piece : {1, 7, 1024, 4096}) {
      PageParser parser({.url = kUrl, .transport = std::nullopt}, {});
      for (size_t i = 0; i < html.size(); i += piece) {
        parser.feed(std::string_view(html).substr(i, piece));
      }
      const ParsedPage cut = parser.finish();
      EXPECT_EQ(cut.title, whole.title);
      EXPECT_EQ(cut.text, whole.text);
      EXPECT_EQ(links(cut), links(whole));
    }
  }
}

TEST(Page, AnEmptyPageIsAPage) {
  const ParsedPage page = parse("");
  EXPECT_FALSE(page.title);
  EXPECT_TRUE(page.links.empty());
  EXPECT_EQ(page.text, "");
}

TEST(Page, HostileNestingIsReadInLinearTime) {
  std::string html;
  for (int i = 0; i < 200'000; ++i) html += "<svg><template><math><a href=x>";
  EXPECT_LE(parse(html).links.size(), 10'000u);
}

}  // namespace
}  // namespace freshet::parse
