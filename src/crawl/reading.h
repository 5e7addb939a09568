#pragma once

#include <optional>
#include <string>
#include <vector>

#include "crawl/options.h"
#include "digest/sha.h"
#include "digest/simhash.h"
#include "fetch/outcome.h"
#include "http/robots_tag.h"
#include "http/validators.h"
#include "store/types.h"
#include "url/canonical.h"
#include "url/url.h"

namespace freshet::crawl {

// A page that a reply tells of, in canonical form.
struct Candidate {
  store::PageKey key;
  std::string url;
  bool nofollow = false;
  bool sitemap = false;  // another sitemap, not a page
};

// What a reply says, once read. Whatever it says is a stranger's word.
struct Reading {
  uint64_t size = 0;  // of the body, content coding removed
  digest::Digest256 content;
  digest::Simhash64 simhash;  // of the main text
  bool damaged = false;       // the body could not be unpacked whole
  http::Validators validators;
  http::RobotsDirectives robots;  // header and meta together
  std::string title;
  bool noindex = false;
  std::vector<Candidate> candidates;  // links to follow, or the entries of a sitemap; each once
  std::optional<Candidate> redirect;  // where a 3xx points
  std::vector<std::string> remarks;
};

// Reads replies. One per thread: it keeps the canonical rules compiled.
class Reader {
 public:
  explicit Reader(const CrawlOptions& options);

  // `url` is what was asked for; `is_sitemap` that it was found as a sitemap.
  Reading read(const fetch::Reply& reply, const url::Url& url, bool is_sitemap) const;

 private:
  void read_page(std::string_view body, std::string_view charset_label, const url::Url& url,
                 Reading& reading) const;
  void read_sitemap(std::string_view body, std::string_view charset_label, const url::Url& url,
                    Reading& reading) const;
  std::optional<Candidate> candidate(const url::Url& url) const;

  const url::Canonicalizer canonicalizer_;
  const parse::PageOptions page_options_;
  const parse::SitemapOptions sitemap_options_;
  const std::string agent_;
  const size_t max_bytes_;
};

}  // namespace freshet::crawl
