#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "charset/encoding.h"
#include "clock/instant.h"
#include "result/result.h"
#include "url/url.h"

namespace freshet::parse {

enum class SitemapKind : uint8_t { kUrlset, kIndex, kRss, kAtom, kText };
std::string_view name(SitemapKind kind);

enum class ChangeFrequency : uint8_t {
  kAlways,
  kHourly,
  kDaily,
  kWeekly,
  kMonthly,
  kYearly,
  kNever,
};
std::string_view name(ChangeFrequency frequency);

// A page that a sitemap or feed tells of.
struct SitemapUrl {
  url::Url loc;
  std::optional<Instant> lastmod;  // for feeds: updated, else published
  std::optional<ChangeFrequency> changefreq;
  std::optional<double> priority;  // 0 to 1
};

// Another sitemap that an index tells of.
struct SitemapReference {
  url::Url loc;
  std::optional<Instant> lastmod;
};

struct ParsedSitemap {
  SitemapKind kind = SitemapKind::kUrlset;
  std::vector<SitemapUrl> urls;            // in order
  std::vector<SitemapReference> sitemaps;  // of an index
  std::vector<std::string> remarks;
};

struct SitemapContext {
  const url::Url& url;                         // of the sitemap itself
  std::optional<charset::Encoding> transport;  // the charset of Content-Type, if it names one
};

struct SitemapOptions {
  size_t max_bytes = 50 << 20;  // unpacked; what comes after is not read
  size_t max_urls = 50'000;     // also of an index
};

// Reads sitemaps (urlset, index, plain text; gzipped or not), RSS and Atom, in pieces. Tolerant:
// what can be understood of a broken file is kept and the rest remarked on. No entity but the
// predefined ones is ever expanded and nothing is fetched.
class SitemapParser {
 public:
  SitemapParser(const SitemapContext& context, const SitemapOptions& options);
  ~SitemapParser();

  void feed(std::string_view bytes);
  // An error if this is neither a sitemap nor a feed.
  Result<ParsedSitemap> finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

Result<ParsedSitemap> parse_sitemap(std::string_view body, const SitemapContext& context,
                                    const SitemapOptions& options = {});

}  // namespace freshet::parse
