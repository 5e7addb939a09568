#include <algorithm>
#include <numeric>

#include "schedule/policies/site_rounds.h"

namespace freshet::schedule {
namespace {

class RelativeLoad final : public SiteRounds {
 public:
  using SiteRounds::SiteRounds;

 private:
  // A day ahead: rounds follow each other, so no hour is the last.
  ServerOrder order(const Unfinished& unfinished, int hour) const override {
    const double hours_a_page =
        unfinished.visits_last_hour > 0
            ? static_cast<double>(robots()) / static_cast<double>(unfinished.visits_last_hour)
            : 1;
    std::vector<ServerNeed> needs(unfinished.sites.size());
    for (size_t i = 0; i < needs.size(); ++i) {
      // Before the pace is known, one hour is taken to do.
      needs[i].work =
          unfinished.visits_last_hour > 0 ? static_cast<double>(unfinished.pages[i]) : 0;
      needs[i].cost = costs(unfinished.loads[i], hour, hours_a_page);
    }
    return relative_load_order(needs);
  }

  static std::vector<double> costs(const HourlyLoad& load, int hour, double at_mean_load) {
    const double mean = std::accumulate(load.begin(), load.end(), 0.0) / kHoursOfDay;
    std::vector<double> cost;
    cost.reserve(kHoursOfDay);
    for (int k = 0; k < kHoursOfDay; ++k) {
      const double then = load[static_cast<size_t>((hour + k) % kHoursOfDay)];
      cost.push_back(at_mean_load * (mean > 0 ? std::max(then / mean, 1e-3) : 1));
    }
    return cost;
  }

  bool goes_on(const HourlyLoad& /*load*/, int /*hour*/) const override { return false; }
  std::string reason() const override {
    return "The site whose load is lowest against its own best hours to come is first";
  }
};

}  // namespace

std::unique_ptr<Policy> make_relative_load(const ServerOrderOptions& options) {
  return std::make_unique<RelativeLoad>(options);
}

}  // namespace freshet::schedule
