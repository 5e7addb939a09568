#include <deque>

#include "schedule/policies.h"

namespace freshet::schedule {
namespace {

class Uniform final : public Policy {
 public:
  void add(Page page, const PageFacts&, Instant now) override { queue_.push_back({page, now}); }
  void visited(Page page, const Seen&, Instant now) override { queue_.push_back({page, now}); }
  void removed(Page, Instant) override {}

  std::optional<Page> next(Instant) override {
    if (queue_.empty()) return std::nullopt;
    const Page page = queue_.front().page;
    queue_.pop_front();
    return page;
  }

  std::string explain(Page, Instant) const override {
    return "every page in turn; " + std::to_string(queue_.size()) + " take turns";
  }

 private:
  struct Waiting {
    Page page;
    Instant since;
  };
  std::deque<Waiting> queue_;
};

}  // namespace

std::unique_ptr<Policy> make_uniform() {
  return std::make_unique<Uniform>();
}

}  // namespace freshet::schedule
