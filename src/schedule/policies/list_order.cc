#include "schedule/policies/site_rounds.h"

namespace freshet::schedule {
namespace {

class ListOrder final : public SiteRounds {
 public:
  using SiteRounds::SiteRounds;

 private:
  ServerOrder order(const Unfinished& unfinished, int /*hour*/) const override {
    return list_order(unfinished.sites.size());
  }
  std::string reason() const override { return "Sites come as they are numbered"; }
};

}  // namespace

std::unique_ptr<Policy> make_list_order(const ServerOrderOptions& options) {
  return std::make_unique<ListOrder>(options);
}

}  // namespace freshet::schedule
