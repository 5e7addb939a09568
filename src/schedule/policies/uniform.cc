#include <deque>

#include "schedule/policies.h"

namespace freshet::schedule {
namespace {

class Uniform final : public Policy {
 public:
  void add(Page page, const PageFacts&, Instant) override { queue_.push_back(page); }
  void visited(Page page, const Seen&, Instant) override { queue_.push_back(page); }
  void removed(Page, Instant) override {}

  std::optional<Page> next(Instant) override {
    if (queue_.empty()) return std::nullopt;
    const Page page = queue_.front();
    queue_.pop_front();
    return page;
  }

  std::string explain(Page, Instant) const override {
    return "every page in turn; " + std::to_string(queue_.size()) + " take turns";
  }

 private:
  std::deque<Page> queue_;
};

}  // namespace

std::unique_ptr<Policy> make_uniform() {
  return std::make_unique<Uniform>();
}

}  // namespace freshet::schedule
