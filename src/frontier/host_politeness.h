#pragma once

#include <algorithm>
#include <cstdint>

#include "clock/instant.h"
#include "frontier/frontier.h"
#include "store/types.h"

namespace freshet::frontier {

// When one host may be asked, all its sites together: the arithmetic of politeness, without queues.
// What holds between two requests to a host is stated at Politeness.
class HostPoliteness {
 public:
  // A site of the host as it was left by write(). What the sites were left with is joined: the
  // latest time and the longest Crawl-delay count.
  void restore(const store::SiteState& site, const Politeness& rules);
  // A rest that the host asked for holds for all its sites: it is part of next_allowed.
  void write(store::SiteState& site, const Politeness& rules) const;

  // Requests that may be in flight at a time.
  int slots(const Politeness& rules) const {
    return crawl_delay_ > Duration() ? 1 : rules.per_host;
  }
  // No request before this.
  Instant next_allowed(const Politeness& rules) const;
  Instant resting_until() const { return resting_until_; }
  Instant free_at(const Politeness& rules) const {
    return std::max(next_allowed(rules), resting_until_);
  }

  void set_crawl_delay(Duration crawl_delay) { crawl_delay_ = crawl_delay; }

  struct Start {
    Instant at;
    Instant before;  // the request that came before
  };
  Start start(Instant now);
  // The request was never sent.
  void undo(const Start& start);
  void end(Instant now, Duration took, const Politeness& rules);

  void rest(Duration length, Instant now, const Politeness& rules);

  // Cuts times that no honest clock can have left behind: further ahead than any rest lasts.
  void clamp(Instant now, const Politeness& rules);
  // The clock was set back by `step`.
  void set_back(Duration step);

 private:
  Duration gap(const Politeness& rules) const;

  Instant last_request_;  // its end; its start while it is in flight or where slots() > 1
  Duration took_;
  Instant resting_until_;
  Duration crawl_delay_;
};

// How one site (scheme, host, port) has failed. Another site of the same host may work all the
// while, so that this is not the host's.
class SiteBackoff {
 public:
  SiteBackoff() = default;
  // As it was left by write().
  explicit SiteBackoff(const store::SiteState& site)
      : resting_until_(site.resting_until), failures_(site.failures) {}
  void write(store::SiteState& site) const;

  Instant resting_until() const { return resting_until_; }

  void answered() { failures_ = 0; }
  void failed(store::SiteId site, Instant now, const Politeness& rules);
  void rest(Duration length, Instant now, const Politeness& rules);

  // As those of HostPoliteness.
  void clamp(Instant now, const Politeness& rules);
  void set_back(Duration step) { resting_until_ = resting_until_ - step; }

 private:
  Instant resting_until_;
  uint16_t failures_ = 0;  // in a row
};

// For how long a site rests after its `failures`-th failure in a row; zero below the limit.
// Spread by up to a quarter, so that sites that failed together do not come back together; the same
// for the same arguments.
Duration backoff(store::SiteId site, int failures, const Politeness& rules);

}  // namespace freshet::frontier
