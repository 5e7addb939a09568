#include <deque>

#include "schedule/policies.h"

namespace freshet::schedule {
namespace {

class Uniform final : public Policy {
 public:
  void add(Page page, const PageFacts&, Instant) override { enqueue(page); }
  void visited(Page page, const Seen&, Instant) override { enqueue(page); }
  void removed(Page page, Instant) override { turns_[page] = 0; }

  std::optional<Page> next(Instant) override {
    while (!queue_.empty()) {
      const Turn first = queue_.front();
      queue_.pop_front();
      if (turns_[first.page] == first.number) return first.page;
    }
    return std::nullopt;
  }

  std::string explain(Page, Instant) const override {
    return "every page in turn; " + std::to_string(queue_.size()) + " take turns";
  }

 private:
  struct Turn {
    uint64_t number;
    Page page;
  };

  void enqueue(Page page) {
    if (page >= turns_.size()) turns_.resize(page + size_t{1});
    turns_[page] = ++numbers_;
    queue_.push_back({numbers_, page});
  }

  std::deque<Turn> queue_;
  std::vector<uint64_t> turns_;  // by page: its number in the queue; others are old, 0: gone
  uint64_t numbers_ = 0;
};

}  // namespace

std::unique_ptr<Policy> make_uniform() {
  return std::make_unique<Uniform>();
}

}  // namespace freshet::schedule
