#include "schedule/policies/site_rounds.h"

namespace freshet::schedule {
namespace {

class MixedSorting final : public SiteRounds {
 public:
  using SiteRounds::SiteRounds;

 private:
  ServerOrder order(const Unfinished& unfinished, int hour) const override {
    return mixed_sorting(unfinished.loads, hour);
  }
  bool goes_on(const HourlyLoad& load, int hour) const override {
    return !stops_at_turn(load, hour);
  }
  std::string reason() const override {
    return "Sites whose best hour this is come first, then those with the least load";
  }
};

}  // namespace

std::unique_ptr<Policy> make_mixed_sorting(const ServerOrderOptions& options) {
  return std::make_unique<MixedSorting>(options);
}

}  // namespace freshet::schedule
