#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

// The kinds of hosts and pages, with their names as the truth endpoint and the documents have them.
namespace freshet::aquarium {

// How the pages of a host change.
enum class ChangeKind : uint8_t {
  kPoisson,      // at any time, each page at its own rate
  kOfficeHours,  // Monday to Friday, 9 to 18 h UTC
  kNightly,      // all pages of the host in one batch at a set hour, every night or every few
  kBursts,       // long quiet, then many changes within hours
  kNever,
};

// What the host says in ETag and Last-Modified.
enum class ValidatorKind : uint8_t {
  kHonest,
  kAbsent,
  kWeak,     // a weak ETag and no Last-Modified
  kFrozen,   // a lie: the same for ever, and 304 although the page changed
  kRestless  // a lie: new with every request
};

// What the host answers to /robots.txt.
enum class RobotsKind : uint8_t {
  kRules,  // 200 with Disallow, often Crawl-delay and Sitemap
  kMissing,
  kForbidden,
  kServerError,
  kTooMany,  // 429
  kSlow,     // rules, after seconds
  kHuge,     // rules, then 2 MB of other agents' groups
  kRedirect,
  kRedirectLoop,
  kHtml,  // 200 with a web page
};

enum class SitemapKind : uint8_t { kNone, kPlain, kIndex, kGzip };
// The dates in the host's sitemaps.
enum class LastmodKind : uint8_t {
  kHonest,
  kLying,  // everything has just changed
  kAbsent,
  kFrozen,  // a lie as well: nothing ever changes
};

// Trouble with the whole host.
enum class HostFault : uint8_t {
  kNone,
  kBusy429,  // now and then answers 429 with Retry-After in seconds
  kBusy503,  // now and then answers 503 with Retry-After as a date
  kOutage,   // for a while every connection is reset
};

// Language and encoding of a host.
enum class Writing : uint8_t {
  kEnglish,
  kKorean,
  kKoreanEucKr,
  kFrenchWindows1252,
  kJapaneseShiftJis
};

// What is special about one page. Only pages that no other page hangs from are not kOrdinary.
enum class PageKind : uint8_t {
  kOrdinary,
  kPrivate,        // under /private/, which the rules of robots.txt disallow
  kNoindex,        // by <meta name=robots>
  kNofollow,       // by <meta name=robots>
  kNoindexHeader,  // by X-Robots-Tag
  kHuge,
  kBroken,        // HTML that no grammar allows
  kWrongCharset,  // declared as something else than it is
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
  kTruncated,        // Content-Length promises more than comes
  kEndless,          // drips for ever
  kReset,            // the connection is reset within the body
  kEmpty,            // closed without a byte
  kSlow,             // seconds before the first byte
};

// Corners of a host beside its ordinary pages.
enum class Place : uint8_t {
  kSessions,  // links carry ?sid= or ;jsessionid=, new with every request; the page is the same
  kCalendar,  // /calendar/: a month links to the next, without end
  kMaze,      // /maze/: every page links deeper
  kNearDuplicates,  // /catalogue/: pages of one pattern that differ in a number
  kOddLinks,        // the home page links to private addresses, mailto:, javascript:
  kSoft404,         // every unknown path is answered 200 with an error text
};

// What a polite and complete crawl makes of a page.
enum class Expectation : uint8_t {
  kCollect,
  kRedirect,   // its target is another page, which has its own line
  kMissing,    // 404
  kGone,       // 410
  kSoft404,    // 200, but no page
  kForbidden,  // robots.txt disallows it
  kHeldBack,   // robots.txt of the host cannot be had
  kCut,        // arrives in part, at most
  kFail,       // never arrives
};

template <typename Kind>
struct Names;
template <>
struct Names<ChangeKind> {
  static constexpr std::array<std::string_view, 5> kAll = {"poisson", "office-hours", "nightly",
                                                           "bursts", "never"};
};
template <>
struct Names<ValidatorKind> {
  static constexpr std::array<std::string_view, 5> kAll = {"honest", "absent", "weak", "frozen",
                                                           "restless"};
};
template <>
struct Names<RobotsKind> {
  static constexpr std::array<std::string_view, 10> kAll = {
      "rules", "missing", "forbidden", "server-error",  "too-many",
      "slow",  "huge",    "redirect",  "redirect-loop", "html"};
};
template <>
struct Names<SitemapKind> {
  static constexpr std::array<std::string_view, 4> kAll = {"none", "plain", "index", "gzip"};
};
template <>
struct Names<LastmodKind> {
  static constexpr std::array<std::string_view, 4> kAll = {"honest", "lying", "absent", "frozen"};
};
template <>
struct Names<HostFault> {
  static constexpr std::array<std::string_view, 4> kAll = {"none", "busy-429", "busy-503",
                                                           "outage"};
};
template <>
struct Names<Writing> {
  static constexpr std::array<std::string_view, 5> kAll = {
      "english", "korean", "korean-euc-kr", "french-windows-1252", "japanese-shift_jis"};
};
template <>
struct Names<PageKind> {
  static constexpr std::array<std::string_view, 23> kAll = {"ordinary",
                                                            "private",
                                                            "noindex",
                                                            "nofollow",
                                                            "noindex-header",
                                                            "huge",
                                                            "broken",
                                                            "wrong-charset",
                                                            "missing",
                                                            "gone",
                                                            "soft-404",
                                                            "moved-301",
                                                            "found-302",
                                                            "temporary-307",
                                                            "permanent-308",
                                                            "redirect-chain",
                                                            "redirect-loop",
                                                            "redirect-private",
                                                            "truncated",
                                                            "endless",
                                                            "reset",
                                                            "empty",
                                                            "slow"};
};
template <>
struct Names<Place> {
  static constexpr std::array<std::string_view, 6> kAll = {
      "sessions", "calendar", "maze", "near-duplicates", "odd-links", "soft-404"};
};
template <>
struct Names<Expectation> {
  static constexpr std::array<std::string_view, 9> kAll = {"collect",   "redirect", "missing",
                                                           "gone",      "soft-404", "forbidden",
                                                           "held-back", "cut",      "fail"};
};

template <typename Kind>
constexpr size_t count_of() {
  return Names<Kind>::kAll.size();
}
template <typename Kind>
constexpr std::string_view name(Kind kind) {
  return Names<Kind>::kAll[static_cast<size_t>(kind)];
}
template <typename Kind>
constexpr std::optional<Kind> find_kind(std::string_view name) {
  for (size_t i = 0; i < count_of<Kind>(); ++i) {
    if (Names<Kind>::kAll[i] == name) return static_cast<Kind>(i);
  }
  return std::nullopt;
}

// Shares of the kinds; any positive scale.
template <typename Kind>
struct Mix {
  std::array<double, count_of<Kind>()> weight = {};

  static constexpr Mix only(Kind kind) { return Mix().with(kind, 1); }
  constexpr Mix with(Kind kind, double share) const {
    Mix changed = *this;
    changed.weight[static_cast<size_t>(kind)] = share;
    return changed;
  }

  constexpr double total() const {
    double sum = 0;
    for (const double w : weight) sum += w;
    return sum;
  }
  constexpr bool has(Kind kind) const { return weight[static_cast<size_t>(kind)] > 0; }

  // The kind that stands at `quantile` of [0, 1) when the shares are laid end to end; the first
  // kind if there are none.
  constexpr Kind at(double quantile) const {
    double left = quantile * total();
    size_t last = 0;
    for (size_t i = 0; i < weight.size(); ++i) {
      if (weight[i] <= 0) continue;
      last = i;
      left -= weight[i];
      if (left < 0) break;
    }
    return static_cast<Kind>(last);
  }
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
