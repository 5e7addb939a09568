#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "digest/simhash.h"
#include "url/url.h"

namespace freshet::frontier {

struct TrapLimits {
  size_t max_url_bytes = 2048;
  size_t max_path_segments = 30;
  size_t max_repeated_segments = 3;  // of the same segment or run of segments
  size_t max_alike_segments = 6;     // that differ only in digits: /x1/x7/x3/...
  size_t max_parameters = 20;
  uint32_t max_similar_pages = 200;  // pages of one pattern in a row with nearly equal content
};

// Why a URL seems to be one of an endless series.
enum class Trap : uint8_t {
  kTooLong,
  kTooDeepPath,
  kRepeatingSegments,
  kTooManyParameters,
  kEndlessCalendar,  // a date far from today
  kSimilarPages,     // too many pages of its pattern have near-equal content
};
std::string_view describe(Trap trap);

// Returns why the URL is a trap, if it is. It examines only the URL. The time is linear in its
// length and quadratic in the number of path segments, which max_path_segments limits.
// - Segments repeat if one of them is more than max_repeated_segments times in the path, or if a
//   run of two to four segments is that many times in a row: /a/b/a/b/a/b. For segments that differ
//   only in digits, the limit is max_alike_segments.
// - A date more than two years after or fifty years before `year_now` is an endless calendar. Dates
//   are /2031/05/ and /2031-05-01/ in the path, date=2031-05-01 and year=2031&month=5 in the query.
std::optional<Trap> trap_in(const url::Url& url, const TrapLimits& limits, int year_now);

// Returns a fingerprint of the pattern of a URL: its host, its path with '#' for digits, UUIDs and
// long hexadecimal runs, and its parameter names without values. Pages of one template have the
// same pattern.
uint64_t pattern_of(const url::Url& url);

// Finds patterns whose pages are all alike. Memory is bounded: 24 bytes for each of max_patterns.
// The least recently used patterns are evicted first, traps last. For one thread.
class SimilarPages {
 public:
  explicit SimilarPages(uint32_t max_similar_pages, size_t max_patterns = 100'000);

  // Must be called when a page of the pattern was fetched. Returns true if the pattern is a trap
  // now: max_similar_pages in a row differ from the one before in at most three bits. A page
  // without text (simhash 0) is ignored.
  bool add(uint64_t pattern, digest::Simhash64 simhash);
  // Returns what the last add() of the pattern returned.
  bool is_trap(uint64_t pattern);

 private:
  struct Entry {
    uint64_t pattern = 0;
    digest::Simhash64 last;
    uint32_t in_a_row = 0;  // 0: the entry is empty
    uint32_t used_at = 0;   // value of clock_
  };
  static constexpr size_t kPlaces = 8;  // entries in which a pattern may be stored

  Entry* find(uint64_t pattern);
  Entry& place_for(uint64_t pattern);
  size_t first_place(uint64_t pattern) const;

  const uint32_t max_similar_pages_;
  std::vector<Entry> entries_;
  uint32_t clock_ = 0;  // counts calls; wraps
};

}  // namespace freshet::frontier
