#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "change/summary.h"
#include "clock/instant.h"
#include "result/check.h"

namespace freshet::schedule {

// The caller's numbers for pages and sites: small and dense.
using Page = uint32_t;
using Site = uint32_t;
// A part of a site; 0 is what belongs to no other (sections.h).
using Section = uint16_t;

struct PageFacts {
  Site site = 0;
  Section section = 0;
  double weight = 1;  // importance; only ratios matter
  double cost = 1;    // of a visit; only ratios matter
  uint32_t size = 0;  // bytes
  // It names other pages of its site and tells which have changed (a sitemap, a feed, a front
  // page).
  bool is_listing = false;
  std::optional<Page> listed_on;  // the listing that names this page
  // What was seen of it before: so many changes in so many days.
  double past_changes = 0;
  double past_days = 0;
};

// What a visit showed; all that a policy is ever told.
struct Seen {
  bool changed = false;  // since our last visit
  uint32_t size = 0;
  std::optional<Instant> last_modified;  // where the server says so
};

// Many pages of a section changed at once, as far as visits tell: a redesign, a new template.
struct Rewrite {
  Instant begin;  // it happened between these
  Instant end;
  Section section = 0;               // of the site
  std::string directory;             // of the section, where its name is known
  double share = 0;                  // of the section's pages
  std::optional<Instant> confirmed;  // when it was; none: it is suspected
};

// Decides which page is visited next. A policy is pure: the caller passes the time, which never
// decreases; the policy reads and writes nothing else; the same calls give the same choices. The
// live crawler and the simulator use the same code.
//
// A page is added to a policy at its first visit (pages that were never visited go first, under
// every policy) and is removed when it is gone.
class Policy {
 public:
  virtual ~Policy() = default;

  // All visits of earlier runs to a page that is about to be added. Policies that learn from the
  // replay of single visits need not implement this; others must not count these visits again.
  virtual void recall(Page /*page*/, const change::Summary& /*visits*/) {}
  virtual void add(Page page, const PageFacts& facts, Instant now) = 0;
  // The page to visit now, if any. The policy does not return it again until visited(), failed() or
  // removed() is called.
  virtual std::optional<Page> next(Instant now) = 0;
  virtual void visited(Page page, const Seen& seen, Instant now) = 0;
  // The visit failed: no response, or an error.
  virtual void failed(Page page, Instant now) { visited(page, {}, now); }
  // The page is visited although next() did not return it: the policy treats it as after next(). It
  // must not be out already. Policies that only simulations use need not implement this.
  virtual void take(Page /*page*/, Instant /*now*/) {
    FRESHET_CHECK(false, "a policy for simulations alone");
  }
  // The same for a page that was drawn at random: its visit belongs to a fair sample.
  virtual void take_at_random(Page page, Instant now) { take(page, now); }
  // No page of the site can be visited before `until`; the last call counts. The caller holds back
  // pages of the site that next() returns all the same, so only policies that choose by site need
  // this.
  virtual void rest(Site /*site*/, Instant /*until*/) {}
  // A listing says that the page has changed since its last visit. Called before the visited() of
  // that listing.
  virtual void announced(Page /*page*/, Instant /*now*/) {}
  // A ping says so. Its precision is learned apart from that of listings.
  virtual void pinged(Page /*page*/, Instant /*now*/) {}
  // The listing names the page. For the replay of history: called after the visits of both, so that
  // changes which the listing may have announced are not counted as missed.
  virtual void listed(Page /*page*/, Page /*listing*/, Instant /*now*/) {}
  // Whether the policy uses announced(). If not, the caller need not spend visits on listings.
  virtual bool uses_listings() const { return false; }
  virtual void removed(Page page, Instant now) = 0;
  // The weight of the page is multiplied by `factor`. Called while the page is out, as after
  // next(). Policies that ignore weights need not implement this.
  virtual void reweighed(Page /*page*/, double /*factor*/) {}
  // After next() returned nothing: the time at which it may return a page.
  virtual Instant wake() const { return Instant::never(); }

  // The value of a visit now, on the policy's own scale. Used to choose among pages that next()
  // returned and that could not be visited yet.
  virtual double worth(Page /*page*/, Instant /*now*/) const { return 0; }

  // On the same scale, the value of the first visit to a page that will be revisited after so many
  // days; 0 if the policy does not know.
  virtual double worth_of_new(double /*weight*/, double /*days*/) const { return 0; }

  // Whether current() returns values.
  virtual bool tells_current() const { return false; }
  // The probability that our copy is current; nothing if the policy does not know.
  virtual std::optional<double> current(Page /*page*/, Instant /*now*/) const {
    return std::nullopt;
  }

  // The time at which next() is expected to return the page; nothing if the policy does not know.
  virtual std::optional<Instant> expected(Page /*page*/, Instant /*now*/) const {
    return std::nullopt;
  }

  // Rewrites of the site or its sections, in the order of time.
  virtual std::vector<Rewrite> rewrites(Site /*site*/) const { return {}; }

  // Why the page has its place in the order, in a sentence for people.
  virtual std::string explain(Page page, Instant now) const = 0;
};

}  // namespace freshet::schedule
