#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "change/rhythm.h"
#include "change/summary.h"
#include "clock/instant.h"
#include "result/result.h"

namespace freshet::change {

// The outcome of a visit. The numbers are stored and must keep their meaning.
enum class Outcome : uint8_t {
  kSuccess = 0,
  kFailed = 1,
  kGone = 2,  // 404, 410
  kRedirected = 3,
  kSoftGone = 4,  // a soft 404
};

// Whether the server answered and the page is not there.
constexpr bool is_absent(Outcome outcome) {
  return outcome == Outcome::kGone || outcome == Outcome::kRedirected ||
         outcome == Outcome::kSoftGone;
}

struct Visit {
  Instant at;
  Outcome outcome = Outcome::kSuccess;
  // The following are known only of a success.
  bool changed = false;  // whether the content changed since the success before
  uint64_t size = 0;     // bytes
  std::optional<Instant> last_modified;

  bool operator==(const Visit&) const = default;
};

// The history of one page: its last visits one by one, sums over all visits that fade with time,
// the rhythm of its changes, and totals. It is small, because there is one for every page: encode()
// needs 66 bytes for a page with sixteen visits and two changes, 75 with dates. It is a value and
// reads no clock; callers pass the time.
class History {
 public:
  static constexpr int kRecent = 16;
  // The sums are divided by e in this time. This value predicted best on histories of real sites.
  // An estimate that must forget faster uses the recent visits.
  static constexpr Duration kMemory = Duration::days(200);

  // Adds a visit. Visits are recorded in the order of time; one that is earlier than the last
  // recorded visit gets the time of that visit.
  void record(const Visit& visit);
  // Turns the last `count` changes into visits without a change, because they were noise. Changes
  // that are not among the recent visits stay.
  void retract_changes(int count);

  // Corrects visits that were recorded while the clock was `ahead` of the true time: the times of
  // visits after `now` are moved back by `ahead`. The sums are computed anew from the recent
  // visits. The rhythm stays as it is.
  void set_back(Instant now, Duration ahead);

  // Returns the last visits, oldest first, at most kRecent. The time of the last one is exact to
  // the second. Spans between visits, sizes and ages of dates have a relative error of at most
  // 1/4096, and are exact below 4096 seconds or bytes. A visit that found no change has the size of
  // the visit before and no date: only the date of the visit that first saw a content is stored. A
  // date later than its visit is dropped.
  std::vector<Visit> recent() const;

  // The faded sums as of `now`. The older a visit is, the less it counts.
  struct Sums {
    double exposure = 0;  // days in which a change would have been seen: from success to success
    double changes = 0;
    double successes = 0;
    double requests = 0;
  };
  Sums sums(Instant now) const;
  // Returns what a policy knows of the page after these visits. Without a success, it is empty.
  Summary summary() const;

  // Counts of all visits ever.
  struct Totals {
    uint32_t requests = 0;
    uint32_t successes = 0;
    uint32_t changes = 0;
    bool operator==(const Totals&) const = default;
  };
  const Totals& totals() const { return totals_; }

  // The visits after the last success that found the page absent. A failed visit neither counts nor
  // ends the absence.
  struct Absence {
    int visits = 0;  // among the recent ones
    Instant since;   // time of the first of them
  };
  Absence absence() const;

  std::optional<Instant> last_visit() const;
  std::optional<Instant> last_success() const;

  // Equal histories give equal bytes. docs/formats/change.md describes the format.
  std::string encode() const;
  // It is an error if encode() would not write such bytes, or if their version is later than ours.
  static Result<History> decode(std::string_view bytes);

  bool operator==(const History&) const = default;

 private:
  struct Entry {
    uint16_t gap = 0;  // seconds since the visit before, rounded; 0 for the oldest
    Outcome outcome = Outcome::kSuccess;
    bool changed = false;
    uint16_t size = 0;  // rounded
    uint16_t date = 0;  // 1 + the age of the date in seconds at the visit, rounded; 0: no date
    bool operator==(const Entry&) const = default;
  };
  // Sums as of the last visit, each rounded to 24 bits.
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
  const Entry* newest_success() const;  // among the recent visits; null if there is none
  int64_t oldest_time() const;          // Unix seconds

  friend class HistoryCodec;  // history_encoding.cc

  std::vector<Entry> recent_;  // oldest first
  uint32_t last_ = 0;          // time of the last visit, Unix seconds
  uint32_t old_success_ = 0;   // time of the last success if no recent visit is one; otherwise 0
  Faded faded_;
  Rhythm rhythm_;
  Totals totals_;
};

}  // namespace freshet::change
