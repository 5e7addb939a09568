#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "schedule/policies/page_list.h"

namespace freshet::schedule {

// Chooses the page with the largest factor times the time since its last visit. Factors are rounded
// to a geometric grid of ratio 1.25: in a class of equal factors the longest unvisited page is
// always the best, so a class is a list in order of visits, and only the fronts of the classes are
// compared. The chosen page's product is at least 1/1.25 of the largest. A choice is O(classes), at
// most 301 and in practice some tens; all else is O(1).
class WaitingClasses {
 public:
  // A page that is not held yet, visited now.
  void add(Page page, double factor, Instant now);
  // Takes the best page out.
  std::optional<Page> take(Instant now);
  // Takes this page out.
  void take(Page page);
  // A page that was taken is back, visited now, with a new factor.
  void put_back(Page page, double factor, Instant now);
  // Held or taken.
  void remove(Page page);

  // Of a page that is held or taken.
  Instant last_visit(Page page) const { return places_[page].last_visit; }

 private:
  enum class State : uint8_t { kAbsent, kWaiting, kTaken };
  struct Place {
    Instant last_visit;
    uint16_t live = 0;  // the page's class, as a number into classes_
    State state = State::kAbsent;
  };
  struct Class {
    double factor = 0;
    PageList pages;
  };

  void wait(Page page, double factor, Instant now);
  uint16_t class_of(double factor);

  std::vector<Place> places_;
  PageLinks links_;
  std::vector<Class> classes_;           // that ever had a page
  std::vector<uint16_t> class_of_step_;  // a step of the grid -> number into classes_
};

}  // namespace freshet::schedule
