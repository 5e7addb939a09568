#pragma once

#include <cstdint>
#include <optional>

#include "clock/instant.h"

namespace freshet::change {

// A page was fetched and compared with the copy of an earlier visit, and a date was claimed for it
// both times: by Last-Modified, a sitemap or a feed.
struct DatedVisit {
  Instant last_visit;
  Instant now;
  std::optional<Instant> last_date;  // what was claimed at the last visit
  std::optional<Instant> date;       // what is claimed now
  bool changed = false;              // the content, since the last visit
};

// How far one kind of a site's dates has earned belief. Servers send the time of the request, of a
// deployment, or of a template; and many change pages and not the date. So dates are believed only
// where, on this site, they have told the truth.
class DateTrust {
 public:
  // Takes a visit in. A date missing at either visit, in the future, gone backwards, or advanced to
  // a time at which we had already seen the old content, says nothing of changes and is no
  // evidence.
  void saw(const DatedVisit& visit);

  // Of the advances of the date, the share that came with a change. Nothing without advances.
  std::optional<double> precision() const;
  // Of the changes, the share that the date announced. Nothing without changes.
  std::optional<double> recall() const;

  // Whether a date may stand for the time of a change, and a date that stayed for no change. The
  // rule: were the next one wrong, nine in ten advances would still have come with a change, and
  // nine in ten changes with an advance. So it takes at least nine changes, all announced.
  bool may_use_dates() const;

  bool operator==(const DateTrust&) const = default;

  // The counts, for whoever keeps them.
  struct Counts {
    uint32_t announced = 0;     // changes with an advance
    uint32_t silent = 0;        // changes without
    uint32_t false_alarms = 0;  // advances without a change
    bool operator==(const Counts&) const = default;
  };
  const Counts& counts() const { return counts_; }
  static DateTrust from(const Counts& counts);

 private:
  Counts counts_;
};

// When a believed date says that the content changed: only in the time that we did not see.
std::optional<Instant> change_time(const DatedVisit& visit);

}  // namespace freshet::change
