#include "parse/page.h"

#include "gtest/gtest.h"
#include "parse/page_in_pieces.h"

namespace freshet::parse {
namespace {

const url::Url kUrl = *url::parse("http://example.com/dir/page.html?x#y");

ParsedPage parse(std::string_view html, const PageOptions& options = {}) {
  return parse_page(html, {.url = kUrl, .transport = charset::Encoding::kUtf8}, options);
}

// Returns a line "tag url rel" for each link.
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

TEST(Page, LinksWithNofollowUgcOrSponsoredAreNofollow) {
  const ParsedPage page = parse(
      "<a href=1 rel='noopener NOFOLLOW'><a href=2 rel=ugc><a href=3 rel=sponsored><a href=4>");
  ASSERT_EQ(page.links.size(), 4u);
  EXPECT_TRUE(page.links[0].nofollow);
  EXPECT_TRUE(page.links[1].nofollow);
  EXPECT_TRUE(page.links[2].nofollow);
  EXPECT_FALSE(page.links[3].nofollow);
}

TEST(Page, TheFirstBaseAppliesToTheWholePage) {
  const ParsedPage page = parse("<a href=x><base href=/elsewhere/><base href=/other/>");
  EXPECT_EQ(links(page), "a http://example.com/elsewhere/x\n");
  EXPECT_EQ(page.base->href(), "http://example.com/elsewhere/");
}

TEST(Page, ABaseThatIsNotAWebUrlIsIgnored) {
  EXPECT_EQ(links(parse("<base href='data:,x'><a href=x>")), "a http://example.com/dir/x\n");
  EXPECT_EQ(links(parse("<base href='http://['><a href=x>")), "a http://example.com/dir/x\n");
}

TEST(Page, InvalidLinksAndOtherSchemesAreRemarked) {
  const ParsedPage page =
      parse("<a href='mailto:a@b'><a href='javascript:x()'><a href='http://['>");
  EXPECT_TRUE(page.links.empty());
  EXPECT_EQ(page.remarks, (std::vector<std::string>{"1 links are not valid URLs",
                                                    "2 links are neither http nor https"}));
}

TEST(Page, LinksTextAndTitleAreLimited) {
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

TEST(Page, TemplatesAreIgnored) {
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

TEST(Page, ForeignContentFollowsItsOwnRules) {
  // In <svg>, <title> is not the page title and <style> is not raw text. <p> ends foreign content.
  const ParsedPage page = parse(
      "<svg><title>icon</title><style><a href=1></style><![CDATA[<a href=2>]]></svg>"
      "<title>page</title><svg><p><style><a href=3></style>");
  EXPECT_EQ(page.title, "page");
  EXPECT_EQ(links(page), "a http://example.com/dir/1\n");
}

TEST(Page, HasTitleDescriptionLanguageAndCanonical) {
  const ParsedPage page = parse(
      "<html lang=' ko-KR '><title>\n  One \t two </title><title>three</title>"
      "<meta name=Description content=' a  b '><link rel=canonical href='/c'>");
  EXPECT_EQ(page.title, "One two");
  EXPECT_EQ(page.description, "a b");
  EXPECT_EQ(page.language, "ko-KR");
  EXPECT_EQ(page.canonical->href(), "http://example.com/c");
  EXPECT_EQ(parse("<meta http-equiv=content-language content='de, en'>").language, "de");
}

TEST(Page, RobotsMetaMayAddressAllCrawlersOrThisOne) {
  EXPECT_TRUE(parse("<meta name=ROBOTS content='NoIndex'>").robots.noindex);
  EXPECT_TRUE(parse("<meta name=freshet content=nofollow>").robots.nofollow);
  EXPECT_FALSE(parse("<meta name=otherbot content=none>").robots.noindex);
}

TEST(Page, NameOfTheCrawlerInRobotsMetaMayBeInAnyCase) {
  PageOptions options;
  options.agent = "MyBot";
  EXPECT_TRUE(parse("<meta name=MyBot content=noindex>", options).robots.noindex);
  EXPECT_TRUE(parse("<meta name=mybot content=noindex>", options).robots.noindex);
}

TEST(Page, FormsAreLinksOnlyWithTheOption) {
  const char* const html = "<form action=a></form><form method=post action=b></form>";
  EXPECT_EQ(links(parse(html)), "");
  PageOptions options;
  options.form_links = true;
  EXPECT_EQ(links(parse(html, options)), "form http://example.com/dir/a\n");
}

TEST(Page, QueriesAreEncodedInTheEncodingOfThePage) {
  // "한" in a page in EUC-KR: the query has the bytes of the page, the path is UTF-8.
  const std::string html = "<meta charset=euc-kr><a href='/\xC7\xD1?q=\xC7\xD1'>";
  const ParsedPage page = parse_page(html, {.url = kUrl, .transport = std::nullopt});
  EXPECT_EQ(page.charset.encoding, charset::Encoding::kEucKr);
  EXPECT_EQ(links(page), "a http://example.com/%ED%95%9C?q=%C7%D1\n");
}

TEST(Page, ResultDoesNotDependOnTheSizesOfPieces) {
  std::string html =
      "<meta name=x content=y>" + std::string(1100, ' ') +
      "<meta charset=euc-kr><title>\xC7\xD1</title><a href='\xC7\xD1?\xC7\xD1'>\xC7\xD1</a>";
  for (const size_t filler : {0, 70'000}) {
    html += std::string(filler, 'x') + "<p>\xC7\xD1\xB1\xDB";
    const ParsedPage whole = parse_page(html, {.url = kUrl, .transport = std::nullopt});
    for (const size_t piece : {1, 7, 1024, 4096}) {
      const ParsedPage cut =
          parse_in_pieces(html, {.url = kUrl, .transport = std::nullopt}, {}, piece);
      EXPECT_EQ(cut.title, whole.title);
      EXPECT_EQ(cut.text, whole.text);
      EXPECT_EQ(links(cut), links(whole));
    }
  }
}

ParsedPage parse_with_header(std::string_view html, std::string_view field,
                             const PageOptions& options = {}) {
  http::HeaderMap headers;
  EXPECT_TRUE(headers.add("Link", field));
  const auto header_links = http::links_of(headers);
  return parse_page(html, {.url = kUrl, .transport = std::nullopt, .header_links = header_links},
                    options);
}

TEST(PageWithLinkHeader, HeaderLinksAreTreatedLikeElements) {
  const std::pair<const char*, const char*> same[] = {
      {"<link rel=canonical href=/c>", "</c>; rel=canonical"},
      {"<link rel='Next nofollow' href=c>", "<c>; rel=\"Next nofollow\""},
      {"<link rel=alternate hreflang=' ko ' href=?k>", "<?k>; rel=alternate; hreflang=\" ko \""},
      {"<link rel=alternate type='application/rss+xml; x=y' href=j>",
       "<j>; rel=alternate; type=\"application/rss+xml; x=y\""},
      {"<link rel=stylesheet href=s>", "<s>; rel=stylesheet"},
      {"<link rel=preload href=s>", "<s>; rel=preload; as=style"},
      {"<link rel=dns-prefetch href=//h>", "<//h>; rel=dns-prefetch"},
      {"<link rel=preconnect href=//h>", "<//h>; rel=preconnect; crossorigin"},
      {"<link rel=next href=''>", "<>; rel=next"},
      {"<link href=a>", "<a>"},
      {"<link rel=canonical href=mailto:a@b>", "<mailto:a@b>; rel=canonical"},
      {"<link rel=canonical href='http://['>", "<http://[>; rel=canonical"},
      {"<link rel=canonical href=/1><link rel=canonical href=/2>",
       "</1>; rel=canonical, </2>; rel=canonical"},
  };
  for (const auto& [html, field] : same) {
    const ParsedPage by_element = parse(html);
    const ParsedPage by_header = parse_with_header("", field);
    EXPECT_EQ(links(by_header), links(by_element)) << field;
    EXPECT_EQ(by_header.canonical, by_element.canonical) << field;
    EXPECT_EQ(by_header.remarks, by_element.remarks) << field;
    ASSERT_EQ(by_header.links.size(), by_element.links.size()) << field;
    for (size_t i = 0; i < by_header.links.size(); ++i) {
      EXPECT_EQ(by_header.links[i].kind, by_element.links[i].kind) << field;
      EXPECT_EQ(by_header.links[i].hreflang, by_element.links[i].hreflang) << field;
      EXPECT_EQ(by_header.links[i].nofollow, by_element.links[i].nofollow) << field;
    }
  }
}

TEST(PageWithLinkHeader, LinksOfElementsComeFirst) {
  const ParsedPage page = parse_with_header("<link rel=canonical href=/element><a href=/a>",
                                            "</header>; rel=canonical, </element>; rel=canonical");
  EXPECT_EQ(links(page),
            "link http://example.com/element canonical\na http://example.com/a\n"
            "link http://example.com/header canonical\n");
  EXPECT_EQ(page.canonical->href(), "http://example.com/element");
  EXPECT_EQ(links(parse_with_header("<a href=1><a href=2>", "</3>; rel=next", {.max_links = 2})),
            "a http://example.com/dir/1\na http://example.com/dir/2\n");
}

TEST(PageWithLinkHeader, BaseAndEncodingOfThePageDoNotApplyToIt) {
  const std::string html = "<meta charset=euc-kr><base href=http://other.example/>";
  EXPECT_EQ(links(parse_with_header(html, "<k?q=\xED\x95\x9C>; rel=next")),
            "link http://example.com/dir/k?q=%ED%95%9C next\n");
}

TEST(PageWithLinkHeader, LinksOfOtherResourcesAreIgnored) {
  for (const char* anchor :
       {"#part", "/other", "http://other.example/dir/page.html?x", "http://["}) {
    const std::string field = "</c>; rel=canonical; anchor=\"" + std::string(anchor) + "\"";
    EXPECT_EQ(links(parse_with_header("", field)), "") << anchor;
  }
  for (const char* anchor : {"", "page.html?x", "http://example.com/dir/page.html?x"}) {
    const std::string field = "</c>; rel=canonical; anchor=\"" + std::string(anchor) + "\"";
    EXPECT_TRUE(parse_with_header("", field).canonical) << anchor;
  }
}

TEST(Page, AnEmptyBodyIsAnEmptyPage) {
  const ParsedPage page = parse("");
  EXPECT_FALSE(page.title);
  EXPECT_TRUE(page.links.empty());
  EXPECT_EQ(page.text, "");
}

TEST(Page, DeepNestingTakesLinearTime) {
  std::string html;
  for (int i = 0; i < 200'000; ++i) html += "<svg><template><math><a href=x>";
  EXPECT_LE(parse(html).links.size(), 10'000u);
}

}  // namespace
}  // namespace freshet::parse
