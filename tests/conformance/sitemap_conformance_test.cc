// Compares the parser of sitemaps and feeds with the tests of crawler-commons, scrapy and nutch.
#include "clock/civil.h"
#include "gtest/gtest.h"
#include "parse/date.h"
#include "parse/sitemap.h"
#include "support/suite.h"

namespace freshet::parse {
namespace {

using test::Mismatch;
using test::run_suite;

std::string text_of(const json::Value& value, std::string_view key) {
  return std::string(value[key].string().value_or(""));
}

// The name that the suite uses for a kind of sitemap.
std::string kind_in_suite(SitemapKind kind) {
  switch (kind) {
    case SitemapKind::kUrlset: return "XML";
    case SitemapKind::kIndex: return "INDEX";
    case SitemapKind::kRss: return "RSS";
    case SitemapKind::kAtom: return "ATOM";
    case SitemapKind::kText: return "TEXT";
  }
  return "";
}

std::string date_text(const std::optional<Instant>& date) {
  return date ? format_iso8601(*date) : "";
}

std::string expected_date(const json::Value& entry) {
  const std::string text = text_of(entry, "lastmod");
  return date_text(parse_feed_date(text));
}

Mismatch compare(const ParsedSitemap& sitemap, const json::Value& c) {
  const std::string type = text_of(c, "type");
  const bool named_otherwise = type == "urlset" || type == "url";
  if (!named_otherwise && kind_in_suite(sitemap.kind) != type) return kind_in_suite(sitemap.kind);
  const auto must_contain = c["must_contain"].elements();
  for (const json::Value& wanted : must_contain) {
    bool found = false;
    for (const SitemapUrl& url : sitemap.urls) found |= url.loc.href() == *wanted.string();
    if (!found) return "no " + std::string(*wanted.string());
  }
  if (!must_contain.empty()) return std::nullopt;

  const auto entries = c["entries"].elements();
  const bool index = sitemap.kind == SitemapKind::kIndex;
  const size_t count = index ? sitemap.sitemaps.size() : sitemap.urls.size();
  if (count != entries.size()) return std::to_string(count) + " entries";
  for (size_t i = 0; i < count; ++i) {
    const url::Url& loc = index ? sitemap.sitemaps[i].loc : sitemap.urls[i].loc;
    const auto& lastmod = index ? sitemap.sitemaps[i].lastmod : sitemap.urls[i].lastmod;
    const auto expected = url::parse(text_of(entries[i], "loc"));
    if (!expected || loc != *expected) return std::string(loc.href());
    if (date_text(lastmod) != expected_date(entries[i])) return date_text(lastmod);
    if (index) continue;
    const auto frequency = sitemap.urls[i].changefreq;
    const std::string got = frequency ? std::string(name(*frequency)) : "";
    if (got != text_of(entries[i], "changefreq")) return got;
  }
  return std::nullopt;
}

TEST(SitemapConformance, FilesAreParsedWholeAndInPieces) {
  run_suite("sitemap/expected.jsonl",
            [](const json::Value& c) -> Mismatch {
              const std::string body =
                  test::read_file(*test::suite_path("sitemap/" + text_of(c, "file")));
              const std::string url_text =
                  c["url"].string() ? text_of(c, "url") : "http://www.example.com/";
              const auto url = url::parse(url_text);
              const auto sitemap = parse_sitemap(body, {.url = *url, .transport = std::nullopt});

              // The result does not depend on how the file is cut into pieces.
              for (const size_t piece : {1, 7, 4096}) {
                SitemapParser parser({.url = *url, .transport = std::nullopt}, {});
                for (size_t i = 0; i < body.size(); i += piece) {
                  parser.feed(std::string_view(body).substr(i, piece));
                }
                const auto again = parser.finish();
                if (again.has_value() != sitemap.has_value()) return "differs when cut";
                if (sitemap && (again->urls.size() != sitemap->urls.size() ||
                                again->remarks != sitemap->remarks)) {
                  return "differs when cut";
                }
              }
              const bool expects_error = !c["error"].is_absent();
              if (expects_error) return sitemap ? Mismatch("no error") : std::nullopt;
              if (!sitemap) return sitemap.error().message;
              return compare(*sitemap, c);
            },
            {.at_least = 41});
}

TEST(SitemapConformance, DatesAreParsed) {
  run_suite("sitemap/dates.jsonl",
            [](const json::Value& c) -> Mismatch {
              const std::string input = text_of(c, "input");
              const auto date =
                  text_of(c, "kind") == "w3cdate" ? parse_w3c_date(input) : parse_feed_date(input);
              const std::string got = date_text(date);
              return got == text_of(c, "output") ? std::nullopt : Mismatch(got);
            },
            {.at_least = 74});
}

}  // namespace
}  // namespace freshet::parse
