#pragma once

#include <cstdint>
#include <optional>

#include "clock/instant.h"

namespace freshet::change {

// A visit that compared a page with the copy of the last visit, and the dates that were claimed for
// the page at both visits: by Last-Modified, a sitemap or a feed.
struct DatedVisit {
  Instant last_visit;
  Instant now;
  std::optional<Instant> last_date;  // the date claimed at the last visit
  std::optional<Instant> date;       // the date claimed now
  bool changed = false;              // whether the content changed since the last visit
};

// Measures whether the dates of one kind that a site claims can be relied on. Some servers send the
// time of the request, of a deployment or of a template, and many change pages without changing the
// date. So dates are used only on sites where they have been right so far.
class DateTrust {
 public:
  // Counts a visit. It is no evidence if a date is missing at either visit, is in the future, went
  // backwards, or advanced to a time at which we had already seen the old content.
  void saw(const DatedVisit& visit);

  // Whether an advanced date may be taken as the time of a change, and an unchanged date as no
  // change. The rule: even if the next date were wrong, nine in ten advances would have come with a
  // change, and nine in ten changes with an advance. So it takes at least nine changes, all
  // announced.
  bool may_use_dates() const;

  bool operator==(const DateTrust&) const = default;

  struct Counts {
    uint32_t announced = 0;     // changes with an advance
    uint32_t silent = 0;        // changes without
    uint32_t false_alarms = 0;  // advances without a change
    bool operator==(const Counts&) const = default;
  };
  const Counts& counts() const { return counts_; }

 private:
  Counts counts_;
};

// Returns when the content changed, by a date that is relied on. The time lies between the two
// visits. Returns nullopt if the content did not change or the dates do not tell.
std::optional<Instant> change_time(const DatedVisit& visit);

}  // namespace freshet::change
