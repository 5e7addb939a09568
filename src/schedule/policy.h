#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

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

// Decides which page is looked at next. Pure: the time is told, and never goes back; nothing is
// read or kept elsewhere; the same calls give the same choices. The live crawler and the simulator
// use the same.
//
// A page comes to a policy with its first visit (what was never visited goes first, whatever the
// policy) and leaves it when it is gone.
class Policy {
 public:
  virtual ~Policy() = default;

  virtual void add(Page page, const PageFacts& facts, Instant now) = 0;
  // The page to visit now, if any: it is then out of the policy's hands until visited() or
  // removed() is called.
  virtual std::optional<Page> next(Instant now) = 0;
  virtual void visited(Page page, const Seen& seen, Instant now) = 0;
  // The visit came to nothing: no answer, or an error.
  virtual void failed(Page page, Instant now) { visited(page, {}, now); }
  // Somebody visits the page although next() did not give it: it is out of the policy's hands, as
  // after next(). It must be in them. Policies that only a simulation uses need not know this.
  virtual void take(Page /*page*/, Instant /*now*/) {
    FRESHET_CHECK(false, "a policy for simulations alone");
  }
  // The same of a page that was drawn at random: what the visit finds is a fair sample.
  virtual void take_at_random(Page page, Instant now) { take(page, now); }
  // No page of the site can be visited before then; the last call counts. What is given all the
  // same is held back for it: only policies that go by sites need to know.
  virtual void rest(Site /*site*/, Instant /*until*/) {}
  // A listing says that the page has changed since we last saw it. Comes before the visited() of
  // the listing that says so.
  virtual void announced(Page /*page*/, Instant /*now*/) {}
  // Somebody else says so: believed by how often that was true of pings, not of listings.
  virtual void pinged(Page /*page*/, Instant /*now*/) {}
  // The listing names the page. For what is recalled: told after the visits of both, it does not
  // count changes as missed that the listing may have announced then.
  virtual void listed(Page /*page*/, Page /*listing*/, Instant /*now*/) {}
  // Whether announced() means anything to it: else it need not be given listings to pay for.
  virtual bool uses_listings() const { return false; }
  virtual void removed(Page page, Instant now) = 0;
  // It weighs so many times what it did. Comes when the page is out of the policy's hands; policies
  // that go by weights heed it.
  virtual void reweighed(Page /*page*/, double /*factor*/) {}
  // After next() had none: when it may have one. Policies that always have one need not say.
  virtual Instant wake() const { return Instant::never(); }

  // What a visit is worth now, on a scale of the policy's own; for choosing among pages that next()
  // gave and that could not be visited yet.
  virtual double worth(Page /*page*/, Instant /*now*/) const { return 0; }

  // On the same scale, what a page is worth that was never visited, if the copy will be looked at
  // again after so many days; 0: the policy does not say.
  virtual double worth_of_new(double /*weight*/, double /*days*/) const { return 0; }

  // Whether current() answers: else somebody else must believe something.
  virtual bool tells_current() const { return false; }
  // How probably our copy is current; nothing if the policy does not know.
  virtual std::optional<double> current(Page /*page*/, Instant /*now*/) const {
    return std::nullopt;
  }

  // When the page will be given out, as things are; nothing if the policy cannot say.
  virtual std::optional<Instant> expected(Page /*page*/, Instant /*now*/) const {
    return std::nullopt;
  }

  // What happened to many pages of the site at once, in the order of time.
  virtual std::vector<Rewrite> rewrites(Site /*site*/) const { return {}; }

  // Why the page stands where it stands, in a sentence for a person.
  virtual std::string explain(Page page, Instant now) const = 0;
};

}  // namespace freshet::schedule
