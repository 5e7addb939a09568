#pragma once

#include <cstdint>

// The kinds of hosts and pages.
namespace freshet::aquarium {

// How the pages of a host change.
enum class ChangeKind : uint8_t {
  kPoisson,      // at any time, each page at its own rate
  kOfficeHours,  // Monday to Friday, 9 to 18 h UTC
  kNightly,      // all pages of the host in one batch at a set hour, every night or every few
  kBursts,       // long without changes, then many within hours
  kNever,
};

// What the host sends in ETag and Last-Modified.
enum class ValidatorKind : uint8_t {
  kHonest,
  kAbsent,
  kWeak,     // a weak ETag and no Last-Modified
  kFrozen,   // wrong: never changes, so there is a 304 although the page changed
  kRestless  // wrong: changes with every request
};

// What the host answers to /robots.txt.
enum class RobotsKind : uint8_t {
  kRules,  // 200 with Disallow, often Crawl-delay and Sitemap
  kMissing,
  kForbidden,
  kServerError,
  kTooMany,  // 429
  kSlow,     // rules, after some seconds
  kHuge,     // rules, then 2 MB of groups for other agents
  kRedirect,
  kRedirectLoop,
  kHtml,  // 200 with a web page
};

enum class SitemapKind : uint8_t { kNone, kPlain, kIndex, kGzip };
// The dates in the host's sitemaps.
enum class LastmodKind : uint8_t {
  kHonest,
  kLying,  // wrong: always the current time
  kAbsent,
  kFrozen,  // wrong: never changes
};

// Faults of a whole host.
enum class HostFault : uint8_t {
  kNone,
  kBusy429,  // periodically answers 429 with Retry-After in seconds
  kBusy503,  // periodically answers 503 with Retry-After as a date
  kOutage,   // resets every connection for some time, once
};

// Language and encoding of a host.
enum class Writing : uint8_t {
  kEnglish,
  kKorean,
  kKoreanEucKr,
  kFrenchWindows1252,
  kJapaneseShiftJis
};

// What is special about one page. Only leaves, which are pages without children, can be other than
// kOrdinary.
enum class PageKind : uint8_t {
  kOrdinary,
  kPrivate,        // under /private/, which the rules of robots.txt disallow
  kNoindex,        // by <meta name=robots>
  kNofollow,       // by <meta name=robots>
  kNoindexHeader,  // by X-Robots-Tag
  kHuge,
  kBroken,        // malformed HTML
  kWrongCharset,  // the declared charset is not the actual one
  kMissing,       // 404
  kGone,          // 410
  kSoft404,       // 200 with an error text
  kMoved301,
  kFound302,
  kTemporary307,
  kPermanent308,
  kRedirectChain,
  kRedirectLoop,
  kRedirectPrivate,  // to an address that a crawler must not touch
  kTruncated,        // the body is shorter than Content-Length
  kEndless,          // the body never ends
  kReset,            // the connection is reset within the body
  kEmpty,            // the connection is closed without a byte
  kSlow,             // the first byte comes after some seconds
};

// Special features that a host can have besides its ordinary pages.
enum class Place : uint8_t {
  kSessions,  // links carry ?sid= or ;jsessionid=, new with every request; the page is the same
  kCalendar,  // /calendar/: each month links to the next, without end
  kMaze,      // /maze/: every page links to deeper pages, without end
  kNearDuplicates,  // /catalogue/: pages with the same text that differ in a number
  kOddLinks,        // the home page links to private addresses, mailto:, javascript:
  kSoft404,         // every unknown path is answered with 200 and an error text
};

// The outcome of a page in a crawl that is polite and complete.
enum class Expectation : uint8_t {
  kCollect,
  kRedirect,   // it redirects to another page, which has an entry of its own
  kMissing,    // 404
  kGone,       // 410
  kSoft404,    // 200 with an error text
  kForbidden,  // robots.txt disallows it
  kHeldBack,   // robots.txt of the host cannot be fetched
  kCut,        // at most a part can be fetched
  kFail,       // it cannot be fetched
};

// Which places a host has.
class PlaceSet {
 public:
  constexpr bool has(Place place) const { return (bits_ & bit(place)) != 0; }
  constexpr void add(Place place) { bits_ = static_cast<uint8_t>(bits_ | bit(place)); }

 private:
  static constexpr uint8_t bit(Place place) {
    return static_cast<uint8_t>(1U << static_cast<unsigned>(place));
  }
  uint8_t bits_ = 0;
};

}  // namespace freshet::aquarium
