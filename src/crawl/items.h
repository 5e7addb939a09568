#pragma once

#include "crawl/admission.h"
#include "crawl/evaluate_visit.h"
#include "crawl/worker.h"
#include "telemetry/log.h"

namespace freshet::crawl {

// Processes what recipes found on pages: writes items and changes of their fields, decides whether
// lists have new items, and raises an alarm when pages match their recipe no longer. For the
// engine's thread.
class Items {
 public:
  Items(const Admission::Tables& tables, Admission& admission, telemetry::Log& log);

  // A list of items has changed only if it has a new one: items that moved from one list to another
  // are known. Call it before the visit is evaluated.
  void compare_list(const store::PageState& page, Completed& completed) const;
  // Returns whether the body of the page is needed although it may be the same as at the last
  // visit, because the recipe has changed since.
  bool must_be_read_again(const store::PageState& page, std::string_view version) const;
  // Returns whether the page had the required fields at an earlier visit and has not now.
  bool matches_no_longer(const store::PageState& before, const Completed& completed) const;

  // Records the item of a page after its visit. `change` is what the visit changed, if anything;
  // the changed fields are added to it.
  void record(const store::PageState& page, const Completed& completed, store::Change* change);

 private:
  // What a visit says about a recipe.
  struct Evidence {
    std::string recipe;
    collection::RecipeHealth::Sign sign;
    std::vector<std::string> missing = {};
  };
  void verify(const store::PageState& page, Instant at);
  void note_health(const store::PageState& page, const Evidence& evidence, Instant at);

  const Admission::Tables tables_;
  Admission& admission_;
  telemetry::Log& log_;
};

}  // namespace freshet::crawl
