#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "clock/instant.h"
#include "digest/sha.h"
#include "digest/simhash.h"
#include "store/archive_position.h"
#include "store/page_key.h"

namespace freshet::store {

// The result of the last visit. Stored: numbers keep their meaning.
enum class VisitResult : uint8_t {
  kNever = 0,        // not visited yet
  kNew = 1,          // fetched, with a content not seen before
  kChanged = 2,      // fetched, with a content that differs from the last one
  kUnchanged = 3,    // fetched the same bytes, or 304
  kDuplicate = 4,    // fetched, with the content of another page: duplicate_of
  kRedirected = 5,   // redirect_to
  kGone = 6,         // 404, 410
  kRefused = 7,      // other 4xx
  kServerError = 8,  // 5xx
  kUnreachable = 9,  // no address, no connection, time-out, invalid reply
  kExcluded = 10,    // excluded by robots.txt, or its address must not be requested
  kSoftGone = 11,    // a soft 404: status 200 where there is no page
  kBlocked = 12,     // a challenge, a consent wall or a block page instead of the page
  kBrokenOff = 13,   // a part of the content, of which an earlier visit got the whole
  kUnmatched = 14,  // a page of an item without the fields that a recipe requires and it had before
};

// Whether a number that was read is a known value. A new value without a case here does not
// compile.
constexpr bool is_known(VisitResult value) {
  switch (value) {
    case VisitResult::kNever:
    case VisitResult::kNew:
    case VisitResult::kChanged:
    case VisitResult::kUnchanged:
    case VisitResult::kDuplicate:
    case VisitResult::kRedirected:
    case VisitResult::kGone:
    case VisitResult::kRefused:
    case VisitResult::kServerError:
    case VisitResult::kUnreachable:
    case VisitResult::kExcluded:
    case VisitResult::kSoftGone:
    case VisitResult::kBlocked:
    case VisitResult::kBrokenOff:
    case VisitResult::kUnmatched: return true;
  }
  return false;
}

struct PageState {
  PageKey key;
  std::string url;  // canonical
  uint16_t depth = 0;
  uint8_t redirects = 0;  // how many in a row led here
  bool sitemap = false;   // it is a sitemap or feed, not a page
  bool noindex = false;   // its author does not want it in an index
  Instant first_seen;
  std::optional<Instant> last_visit;  // with any result
  std::optional<Instant> last_success;
  std::optional<Instant> last_change;
  std::optional<Instant> gone_since;  // since when a page with content is gone
  std::optional<Instant> left;        // when it left the collection
  Instant next_visit;                 // Instant::never(): not to be visited again
  VisitResult result = VisitResult::kNever;
  uint16_t http_status = 0;
  uint8_t failures = 0;    // in a row
  uint64_t size = 0;       // of the decoded body, in bytes
  bool truncated = false;  // the body was longer than what was received or kept
  std::string etag;
  std::string last_modified;  // the field as the server sent it
  // The dates in the metadata of the page.
  std::optional<Instant> own_modified;
  std::optional<Instant> own_published;
  digest::Digest256 content;  // of the decoded body
  digest::Simhash64 simhash;
  std::optional<PageKey> duplicate_of;
  std::optional<PageKey> listed_on;  // the sitemap or feed that lists it
  std::string redirect_to;
  ArchivePosition archived;
  std::string title;
  std::string history;  // an encoded change::History, which the store does not interpret
  float importance = 0;

  bool operator==(const PageState&) const = default;
};

}  // namespace freshet::store
