#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "schedule/entry_pool.h"
#include "schedule/key_table.h"
#include "schedule/policy.h"

namespace freshet::schedule {

// Offers the page whose visit is worth most, among millions, in well under a microsecond.
//
// Pages of which the same is believed (quantised) form a class. What a visit is worth grows with
// the time since the last one, by the same curve for all of a class, so that within it the first in
// is the best: only the heads of the classes compete. How long pages of a class wait until they are
// worth what the last pages were (the price) is worked out once, and the class whose head has
// waited so long first is next. All heads are looked at anew when the price has moved, or after
// some times as many offers as there are.
//
// A page whose worth follows no class (it was said to have changed; it lists others) waits alone
// and competes like a head.
class ClassQueue {
 public:
  using Class = uint32_t;
  struct Worth {
    double value = 0;
    double slope = 0;  // a day
  };
  // What the queue asks its owner. Times are seconds on the owner's clock, waits are days.
  class Model {
   public:
    virtual ~Model() = default;
    // What a visit of a page of the class is worth after this wait.
    virtual Worth worth(Class id, double days) const = 0;
    // Waits may go by a clock of the class's own: how long one has been, and when it will be so
    // long.
    virtual double waited(Class id, uint32_t since, double until) const;
    virtual double when(Class id, uint32_t since, double days) const;
    // Whether a page is still to be offered by the entry that was made at this visit, in a class or
    // alone.
    virtual bool holds(Page page, uint32_t last_visit, std::optional<Class> id) const = 0;
    // What a visit of a page that waits alone will be worth; it need not be 0 after a visit.
    virtual Worth worth_alone(Page page, double at) const;
    // The page will probably be offered next.
    virtual void soon(Page /*page*/) const {}
  };

  // Whoever is due first is offered, or of the first few that are due the one that is worth most by
  // now. The latter is closer to the largest value of all: right where values are known. Where they
  // are believed, it starves pages that only seem fast, which costs more than it gains.
  explicit ClassQueue(const Model& model, size_t compared = 1)
      : model_(model), compared_(compared) {}

  // The class that the caller knows under this key; `is_new` if it is the first time.
  KeyTable::Found find_class(uint64_t key);

  // Pages of a class must come in the order of their visits.
  void push(Class id, Page page, uint32_t last_visit);
  void push_alone(Page page, uint32_t last_visit, uint32_t now);
  // Puts the page back that pop() gave last: it waits alone and is due then, whatever it is worth.
  void put_off(Page page, uint32_t last_visit, uint32_t due);
  // One that was pushed is held no more, by what holds() says.
  void forget();
  // What pages of classes are worth has changed other than by time.
  void look_soon() { have_values_changed_ = true; }

  struct Offer {
    Page page;
    uint32_t last_visit;
    double value;
  };
  // Takes the best. `now` never goes back.
  std::optional<Offer> pop(uint32_t now);

  double price() const { return price_; }
  size_t classes() const { return classes_.size(); }
  size_t pages() const { return pages_; }
  size_t memory_bytes() const;

 private:
  struct Waiting {
    EntryPool::Fifo fifo;
    float wait = 1;  // days until its pages are worth the price
    // Where this was last worked out in full, and by which power of the wait value grows there.
    float full_wait = 1;
    float full_price = -1;
    float power = 0;
  };
  // A class in the heap, or a page that waits alone, by the moment at which it will be worth the
  // price.
  struct Head {
    double due;
    uint32_t id;  // of the class; of the place in alone_, with kAlone
    Page page;
  };
  static constexpr uint32_t kAlone = uint32_t{1} << 31;
  struct Alone {
    Page page;
    uint32_t last_visit;
    std::optional<uint32_t> due;  // none: when it is worth the price
    bool free = false;
  };

  Head head_of(Class id) const;
  void push_alone(const Alone& page, uint32_t now);
  Head head_alone(uint32_t place, double now) const;
  void work_out_wait(Class id);
  void offer(Head head);
  void replace(size_t at, Head head);
  void remove(size_t at);
  double value_of_head(Class id, uint32_t now) const;
  size_t best_of_the_first(uint32_t now) const;
  void look_at_all(uint32_t now);
  bool has_price_moved(double share) const;
  bool is_price_too_high(uint32_t now) const;
  double best_value(uint32_t now) const;
  bool is_time_to_look() const;
  void drop_forgotten();
  void follow(double value);
  void free_place(uint32_t place);
  std::optional<Offer> take(size_t at, uint32_t now);
  std::optional<Offer> take_alone(size_t at, uint32_t now);

  const Model& model_;
  const size_t compared_;
  KeyTable keys_;
  EntryPool entries_;
  std::vector<Waiting> classes_;
  std::vector<Alone> alone_;
  std::vector<uint32_t> free_places_;
  std::vector<Head> heap_;
  size_t pages_ = 0;      // that are held
  size_t forgotten_ = 0;  // that are not, and have entries
  double price_ = 0;
  double price_before_ = 0;  // the last page was taken
  double foretold_at_ = 0;   // the price when all heads were looked at
  size_t offers_ = 0;        // since then
  bool is_stale_ = true;     // they must be looked at before the next offer
  bool have_values_changed_ = false;
};

}  // namespace freshet::schedule
