#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clock/instant.h"
#include "digest/fingerprint.h"
#include "digest/sha.h"
#include "digest/simhash.h"

namespace freshet::store {

// A site (scheme, host, port), by the fingerprint of its text.
struct SiteId {
  uint64_t value = 0;
  auto operator<=>(const SiteId&) const = default;
};

// The shard that a site belongs to: the first byte of its id, so that the order of ids is the order
// of shards and a shard's rows lie together.
inline constexpr int kShards = 256;
constexpr uint8_t shard_of(SiteId site) {
  return static_cast<uint8_t>(site.value >> 56);
}

// A page, by the fingerprint of its canonical URL.
struct PageId {
  uint64_t value = 0;
  auto operator<=>(const PageId&) const = default;
};

// Where a page is kept: pages of a site lie together.
struct PageKey {
  SiteId site;
  PageId page;
  auto operator<=>(const PageKey&) const = default;
};

// A place in the archive.
struct ArchivePosition {
  uint32_t file = 0;  // number of the WARC file; 0: nowhere
  uint64_t offset = 0;
  auto operator<=>(const ArchivePosition&) const = default;
};

// The record that holds a content in full: others with the same content refer to it.
struct Original {
  PageKey page;
  Instant at;                 // the record's date
  digest::Digest256 payload;  // of the body as received; zero: the archive does not have it
  ArchivePosition archived;   // of that record; nowhere: not known
  bool operator==(const Original&) const = default;
};

// What the last visit came to. Stored: numbers keep their meaning.
enum class VisitResult : uint8_t {
  kNever = 0,        // not visited yet
  kNew = 1,          // fetched, content not seen before
  kChanged = 2,      // fetched, differs from last time
  kUnchanged = 3,    // fetched the same bytes, or 304
  kDuplicate = 4,    // fetched, content of another page: duplicate_of
  kRedirected = 5,   // redirect_to
  kGone = 6,         // 404, 410
  kRefused = 7,      // other 4xx
  kServerError = 8,  // 5xx
  kUnreachable = 9,  // no address, no connection, time out, broken reply
  kExcluded = 10,    // robots.txt, or an address that must not be asked
  kSoftGone = 11,    // 200, but what the site answers where there is nothing
  kBlocked = 12,     // a challenge, a consent wall or a block page instead of the page
  kBrokenOff = 13,   // a part of the content, where the whole was had before
};

struct PageState {
  PageKey key;
  std::string url;  // canonical
  uint16_t depth = 0;
  uint8_t redirects = 0;  // that led here, one after another
  bool sitemap = false;   // found as a sitemap, not as a page
  bool noindex = false;   // its author does not want it in an index
  Instant first_seen;
  Instant last_visit;  // of any result; epoch: never
  Instant last_success;
  Instant last_change;
  Instant gone_since;  // it had content, and is not there since; epoch: it is
  Instant left;        // the collection; epoch: it has not
  Instant next_visit;  // Instant::never(): not to be visited again
  VisitResult result = VisitResult::kNever;
  uint16_t http_status = 0;
  uint8_t failures = 0;    // in a row
  uint64_t size = 0;       // of the body, decoded
  bool truncated = false;  // there was more of the body than we took or got
  std::string etag;
  std::string last_modified;  // the server's own text
  // The dates that the page gives for itself, in its metadata; epoch: none.
  Instant own_modified;
  Instant own_published;
  digest::Digest256 content;  // of the body, decoded
  digest::Simhash64 simhash;
  std::optional<PageKey> duplicate_of;
  std::optional<PageKey> listed_on;  // the sitemap or feed that told of it
  std::string redirect_to;
  ArchivePosition archived;
  std::string title;
  std::string history;  // change::History, opaque here
  float importance = 0;

  bool operator==(const PageState&) const = default;
};

// What is known of a site as a server: its rules and how gently it must be asked. Kept across
// restarts so that politeness is, too.
struct SiteState {
  SiteId id;
  std::string text;      // "https://example.com"
  bool in_scope = true;  // false: seen in a link, outside the scope: recorded, not visited
  Instant discovered;
  Instant next_allowed;        // no request before this
  Instant resting_until;       // Retry-After, back-off
  uint16_t failures = 0;       // of the host, in a row
  Duration crawl_delay;        // of robots.txt; zero: none
  Instant robots_fetched;      // epoch: never
  uint16_t robots_status = 0;  // HTTP status; 0: unreachable
  std::string robots_body;
  uint64_t pages = 0;    // visited
  uint64_t waiting = 0;  // admitted, not visited
  std::string learned;   // crawl::SiteMemory, opaque here

  bool operator==(const SiteState&) const = default;
};

// A page was seen to be new, to have changed, to be gone, to be back; or it left the collection.
struct Change {
  enum class Kind : uint8_t { kNew = 1, kChanged = 2, kGone = 3, kBack = 4, kLeft = 5 };  // stored

  // What of a page is different: of kChanged. Stored.
  enum class Of : uint8_t {
    kText = 0,      // what a reader can see
    kLinks = 1,     // targets of links only
    kMetadata = 2,  // what it says of itself and does not show, only
    kBytes = 3,     // a body without text, or nothing but its markup
  };

  Instant at;
  PageKey page;
  Kind kind = Kind::kNew;
  Of of = Of::kText;
  uint64_t size = 0;  // of the body, decoded
  float share = 0;    // of its text that differs, 0 to 1
  // It was found when many pages of its site were known to have changed at once since the last
  // visit.
  bool in_rewrite = false;

  bool operator==(const Change&) const = default;
};

// A page's out-links, as the ranker wants them.
struct PageLinks {
  PageKey from;
  struct Target {
    PageKey key;
    bool nofollow = false;
    bool operator==(const Target&) const = default;
  };
  std::vector<Target> to;
  bool operator==(const PageLinks&) const = default;
};

// Why a URL that was found is not a page of the crawl. Stored: numbers keep their meaning.
enum class UnadmittedReason : uint8_t {
  kScope = 1,         // outside what the seeds and the kind of scope span
  kPattern = 2,       // an include or exclude pattern leaves it out
  kDepth = 3,         // too many links away from the seeds
  kTrap = 4,          // its form is that of URLs without end
  kSiteBudget = 5,    // its site has as many pages as it may have
  kNofollow = 6,      // its link, or the page with the link, asks not to follow
  kSimilarPages = 7,  // it was found on one of too many pages that look alike
  kRedirects = 8,     // too many redirects, one after another, led to it
  kBadPort = 9,       // something other than a web server listens at its port
};

// Whether the reason lies in the link that was found, not in the rules: other rules do not help,
// another link may.
constexpr bool is_of_link(UnadmittedReason reason) {
  return reason >= UnadmittedReason::kNofollow;
}

// A URL that was found and not admitted, kept for when the rules are changed.
struct UnadmittedUrl {
  PageKey key;
  std::string url;  // canonical
  UnadmittedReason reason = UnadmittedReason::kScope;
  uint16_t depth = 0;
  uint8_t redirects = 0;            // that led to it, one after another
  bool sitemap = false;             // found as a sitemap or feed, not as a page
  std::optional<PageKey> found_on;  // the page with the link; none: named by a person or robots.txt
  Instant found_at;

  bool operator==(const UnadmittedUrl&) const = default;
};

// Of two finds of one URL the one with the lower number says more of how it could be admitted: one
// that only the rules refused, then the one that is nearer to the seeds.
constexpr uint32_t preference(UnadmittedReason reason, uint16_t depth) {
  return (is_of_link(reason) ? uint32_t{1} << 16 : 0) | depth;
}
constexpr uint32_t preference(const UnadmittedUrl& url) {
  return preference(url.reason, url.depth);
}

// What has an id of its own in a database that a collection is converted into.
enum class IdKind : uint8_t { kPage = 1, kSite = 2, kDomain = 3, kCommunity = 4 };  // stored

// An id that was given, once and for ever. A page is named by the bytes of its key, a site by those
// of its id (name_of()), the others by their names.
struct GivenId {
  IdKind kind = IdKind::kPage;
  std::string name;
  uint64_t id = 0;

  bool operator==(const GivenId&) const = default;
};
std::string name_of(const PageKey& page);
std::string name_of(SiteId site);
// nullopt for bytes that name none.
std::optional<PageKey> page_named(std::string_view name);
std::optional<SiteId> site_named(std::string_view name);

}  // namespace freshet::store
