#pragma once

#include <functional>
#include <optional>
#include <string>

#include "collection/page_weight.h"
#include "crawl/candidates.h"
#include "crawl/options.h"
#include "crawl/revisits.h"
#include "refresh/absent_pages.h"
#include "refresh/refresher.h"
#include "result/result.h"
#include "store/store.h"

namespace freshet::crawl {

// The pages of a collection that are revisited: the policy's data of them, the absent pages, and
// the revisits that are queued or pending.
//
// Before begin() it has no pages and adds none, which is what a crawl that visits every page once
// needs. For the engine's thread.
class KnownPages {
 public:
  explicit KnownPages(const store::Store& store) : store_(store) {}

  // Replays the visits of earlier runs to the policy. Calls `each` for every page that was visited.
  Status begin(collection::Importance importance, const refresh::RefreshOptions& refresh,
               Instant now, const std::function<void(const store::PageState&)>& each);
  bool has_begun() const { return refresher_.has_value(); }
  // Call these only after begin().
  refresh::Refresher& refresher() { return *refresher_; }
  const refresh::Refresher& refresher() const { return *refresher_; }
  // For reports; nullptr if there is none.
  const refresh::Refresher* refresher_if_any() const { return refresher_ ? &*refresher_ : nullptr; }
  const refresh::AbsentPages* absent_if_any() const { return refresher_ ? &absent_ : nullptr; }
  const collection::InLinks* in_links_if_any() const { return in_links_ ? &*in_links_ : nullptr; }

  Revisits& revisits() { return revisits_; }
  const Revisits& revisits() const { return revisits_; }
  refresh::AbsentPages& absent() { return absent_; }

  double weight_of(const store::PageState& page) const;

  // Add a page after its first visit, with content or without.
  void add(const store::PageState& page, Instant now);
  void add_absent(const store::PageState& page);
  // Counts the links of a page that are being written to the store.
  void count_links(const store::PageLinks& links, bool is_first_visit);

  // Called when a link or listing refers to a page: an absent page may then be visited earlier.
  void named(const Candidate& candidate, Instant now);
  // Passes the dates that a listing gives for pages of its site to the policy.
  void apply_announcements(const store::PageState& listing, const Candidates& candidates,
                           Instant now);
  // Processes a notification that the page has changed. Returns false if the page is not known.
  bool ping(store::PageId page, Instant changed, Instant now);

  // Whether a page may have become due earlier since the last call of take_news().
  bool has_news() const { return has_news_; }
  void take_news() { has_news_ = false; }

  // Restricts the choice of pages to these sites from now on.
  void fit_to_scope(const std::function<bool(store::SiteId)>& is_in_scope, Instant now);
  // Excludes the pages of the site until this time.
  void rest(store::SiteId site, Instant until);

  // Returns a chosen page to the policy without a visit.
  void put_back(const Revisit& revisit, Instant now);
  // Returns a chosen page that is outside the scope.
  void set_aside(const Revisit& revisit, Instant now);
  // Called after a visit, with the page after it. Returns true if the page left the collection by
  // this visit.
  bool finish(const Revisit& revisit, const store::PageState& after, const refresh::Found& found,
              Instant now);
  // Called if some of the visits that were reported to the policy were reported wrongly.
  void relearn(const store::PageState& page, Instant now);
  // Removes a page from the collection because its content was a wall. Returns false if it is being
  // visited, or is not known.
  bool withdraw_content(const store::PageState& page, Instant now);

 private:
  refresh::Refresher::NewPage new_page_of(const store::PageState& page) const;

  const store::Store& store_;
  collection::Importance importance_ = collection::Importance::kLinks;
  std::optional<refresh::Refresher> refresher_;
  std::optional<collection::InLinks> in_links_;  // if weights depend on links
  refresh::AbsentPages absent_;
  Revisits revisits_;
  bool has_news_ = false;
};

}  // namespace freshet::crawl
