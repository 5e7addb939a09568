#pragma once

#include <algorithm>
#include <cstdint>

#include "clock/instant.h"
#include "frontier/politeness.h"
#include "store/types.h"

namespace freshet::frontier {

// Computes when the next request to a host may be sent, for all its sites together. It has no
// queues. Politeness states the rules.
class HostPoliteness {
 public:
  // Restores the state of a site of the host that write() has written. If there are several sites,
  // the latest time and the longest Crawl-delay count.
  void restore(const store::SiteState& site, const Politeness& rules);
  // A rest of the host holds for all its sites, so it is included in next_allowed.
  void write(store::SiteState& site, const Politeness& rules) const;

  // The number of requests that may be in flight at a time.
  int slots(const Politeness& rules) const {
    return crawl_delay_ > Duration() ? 1 : rules.per_host;
  }
  // No request may be sent before this.
  Instant next_allowed(const Politeness& rules) const;
  Instant resting_until() const { return resting_until_; }
  Instant free_at(const Politeness& rules) const {
    return std::max(next_allowed(rules), resting_until_);
  }

  void set_crawl_delay(Duration crawl_delay) { crawl_delay_ = crawl_delay; }

  struct Start {
    Instant at;
    Instant before;  // time of the last request before it
  };
  Start start(Instant now);
  // Undoes a start() whose request was not sent.
  void undo(const Start& start);
  void end(Instant now, Duration took, const Politeness& rules);

  void rest(Duration length, Instant now, const Politeness& rules);

  // Shortens times that are further ahead than any rest lasts: they come from a wrong clock.
  void clamp(Instant now, const Politeness& rules);
  // Must be called when the clock was set back by `step`.
  void set_back(Duration step);

 private:
  Duration gap(const Politeness& rules) const;

  // Its end; its start while it is in flight or if slots() > 1. Instant(): there was none;
  // std::optional would make each host larger in memory.
  Instant last_request_;
  Duration took_;
  Instant resting_until_;
  Duration crawl_delay_;
};

// The failures and the back-off of one site (scheme, host, port). It is not part of the host,
// because another site of the same host may work.
class SiteBackoff {
 public:
  SiteBackoff() = default;
  // Restores what write() has written.
  explicit SiteBackoff(const store::SiteState& site)
      : resting_until_(site.resting_until), failures_(site.failures) {}
  void write(store::SiteState& site) const;

  Instant resting_until() const { return resting_until_; }

  void answered() { failures_ = 0; }
  void failed(store::SiteId site, Instant now, const Politeness& rules);
  void rest(Duration length, Instant now, const Politeness& rules);

  // As in HostPoliteness.
  void clamp(Instant now, const Politeness& rules);
  void set_back(Duration step) { resting_until_ = resting_until_ - step; }

 private:
  Instant resting_until_;
  uint16_t failures_ = 0;  // in a row
};

// Returns how long a site rests after its `failures`-th failure in a row; zero below the limit. Up
// to a quarter is added, so that sites that failed together do not come back together. The result
// depends only on the arguments.
Duration backoff(store::SiteId site, int failures, const Politeness& rules);

}  // namespace freshet::frontier
