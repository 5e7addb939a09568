#include "crawl/reading.h"

#include "crawl/keys.h"
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
  EXPECT_EQ(reading.candidates[0].key, page_key("http://example.com/a/C?y=1"));
  EXPECT_EQ(reading.candidates[0].key.site, site_id("http://example.com"));
}

TEST(Reading, ARedirectPointsSomewhere) {
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

TEST(Reading, HeaderAndMetaRobotsHoldTogether) {
  fetch::Reply reply = html("<meta name=robots content=nofollow><a href=x>");
  reply.headers.add("X-Robots-Tag", "noindex");
  const Reading reading = read(reply);
  EXPECT_TRUE(reading.robots.noindex);
  EXPECT_TRUE(reading.robots.nofollow);
}

TEST(Reading, SitemapsYieldPagesAndSitemaps) {
  fetch::Reply reply = html("<urlset><url><loc>http://example.com/1</loc></url></urlset>");
  EXPECT_EQ(urls(read(reply, true)), "http://example.com/1 ");
  reply.body = "<sitemapindex><sitemap><loc>/s2.xml</loc></sitemap></sitemapindex>";
  EXPECT_EQ(urls(read(reply, true)), "http://example.com/s2.xml@ ");
  reply.body = "no sitemap";
  EXPECT_EQ(urls(read(reply, true)), "");
}

TEST(Reading, ASitemapIsTheSameWhileItNamesTheSamePages) {
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

TEST(Reading, OnlyContentIsRead) {
  fetch::Reply reply = html("<a href=x>");
  reply.status = 404;
  EXPECT_EQ(urls(read(reply)), "");
  reply.status = 200;
  reply.headers = http::HeaderMap();
  reply.headers.add("Content-Type", "application/pdf");
  EXPECT_EQ(urls(read(reply)), "");
}

TEST(Keys, TheSiteIsWhatStandsBeforeThePath) {
  EXPECT_EQ(site_text("https://h:81/a?b=/c"), "https://h:81");
  EXPECT_EQ(site_text("http://[::1]/"), "http://[::1]");
}

}  // namespace
}  // namespace freshet::crawl
