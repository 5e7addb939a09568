#include "parse/sitemap.h"

#include <zlib.h>

#include "clock/civil.h"
#include "gtest/gtest.h"
#include "parse/date.h"

namespace freshet::parse {
namespace {

const url::Url kUrl = *url::parse("http://example.com/sitemap.xml");

Result<ParsedSitemap> parse(std::string_view body, const SitemapOptions& options = {}) {
  return parse_sitemap(body, {.url = kUrl, .transport = std::nullopt}, options);
}

std::string locs(const Result<ParsedSitemap>& sitemap) {
  if (!sitemap) return "error: " + sitemap.error().message;
  std::string all(name(sitemap->kind));
  for (const SitemapUrl& url : sitemap->urls) all += " " + std::string(url.loc.href());
  for (const SitemapReference& r : sitemap->sitemaps) all += " @" + std::string(r.loc.href());
  return all;
}

std::string gzip(std::string_view text) {
  z_stream z{};
  deflateInit2(&z, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(compressBound(text.size()) + 64, '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  z.avail_in = static_cast<uInt>(text.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  deflate(&z, Z_FINISH);
  out.resize(z.total_out);
  deflateEnd(&z);
  return out;
}

TEST(Sitemap, ParsesAUrlset) {
  const auto sitemap = parse(
      "<?xml version='1.0'?><urlset xmlns='x'><url><loc> http://example.com/a?b=1&amp;c=2 </loc>"
      "<lastmod>2026-01-02</lastmod><changefreq>Daily</changefreq><priority>0.8</priority></url>"
      "<url><loc><![CDATA[/relative]]></loc></url></urlset>");
  ASSERT_TRUE(sitemap);
  EXPECT_EQ(locs(sitemap), "urlset http://example.com/a?b=1&c=2 http://example.com/relative");
  EXPECT_EQ(format_iso8601(*sitemap->urls[0].lastmod), "2026-01-02T00:00:00Z");
  EXPECT_EQ(sitemap->urls[0].changefreq, ChangeFrequency::kDaily);
  EXPECT_EQ(sitemap->urls[0].priority, 0.8);
  EXPECT_FALSE(sitemap->urls[1].lastmod);
  EXPECT_TRUE(sitemap->remarks.empty());
}

TEST(Sitemap, IgnoresExtensions) {
  EXPECT_EQ(
      locs(parse("<urlset><url><image:image><image:loc>http://i/</image:loc></image:image>"
                 "<loc>http://a/</loc><news:news><news:title>x</news:title></news:news></url>")),
      "urlset http://a/");
  EXPECT_EQ(locs(parse("<s:urlset><s:url><s:loc>http://a/</s:loc><loc>http://b/</loc></s:url>")),
            "urlset http://a/");
}

TEST(Sitemap, ParsesAnIndexTextRssAndAtom) {
  EXPECT_EQ(locs(parse("<sitemapindex><sitemap><loc>http://a/1</loc></sitemap></sitemapindex>")),
            "index @http://a/1");
  EXPECT_EQ(locs(parse("\xEF\xBB\xBFhttp://a/1\r\n\nhttp://a/2\nnonsense")),
            "text http://a/1 http://a/2");
  EXPECT_EQ(
      locs(parse("<rss><channel><link>http://c/</link><item><title>t</title><link>http://a/1</link>"
                 "</item><item><guid>http://a/2</guid></item></channel></rss>")),
      "rss http://a/1 http://a/2");
  EXPECT_EQ(locs(parse(
                "<feed><link href='http://c/'/><entry><link rel='edit' href='http://e/'/>"
                "<link href='http://a/1'/><updated>2026-01-02T03:04:05Z</updated></entry></feed>")),
            "atom http://a/1");
}

TEST(Sitemap, KeepsTheEntriesOfAMalformedFile) {
  EXPECT_EQ(
      locs(parse(
          "<urlset><url><loc>http://a/1<url><loc>http://a/2</loc></url><url><loc>http://a/3")),
      "urlset http://a/1 http://a/2 http://a/3");
  EXPECT_EQ(locs(parse("junk <sitemapindex><sitemap>http://a/1</sitemap></sitemapindex>")),
            "error: this is neither a sitemap nor a feed");
  EXPECT_EQ(locs(parse("<sitemapindex><sitemap>http://a/1&amp;x</sitemap></sitemapindex>")),
            "index @http://a/1&x");
  EXPECT_EQ(locs(parse("<urlset><url><loc>http://a/x&y</loc></url>")), "urlset http://a/x&y");
}

TEST(Sitemap, RefusesOtherFiles) {
  EXPECT_FALSE(parse(""));
  EXPECT_FALSE(parse("this is no sitemap"));
  EXPECT_FALSE(parse("<html><body><a href='http://a/'>x</a></body></html>"));
}

TEST(Sitemap, NeverExpandsDeclaredEntities) {
  const auto sitemap = parse(
      "<!DOCTYPE x [<!ENTITY a 'http://evil/'><!ENTITY b SYSTEM 'file:///etc/passwd'>]>"
      "<urlset><url><loc>&a;</loc></url><url><loc>http://ok/&b;</loc></url></urlset>");
  EXPECT_EQ(locs(sitemap), "urlset http://ok/&b;");
}

TEST(Sitemap, ParsesGzipAndTheBeginningOfIncompleteGzip) {
  std::string body = "<urlset>";
  for (int i = 0; i < 1000; ++i) {
    body += "<url><loc>http://a/" + std::to_string(i * 7919 % 1000) + "</loc></url>";
  }
  const std::string packed = gzip(body + "</urlset>");
  EXPECT_EQ(parse(packed)->urls.size(), 1000u);
  EXPECT_EQ(parse(packed + std::string(100, '\0'))->urls.size(), 1000u);
  const auto cut = parse(packed.substr(0, packed.size() / 2));
  ASSERT_TRUE(cut);
  EXPECT_GT(cut->urls.size(), 100u);
  EXPECT_LT(cut->urls.size(), 1000u);
  EXPECT_EQ(cut->remarks.back(), "the gzip data is cut off");
}

TEST(Sitemap, EntriesAndBytesAreLimited) {
  std::string body = "<urlset>";
  for (int i = 0; i < 100; ++i) body += "<url><loc>http://a/" + std::to_string(i) + "</loc></url>";
  const auto few = parse(body, {.max_urls = 10});
  EXPECT_EQ(few->urls.size(), 10u);
  EXPECT_EQ(few->remarks.back(), "90 entries beyond the limit were left out");
  const auto short_file = parse(body, {.max_bytes = 200});
  EXPECT_LT(short_file->urls.size(), 10u);
  // A bomb: 20 MB of spaces in 20 kB.
  const auto bomb = parse(gzip("<urlset>" + std::string(20'000'000, ' ')), {.max_bytes = 100'000});
  ASSERT_TRUE(bomb);
  EXPECT_EQ(bomb->remarks.back(), "only the first 100000 bytes were read");
}

TEST(Sitemap, ParsesOtherEncodings) {
  EXPECT_EQ(
      locs(parse(
          "<?xml version='1.0' encoding='ISO-8859-1'?><urlset><url><loc>http://a/\xE9</loc>")),
      "urlset http://a/%C3%A9");
}

TEST(Dates, OfSitemapsAndFeedsAreParsed) {
  const auto iso = [](std::optional<Instant> date) {
    return date ? format_iso8601(*date) : "none";
  };
  EXPECT_EQ(iso(parse_w3c_date("2026")), "2026-01-01T00:00:00Z");
  EXPECT_EQ(iso(parse_w3c_date("2026-11-15T07:09")), "2026-11-15T07:09:00Z");
  EXPECT_EQ(iso(parse_w3c_date(" 2026-11-15 07:09:34.5+0900 ")), "2026-11-14T22:09:34Z");
  EXPECT_EQ(iso(parse_w3c_date("2026-11-15T07:09:34-01")), "2026-11-15T08:09:34Z");
  EXPECT_EQ(iso(parse_w3c_date("2026-13-15")), "none");
  EXPECT_EQ(iso(parse_w3c_date("2026-11-15x")), "none");
  EXPECT_EQ(iso(parse_feed_date("Sun, 15 Nov 2026 07:09:34 +0100")), "2026-11-15T06:09:34Z");
  EXPECT_EQ(iso(parse_feed_date("15 Nov 2026 07:09:34")), "none");
}

}  // namespace
}  // namespace freshet::parse
