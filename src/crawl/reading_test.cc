#include "crawl/reading.h"

#include "collection/keys.h"
#include "gtest/gtest.h"

namespace freshet::crawl {
namespace {

const url::Url kUrl = *url::parse("http://example.com/a/b");

fetch::Reply html(std::string body) {
  fetch::Reply reply;
  reply.status = 200;
  reply.headers.add("Content-Type", "text/html; charset=utf-8");
  reply.body = std::move(body);
  return reply;
}

Reading read(const fetch::Reply& reply, bool is_sitemap = false) {
  static const Reader reader{CrawlOptions{}};
  return reader.read(reply, {.url = kUrl, .is_sitemap = is_sitemap});
}

std::string urls(const Reading& reading) {
  std::string all;
  for (size_t i = 0; i < reading.candidates.size(); ++i) {
    const Candidate c = reading.candidates[i];
    all += std::string(c.url) + (c.nofollow ? "!" : "") + (c.sitemap ? "@" : "") + " ";
  }
  return all;
}

TEST(Reading, LinksComeInCanonicalFormWithTheirKeys) {
  const Reading reading =
      read(html("<title>T</title><a href='C?utm_source=x&y=1#z'>c</a><a rel=nofollow href=/d>d</a>"
                "<img src=i.png><link rel=stylesheet href=s.css>"));
  EXPECT_EQ(urls(reading), "http://example.com/a/C?y=1 http://example.com/d! ");
  EXPECT_EQ(reading.title, "T");
  EXPECT_EQ(reading.candidates[0].key, collection::page_key("http://example.com/a/C?y=1"));
  EXPECT_EQ(reading.candidates[0].key.site, collection::site_id("http://example.com"));
}

TEST(Reading, ARedirectHasItsTargetInCanonicalForm) {
  fetch::Reply reply;
  reply.status = 301;
  reply.headers.add("Location", "../c");
  const Reading reading = read(reply);
  ASSERT_TRUE(reading.redirect);
  EXPECT_EQ(*reading.redirect, "http://example.com/c");
  reply.headers = http::HeaderMap();
  reply.headers.add("Location", "mailto:a@b");
  EXPECT_FALSE(read(reply).redirect);
}

TEST(Reading, HeaderAndMetaRobotsAreCombined) {
  fetch::Reply reply = html("<meta name=robots content=nofollow><a href=x>");
  reply.headers.add("X-Robots-Tag", "noindex");
  const Reading reading = read(reply);
  EXPECT_TRUE(reading.robots.noindex);
  EXPECT_TRUE(reading.robots.nofollow);
}

TEST(Reading, LinksOfTheHeaderCountLikeElements) {
  const std::string field =
      "</canonical>; rel=canonical, </de>; rel=alternate; hreflang=de, </next>; rel=next, "
      "<s.css>; rel=stylesheet, </ad>; rel=\"alternate sponsored\"";
  const std::string elements =
      "<link rel=canonical href=/canonical><link rel=alternate hreflang=de href=/de>"
      "<link rel=next href=/next><link rel=stylesheet href=s.css>"
      "<link rel='alternate sponsored' href=/ad>";
  const std::string expected =
      "http://example.com/canonical http://example.com/de http://example.com/ad! ";
  EXPECT_EQ(urls(read(html(elements))), expected);
  fetch::Reply page = html("");
  page.headers.add("Link", field);
  EXPECT_EQ(urls(read(page)), expected);

  for (const char* type : {"application/pdf", "text/plain", "image/png"}) {
    fetch::Reply other;
    other.status = 200;
    other.headers.add("Content-Type", type);
    other.headers.add("Link", field);
    other.body = "<a href=/no>no page</a>";
    EXPECT_EQ(urls(read(other)), expected) << type;
    other.status = 404;
    EXPECT_EQ(urls(read(other)), "") << type;
  }
}

TEST(Reading, LinksOfTheHeaderAreMetadataOfWhatIsNotHtml) {
  CrawlOptions options;
  options.run.emplace();
  options.compare.metadata_counts = true;
  const Reader reader(options);
  const auto read_pdf = [&](const char* field, const Before* before) {
    fetch::Reply reply;
    reply.status = 200;
    reply.headers.add("Content-Type", "application/pdf");
    if (*field != '\0') reply.headers.add("Link", field);
    reply.body = "%PDF";
    return reader.read(reply, {.url = kUrl, .before = before});
  };
  const Reading first = read_pdf("</a>; rel=canonical", nullptr);
  const Before before{.content = first.content, .simhash = first.simhash, .version = first.version};
  EXPECT_TRUE(read_pdf("</a>; rel=canonical", &before).same);
  EXPECT_FALSE(read_pdf("</b>; rel=canonical", &before).same_links);
  EXPECT_EQ(read_pdf("</b>; rel=canonical", &before).difference, change::DifferenceKind::kMetadata);
}

TEST(Reading, SitemapsYieldPagesAndSitemaps) {
  fetch::Reply reply = html("<urlset><url><loc>http://example.com/1</loc></url></urlset>");
  EXPECT_EQ(urls(read(reply, true)), "http://example.com/1 ");
  reply.body = "<sitemapindex><sitemap><loc>/s2.xml</loc></sitemap></sitemapindex>";
  EXPECT_EQ(urls(read(reply, true)), "http://example.com/s2.xml@ ");
  reply.body = "no sitemap";
  EXPECT_EQ(urls(read(reply, true)), "");
}

TEST(Reading, TheFirstMomentOf1970IsNoDateOfASitemap) {
  fetch::Reply reply;
  reply.status = 200;
  reply.body =
      "<urlset><url><loc>http://example.com/a/1</loc><lastmod>2026-01-01</lastmod></url>"
      "<url><loc>http://example.com/a/2</loc><lastmod>1970-01-01</lastmod></url>"
      "<url><loc>http://example.com/a/3</loc></url></urlset>";
  const Reading reading = read(reply, true);
  ASSERT_EQ(reading.candidates.size(), 3u);
  EXPECT_EQ(reading.candidates[0].date, Instant::from_unix_seconds(1'767'225'600));
  EXPECT_EQ(reading.candidates[1].date, std::nullopt);
  EXPECT_EQ(reading.candidates[2].date, std::nullopt);
}

TEST(Reading, ASitemapIsUnchangedWhileItListsTheSamePages) {
  CrawlOptions options;
  options.run.emplace();
  const Reader reader(options);
  fetch::Reply reply = html("");
  const auto visit = [&](const std::string& urls, const Before* before) {
    reply.body = "<urlset>" + urls + "</urlset>";
    return reader.read(reply, {.url = kUrl, .is_sitemap = true, .before = before});
  };
  const std::string old_a = "<url><loc>/a</loc><lastmod>2026-01-01</lastmod></url>";
  const std::string new_a = "<url><loc>/a</loc><lastmod>2026-01-02</lastmod></url>";
  const std::string b = "<url><loc>/b</loc></url>";
  const Reading first = visit(old_a + b, nullptr);
  const Before before{.content = first.content, .version = first.version};
  EXPECT_TRUE(visit(old_a + b, &before).same);
  EXPECT_TRUE(visit(b + new_a, &before).same);
  EXPECT_FALSE(visit(old_a + "<url><loc>/c</loc></url>", &before).same);
  EXPECT_FALSE(visit(old_a, &before).same);
  EXPECT_FALSE(visit("", &before).same);
  const Reading empty = visit("", nullptr);
  const Before nothing{.content = empty.content, .version = empty.version};
  EXPECT_FALSE(visit("<!-- other -->", &nothing).same);
}

TEST(Reading, OnlyRepliesWithContentAreRead) {
  fetch::Reply reply = html("<a href=x>");
  reply.status = 404;
  EXPECT_EQ(urls(read(reply)), "");
  reply.status = 200;
  reply.headers = http::HeaderMap();
  reply.headers.add("Content-Type", "application/pdf");
  EXPECT_EQ(urls(read(reply)), "");
}

TEST(Keys, TheSiteIsThePartBeforeThePath) {
  EXPECT_EQ(collection::site_text("https://h:81/a?b=/c"), "https://h:81");
  EXPECT_EQ(collection::site_text("http://[::1]/"), "http://[::1]");
}

}  // namespace
}  // namespace freshet::crawl
