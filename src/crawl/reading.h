#pragma once

#include <optional>
#include <string>
#include <vector>

#include "change/compare.h"
#include "crawl/candidates.h"
#include "crawl/item_reading.h"
#include "crawl/options.h"
#include "digest/sha.h"
#include "digest/simhash.h"
#include "extract/extract.h"
#include "fetch/outcome.h"
#include "http/robots_tag.h"
#include "http/validators.h"
#include "store/types.h"
#include "url/canonical.h"
#include "url/url.h"

namespace freshet::crawl {

// The data that is read from a reply. All of it is untrusted.
struct Reading {
  uint64_t received = 0;  // bytes of the body as received
  uint64_t size = 0;      // bytes after content coding was removed
  digest::Digest256 received_digest;
  digest::Digest256 content;  // of the body without content coding
  digest::Simhash64 simhash;  // of the main text
  bool damaged = false;       // the body could not be decoded completely
  bool truncated = false;     // the body was cut at a limit, or the connection broke off
  bool is_partial() const { return truncated || damaged; }
  http::Validators validators;
  http::RobotsDirectives robots;  // header and meta together
  std::string title;
  std::optional<Instant> modified;   // as the page's metadata says
  std::optional<Instant> published;  // likewise
  // Of a sitemap: the dates of candidates are dates of change, not of publication as in RSS.
  bool lists_changes = false;
  Candidates candidates;                // links to follow, or entries of a sitemap; each once
  std::optional<std::string> redirect;  // target of a 3xx, in canonical form
  // The rel=canonical of a page.
  enum class Canonical : uint8_t {
    kUnknown,  // it is not HTML
    kNone,     // it has none, or one that is not at another site under the same path
    kElsewhere,
  };
  Canonical canonical = Canonical::kUnknown;
  std::string canonical_at;         // the other site, for kElsewhere
  std::optional<ItemReading> item;  // of a page that a recipe takes for an item
  std::optional<ListReading> list;  // of a page that a recipe takes for a list of items
  std::vector<std::string> remarks;
  std::string_view challenge;  // mark of a challenge, see challenge.h; empty: none
  // The version with which the next visit is compared, and the result of comparing this one with
  // the last. Set only where pages are revisited.
  std::string version;
  bool same = false;  // nothing differs that counts as a change
  change::DifferenceKind difference = change::DifferenceKind::kNone;
  double share = 0;                     // of the text that differs
  bool same_links = false;              // as at the last visit
  bool needs_quick_visit = false;       // see change::Comparison
  bool proves_noise = false;            // the same
  change::VolatileMask::Doubts doubts;  // the same
};

// What is stored of the last visit with content, to compare with.
struct Before {
  std::optional<Instant> at;  // nullopt: it never had content
  digest::Digest256 content;
  digest::Simhash64 simhash;
  std::string version;  // from Reading::version; empty: not stored
};

// The request, and what is known of the page.
struct ReadContext {
  const url::Url& url;
  bool is_sitemap = false;         // it was found as a sitemap
  const Before* before = nullptr;  // nullptr at the first visit
  Instant at;                      // of the visit
};

// Reads replies. Use one per thread; it keeps the compiled canonicalization rules.
class Reader {
 public:
  explicit Reader(const CrawlOptions& options);

  Reading read(const fetch::Reply& reply, const ReadContext& context) const;

 private:
  void read_page(const fetch::Reply& reply, std::string_view body, std::string_view charset_label,
                 const ReadContext& context, Reading& reading) const;
  // Reads the page of an item or a list. Returns false if it is neither.
  bool read_by_recipe(std::string_view body, const parse::ParsedPage& page,
                      const ReadContext& context, Reading& reading) const;
  void keep_chosen_links(const extract::Recipe& recipe, const extract::ExtractPage& page,
                         Reading& reading) const;
  void read_canonical(const parse::ParsedPage& page, const url::Url& url, Reading& reading) const;
  // Reads a body that is neither HTML nor a sitemap: only its header has links. `text` is empty if
  // the body is not text.
  void read_other(const fetch::Reply& reply, std::string_view text, const ReadContext& context,
                  Reading& reading) const;
  // Returns, for each link of the page, the key of its target as a number; 0 if it does not lead to
  // a page.
  std::vector<uint64_t> add_candidates(const parse::ParsedPage& page, Reading& reading) const;
  void read_sitemap(std::string_view body, std::string_view charset_label, const url::Url& url,
                    Reading& reading) const;

  const url::Canonicalizer canonicalizer_;
  const parse::PageOptions page_options_;
  const parse::SitemapOptions sitemap_options_;
  const std::string agent_;
  const size_t max_bytes_;
  const bool compares_;
  const change::CompareRule compare_;
  const extract::Recipes recipes_;
};

}  // namespace freshet::crawl
