#pragma once

#include <optional>
#include <string>
#include <vector>

#include "change/compare.h"
#include "crawl/candidates.h"
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

// What a reply says, once read. Whatever it says is a stranger's word.
struct Reading {
  uint64_t received = 0;  // bytes of the body
  uint64_t size = 0;      // the same, content coding removed
  digest::Digest256 received_digest;
  digest::Digest256 content;  // the same, content coding removed
  digest::Simhash64 simhash;  // of the main text
  bool damaged = false;       // the body could not be unpacked whole
  bool truncated = false;     // the body was cut at a limit, or broke off
  bool is_partial() const { return truncated || damaged; }
  http::Validators validators;
  http::RobotsDirectives robots;  // header and meta together
  std::string title;
  std::optional<Instant> modified;   // as the page's metadata says
  std::optional<Instant> published;  // likewise
  // Of a sitemap: the dates of candidates are those of changes, not of publication as in RSS.
  bool lists_changes = false;
  Candidates candidates;                // links to follow, or the entries of a sitemap; each once
  std::optional<std::string> redirect;  // where a 3xx points, in canonical form
  std::vector<std::string> remarks;
  std::string_view challenge;  // the mark of one, see challenge.h; empty: none
  // What the next visit is to be compared with, and what comparing this one with the last one gave;
  // only where pages are visited again.
  std::string version;
  bool same = false;  // nothing differs that counts as a change
  change::DifferenceKind difference = change::DifferenceKind::kNone;
  double share = 0;                     // of the text that differs
  bool same_links = false;              // as at the last visit
  bool needs_quick_visit = false;       // see change::Comparison
  bool proves_noise = false;            // the same
  change::VolatileMask::Doubts doubts;  // the same
};

// What is kept of the last visit that had content, to compare with.
struct Before {
  Instant at;
  digest::Digest256 content;
  digest::Simhash64 simhash;
  std::string version;  // as `Reading` had it; empty: it was not kept
};

// What was asked for, and what is known of it.
struct ReadContext {
  const url::Url& url;
  bool is_sitemap = false;         // it was found as a sitemap
  const Before* before = nullptr;  // nullptr at the first visit
  Instant at;                      // of the visit
};

// Reads replies. One per thread: it keeps the canonical rules compiled.
class Reader {
 public:
  explicit Reader(const CrawlOptions& options);

  Reading read(const fetch::Reply& reply, const ReadContext& context) const;

 private:
  void read_page(const fetch::Reply& reply, std::string_view body, std::string_view charset_label,
                 const ReadContext& context, Reading& reading) const;
  void read_sitemap(std::string_view body, std::string_view charset_label, const url::Url& url,
                    Reading& reading) const;

  const url::Canonicalizer canonicalizer_;
  const parse::PageOptions page_options_;
  const parse::SitemapOptions sitemap_options_;
  const std::string agent_;
  const size_t max_bytes_;
  const bool compares_;
  const change::CompareRule compare_;
};

}  // namespace freshet::crawl
