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

// A page in a sitemap or feed.
struct SitemapUrl {
  url::Url loc;
  std::optional<Instant> lastmod;  // in a feed: the date of the update, or else of the publication
  std::optional<ChangeFrequency> changefreq;
  std::optional<double> priority;  // 0 to 1
};

// A sitemap in an index.
struct SitemapReference {
  url::Url loc;
  std::optional<Instant> lastmod;
};

struct ParsedSitemap {
  SitemapKind kind = SitemapKind::kUrlset;
  std::vector<SitemapUrl> urls;            // in order
  std::vector<SitemapReference> sitemaps;  // if it is an index
  std::vector<std::string> remarks;
};

struct SitemapContext {
  const url::Url& url;                         // the URL of the sitemap itself
  std::optional<charset::Encoding> transport;  // the charset of Content-Type, if it has one
};

struct SitemapOptions {
  size_t max_bytes = 50 << 20;  // after decompression; the rest is ignored
  size_t max_urls = 50'000;     // also the limit of sitemaps in an index
};

// Parses sitemaps (urlset, index or plain text, gzipped or not), RSS and Atom, in pieces of any
// size. Entries of a malformed file are kept as far as possible, with remarks on the rest. Only
// predefined entities are expanded, and no external resource is loaded.
class SitemapParser {
 public:
  SitemapParser(const SitemapContext& context, const SitemapOptions& options);
  ~SitemapParser();

  void feed(std::string_view bytes);
  // Fails if this is neither a sitemap nor a feed.
  Result<ParsedSitemap> finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

Result<ParsedSitemap> parse_sitemap(std::string_view body, const SitemapContext& context,
                                    const SitemapOptions& options = {});

}  // namespace freshet::parse
