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
  size_t max_repeated_segments = 3;  // the same segment, or run of segments, again and again
  size_t max_alike_segments = 6;     // that differ in digits alone: /x1/x7/x3/...
  size_t max_parameters = 20;
  uint32_t max_similar_pages = 200;  // with near-equal content under one pattern, in a row
};

// Why a URL looks as if it had no end.
enum class Trap : uint8_t {
  kTooLong,
  kTooDeepPath,
  kRepeatingSegments,
  kTooManyParameters,
  kEndlessCalendar,  // a date far from today
  kSimilarPages,     // too many pages of its pattern have near-equal content
};
std::string_view describe(Trap trap);

// By the look of the URL alone, in linear time but for a path of too many segments, which is not
// looked at. Segments repeat if one of them stands more than max_repeated_segments times in the
// path, or a run of two to four that many times in a row: /a/b/a/b/a/b. Segments that differ in
// digits alone may be more, up to max_alike_segments. `year_now` bounds
// calendars: a date more than two years ahead or fifty back is one. Dates are /2031/05/ and
// /2031-05-01/ in the path, date=2031-05-01 and year=2031&month=5 in the query.
std::optional<Trap> trap_in(const url::Url& url, const TrapLimits& limits, int year_now);

// The pattern of a URL: host, and path with digits, UUIDs and long hexadecimal runs as '#',
// parameter names without values. Pages of one template share it.
uint64_t pattern_of(const url::Url& url);

// Notices patterns whose pages all look alike. Memory is bounded: 24 bytes a pattern; those that
// were not asked for longest go first, traps last. For one thread.
class SimilarPages {
 public:
  explicit SimilarPages(uint32_t max_similar_pages, size_t max_patterns = 100'000);

  // A page of the pattern was fetched. True if the pattern is a trap now: max_similar_pages in a
  // row, each within three bits of the one before. A page without text (simhash 0) says nothing.
  bool add(uint64_t pattern, digest::Simhash64 simhash);
  // As add() last said.
  bool is_trap(uint64_t pattern);

 private:
  struct Entry {
    uint64_t pattern = 0;
    digest::Simhash64 last;
    uint32_t in_a_row = 0;  // 0: an empty place
    uint32_t asked_at = 0;
  };
  static constexpr size_t kPlaces = 8;  // in which a pattern may be kept

  Entry* find(uint64_t pattern);
  Entry& place_for(uint64_t pattern);
  size_t first_place(uint64_t pattern) const;

  const uint32_t max_similar_pages_;
  std::vector<Entry> entries_;
  uint32_t clock_ = 0;  // counts calls; wraps
};

}  // namespace freshet::frontier
