#include "schedule/policies/site_rounds.h"

namespace freshet::schedule {
namespace {

class Sorting final : public SiteRounds {
 public:
  using SiteRounds::SiteRounds;

 private:
  ServerOrder order(const Unfinished& unfinished, int hour) const override {
    return sorting(unfinished.loads, hour);
  }
  std::string reason() const override {
    return "The site with the least load this hour comes first";
  }
};

}  // namespace

std::unique_ptr<Policy> make_sorting(const ServerOrderOptions& options) {
  return std::make_unique<Sorting>(options);
}

}  // namespace freshet::schedule
