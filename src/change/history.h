#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clock/instant.h"
#include "result/result.h"

namespace freshet::change {

// What a visit came to. Stored: numbers keep their meaning.
enum class Outcome : uint8_t {
  kSuccess = 0,
  kFailed = 1,
  kGone = 2,        // 404, 410
  kRedirected = 3,  // it leads elsewhere
  kSoftGone = 4,    // it answers as the site does where there is nothing
};

// The server answered, and the page is not there.
constexpr bool is_absent(Outcome outcome) {
  return outcome == Outcome::kGone || outcome == Outcome::kRedirected ||
         outcome == Outcome::kSoftGone;
}

struct Visit {
  Instant at;
  Outcome outcome = Outcome::kSuccess;
  bool changed = false;                  // content, since the success before; of successes only
  uint64_t size = 0;                     // of successes only
  std::optional<Instant> last_modified;  // of successes only

  bool operator==(const Visit&) const = default;
};

// What was seen of one page: its last visits one by one, sums over all visits that fade with time,
// and totals. Small, because there is one for every page: a page with sixteen visits and two
// changes takes 57 bytes as encode() gives it, 63 with dates. A value; the time is told.
class History {
 public:
  static constexpr int kRecent = 16;
  // What the sums are divided by e in. On histories of real sites this predicted best; a belief
  // that is to forget faster takes the recent visits.
  static constexpr Duration kMemory = Duration::days(200);

  // Visits come in the order of time; one that is told too late counts as at the last one's time.
  void record(const Visit& visit);
  // So many of the last changes turned out to be none. Those that are not among the recent visits
  // stay.
  void retract_changes(int count);

  // Oldest first, at most kRecent. The last one's time is exact to the second. Spans between
  // visits, sizes and ages of dates are within 1/4096 of themselves, exact below 4096 seconds or
  // bytes. A visit that showed nothing new has the size of the one before and no date: what is kept
  // is the date that came with a content. One later than its visit is dropped.
  std::vector<Visit> recent() const;

  // Faded sums as of `now`. Each visit counts less the longer ago it was.
  struct Sums {
    double exposure = 0;  // days in which a change would have been seen: from success to success
    double changes = 0;
    double successes = 0;
    double requests = 0;
  };
  Sums sums(Instant now) const;

  // Of all visits ever.
  struct Totals {
    uint32_t requests = 0;
    uint32_t successes = 0;
    uint32_t changes = 0;
    bool operator==(const Totals&) const = default;
  };
  const Totals& totals() const { return totals_; }

  // The visits at the end that all found the page absent. One that failed says nothing: it neither
  // counts nor ends them.
  struct Absence {
    int visits = 0;  // among the recent
    Instant since;   // the first of these
  };
  Absence absence() const;

  std::optional<Instant> last_visit() const;
  std::optional<Instant> last_success() const;

  // Equal histories are equal bytes. docs/formats/change.md describes them.
  std::string encode() const;
  // Bytes that no encode() would write are an error, and so is a version later than this one.
  static Result<History> decode(std::string_view bytes);

  bool operator==(const History&) const = default;

 private:
  struct Entry {
    uint16_t gap = 0;  // seconds since the visit before, rounded; 0 for the oldest
    Outcome outcome = Outcome::kSuccess;
    bool changed = false;
    uint16_t size = 0;  // rounded
    uint16_t date = 0;  // 1 + its age in seconds at the visit, rounded; 0: none
    bool operator==(const Entry&) const = default;
  };
  // As of the last visit, each held to 24 bits.
  struct Faded {
    float exposure = 0;
    float changes = 0;
    float successes = 0;
    float failures = 0;
    bool operator==(const Faded&) const = default;
  };

  Entry entry_for(const Visit& visit, int64_t at) const;
  void fade(double days, const Entry& seen, double exposure);
  void drop_oldest();
  const Entry* newest_success() const;  // among the recent; may be null
  int64_t oldest_time() const;          // Unix seconds

  friend class HistoryCodec;  // history_encoding.cc

  std::vector<Entry> recent_;  // oldest first
  uint32_t last_ = 0;          // time of the last visit, Unix seconds
  uint32_t old_success_ = 0;   // of the last success, if none of the recent is one; else 0
  Faded faded_;
  Totals totals_;
};

}  // namespace freshet::change
