#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "schedule/due_heap.h"
#include "schedule/entry_pool.h"
#include "schedule/key_table.h"
#include "schedule/lone_pages.h"
#include "schedule/policy.h"
#include "schedule/visit_price.h"

namespace freshet::schedule {

// Offers the page whose visit is worth most, among millions, in well under a microsecond.
//
// Pages with the same (quantised) belief form a class. The value of a visit grows with the time
// since the last one, and all pages of a class share one curve. So in a class the page that came
// first has the largest value, and only the heads of the classes compete. The price is what recent
// visits were worth. For each class the queue computes how long its pages wait until they are worth
// the price, and offers the head that reaches the price first. It recomputes all heads when the
// price has moved, or after a few times as many offers as there are heads.
//
// A page whose value follows no class (it was announced as changed, or it lists other pages) waits
// alone and competes like a head.
class ClassQueue {
 public:
  using Class = uint32_t;
  struct Worth {
    double value = 0;
    double slope = 0;  // a day
  };
  // What the owner tells the queue. Times are seconds on the owner's clock, waits are days.
  class Model {
   public:
    virtual ~Model() = default;
    // What a visit of a page of the class is worth after this wait.
    virtual Worth worth(Class id, double days) const = 0;
    // worth().value alone.
    virtual double value(Class id, double days) const { return worth(id, days).value; }
    // A class may measure waits on a clock of its own. waited() is the wait between two times,
    // when() the time at which the wait will be so many days.
    virtual double waited(Class id, uint32_t since, double until) const;
    virtual double when(Class id, uint32_t since, double days) const;
    // Whether the entry that was made at this visit, in a class or alone, still stands for the
    // page.
    virtual bool holds(Page page, uint32_t last_visit, std::optional<Class> id) const = 0;
    // What a visit of a page that waits alone will be worth at a time; not always 0 after a visit.
    virtual Worth worth_alone(Page page, double at) const;
    // The page will probably be offered next: a hint to prefetch its data.
    virtual void prefetch(Page /*page*/) const {}
    // waited() and when() will be called for the class: at all, and for this wait.
    virtual void prefetch_clock(Class /*id*/) const {}
    virtual void prefetch_clock(Class /*id*/, uint32_t /*since*/) const {}
  };

  // With compared = 1 the queue offers the page that is due first; with more, the most valuable of
  // so many that are due. The latter comes closer to the largest value of all, which is right where
  // rates are known. Where they are estimated, it starves pages that only seem fast, which costs
  // more than it gains.
  explicit ClassQueue(const Model& model, size_t compared = 1)
      : model_(model), compared_(compared) {}

  // The class that the caller knows under this key; `is_new` if it is the first time.
  KeyTable::Found find_class(uint64_t key);

  // Pages of a class must come in the order of their visits.
  void push(Class id, Page page, uint32_t last_visit);
  void push_alone(Page page, uint32_t last_visit, uint32_t now);
  // Returns the page that pop() gave last to the queue. It waits alone until `due`, whatever its
  // value is.
  void postpone(Page page, uint32_t last_visit, uint32_t due);
  // An entry that was pushed no longer stands for its page: holds() is false for it.
  void forget();
  // The values of classes have changed other than by time.
  void invalidate_values() { have_values_changed_ = true; }

  struct Offer {
    Page page;
    uint32_t last_visit;
    double value;
  };
  // Removes and returns the best page. `now` never decreases.
  std::optional<Offer> pop(uint32_t now);

  double price() const { return price_.now(); }
  size_t classes() const { return classes_.size(); }
  size_t pages() const { return pages_; }
  size_t memory_bytes() const;

 private:
  struct Waiting {
    EntryPool::Fifo fifo;
    float wait = 1;  // days until its pages are worth the price
    // Where `wait` was last computed in full, and the power of the wait by which the value grows
    // there.
    float full_wait = 1;
    float full_price = -1;
    float power = 0;
  };
  // A class, or a page that waits alone, by the moment at which it will be worth the price. `id` is
  // that of the class, or the place in alone_ with kAlone.
  using Head = DueHeap::Head;
  static constexpr uint32_t kAlone = uint32_t{1} << 31;

  Head head_of(Class id) const;
  void push_alone(const LonePages::Lone& page, uint32_t now);
  Head head_of_alone(uint32_t place, double now) const;
  void compute_wait(Class id);
  double value_of_head(Class id, uint32_t now) const;
  size_t best_of_the_due(uint32_t now) const;
  void reevaluate_all(uint32_t now);
  void collect_heads(uint32_t now);
  bool is_first_far_too_early(uint32_t now) const;
  bool is_price_too_high(uint32_t now) const;
  void lower_price(uint32_t now);
  void set_early_heads_aside(uint32_t now);
  double best_value(uint32_t now) const;
  bool is_reevaluation_due() const;
  void drop_forgotten();
  void fetch_next_heads() const;
  std::optional<Offer> take(size_t at, uint32_t now);
  std::optional<Offer> take_alone(size_t at, uint32_t now);

  const Model& model_;
  const size_t compared_;
  KeyTable keys_;
  EntryPool entries_;
  std::vector<Waiting> classes_;
  LonePages alone_;
  DueHeap heap_;
  DueHeap early_;  // heads that are far too early, apart from heap_
  size_t pages_ = 0;
  size_t forgotten_ = 0;  // entries that no longer stand for a page
  VisitPrice price_;
  size_t offers_ = 0;     // since all heads were last recomputed
  bool is_stale_ = true;  // all heads must be recomputed before the next offer
  bool have_values_changed_ = false;
};

}  // namespace freshet::schedule
