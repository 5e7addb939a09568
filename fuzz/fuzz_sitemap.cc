// Parses any bytes as a sitemap or feed, whole and in pieces: both results are the same and within
// the limits. The first byte chooses the size of the pieces.
#include <cstdint>
#include <cstdlib>

#include "parse/sitemap.h"

using freshet::parse::ParsedSitemap;

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

std::string to_text(const freshet::Result<ParsedSitemap>& sitemap) {
  if (!sitemap) return sitemap.error().message;
  std::string all(freshet::parse::name(sitemap->kind));
  for (const auto& url : sitemap->urls) all += "\n" + std::string(url.loc.href());
  for (const auto& reference : sitemap->sitemaps) all += "\n" + std::string(reference.loc.href());
  for (const auto& remark : sitemap->remarks) all += "\n" + remark;
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 1) return 0;
  const std::string_view body(reinterpret_cast<const char*>(data) + 1, size - 1);
  static const auto url = *freshet::url::parse("http://example.com/sitemap.xml");
  const freshet::parse::SitemapContext context{.url = url, .transport = {}};
  const freshet::parse::SitemapOptions options{.max_bytes = 100'000, .max_urls = 50};

  const auto whole = freshet::parse::parse_sitemap(body, context, options);
  if (whole) require(whole->urls.size() + whole->sitemaps.size() <= options.max_urls);

  freshet::parse::SitemapParser parser(context, options);
  const size_t piece = size_t{data[0]} + 1;
  for (size_t i = 0; i < body.size(); i += piece) parser.feed(body.substr(i, piece));
  require(to_text(parser.finish()) == to_text(whole));
  return 0;
}
