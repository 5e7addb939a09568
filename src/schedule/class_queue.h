#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "schedule/policy.h"

namespace freshet::schedule {

// Offers the page whose visit is worth most, among millions, in well under a microsecond.
//
// Pages of which the same is believed (quantised) form a class. What a visit is worth grows with
// the time since the last one, by the same curve for all of a class, so that within it the first in
// is the best: only the heads of the classes compete. When the head of a class will be worth what
// the last pages were (the price) is foretold, and the class with the earliest such moment is next.
// All heads are looked at anew when the price has moved, or after as many offers as there are.
class ClassQueue {
 public:
  using Class = uint32_t;
  struct Worth {
    double value = 0;
    double slope = 0;  // a day
  };
  // What a visit of a page of the class is worth at a time, perhaps in the future, if it was last
  // visited then; both in seconds on the caller's clock.
  using WorthOf = std::function<Worth(Class, uint32_t last_visit, double at)>;

  explicit ClassQueue(WorthOf worth_of);

  // The class that the caller knows under this key; `is_new` if it is the first time.
  struct Found {
    Class id;
    bool is_new;
  };
  Found find_class(uint64_t key);

  // Pages of a class must come in the order of their visits.
  void push(Class id, Page page, uint32_t last_visit);
  struct Offer {
    Page page;
    uint32_t last_visit;
    double value;
  };
  // Takes the best. `now` never goes back.
  std::optional<Offer> pop(uint32_t now);

  double price() const { return price_; }
  size_t classes() const { return fifos_.size(); }
  size_t memory_bytes() const;

 private:
  struct Entry {
    Page page;
    uint32_t last_visit;
  };
  // First in, first out; what is gone is dropped when it is half of all.
  struct Fifo {
    std::vector<Entry> entries;
    size_t first = 0;
    float wait = 60;  // seconds that its last page waited: a guess for the next
    bool empty() const { return first == entries.size(); }
  };
  // A class in the heap, by the moment at which its head will be worth the price.
  struct Head {
    double due;
    Class id;
    bool operator<(const Head& other) const { return due > other.due; }
  };

  void offer_head(Class id);
  double foretell(Class id) const;
  void look_at_all();
  static void drop_first(Fifo& fifo);

  WorthOf worth_of_;
  std::unordered_map<uint64_t, Class> by_key_;
  std::vector<Fifo> fifos_;
  std::vector<Head> heap_;
  size_t pages_ = 0;
  double price_ = 0;
  double foretold_at_ = 0;  // the price when all heads were looked at
  size_t offers_left_ = 0;  // until they are looked at anew in any case
};

}  // namespace freshet::schedule
