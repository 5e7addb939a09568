#include "schedule/policies.h"
#include "schedule/policies/page_list.h"

namespace freshet::schedule {
namespace {

class Uniform final : public Policy {
 public:
  void add(Page page, const PageFacts&, Instant) override { wait(page); }
  void visited(Page page, const Seen&, Instant) override { wait(page); }
  void take(Page page, Instant) override { leave(page); }
  void removed(Page page, Instant) override {
    if (waits_[page]) leave(page);
  }

  std::optional<Page> next(Instant) override {
    if (waiting_.empty()) return std::nullopt;
    const Page page = waiting_.front;
    leave(page);
    return page;
  }

  std::string explain(Page, Instant) const override {
    return "every page in turn; " + std::to_string(count_) + " take turns";
  }

 private:
  void wait(Page page) {
    if (page >= waits_.size()) waits_.resize(page + size_t{1});
    waits_[page] = true;
    links_.push_back(waiting_, page);
    ++count_;
  }
  void leave(Page page) {
    waits_[page] = false;
    links_.unlink(waiting_, page);
    --count_;
  }

  PageLinks links_;
  PageList waiting_;  // whoever was not looked at for longest first
  std::vector<bool> waits_;
  size_t count_ = 0;
};

}  // namespace

std::unique_ptr<Policy> make_uniform() {
  return std::make_unique<Uniform>();
}

}  // namespace freshet::schedule
