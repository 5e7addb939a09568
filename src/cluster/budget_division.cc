#include "cluster/budget_division.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace freshet::cluster {
namespace {

// How strongly a rate follows the ratio of prices. Prices answer to a grant one or two rounds
// later; a larger exponent would make rates oscillate.
constexpr double kSensitivity = 0.3;
// An agent that uses less than this share of its grant does not need all of it.
constexpr double kFullUse = 0.75;
// A smaller change is not worth a message.
constexpr double kLeastChange = 0.002;

double positive(double number) {
  return std::isfinite(number) && number > 0 ? number : 0;
}

struct Share {
  const AgentRow* agent;
  double base = 0;    // the rate from which it changes
  double least = 0;   // what it can give down to in this round
  double target = 0;  // the aim
  bool is_new = false;
  bool wants_more = false;

  SessionId session() const { return agent->session; }
  double granted() const { return agent->granted_rate; }
  double highest() const { return agent->highest_rate; }
};

Share share_of(const AgentRow& agent, double even, double floor) {
  Share share{.agent = &agent};
  const AgentReport& report = agent.report;
  share.is_new = !(agent.granted_rate > 0) || !std::isfinite(agent.granted_rate);
  share.base = share.is_new ? even : agent.granted_rate;
  const double used = positive(report.used);
  const bool uses_all = used >= kFullUse * share.base;
  share.wants_more = !share.is_new && !report.is_idle && uses_all;
  share.least = share.base;
  if (!share.is_new && !share.wants_more) {
    share.least = std::min(share.base, std::max({floor, share.base / kStep, used * kStep}));
  }
  return share;
}

double sum(const std::vector<Share>& shares, double Share::*member) {
  double sum = 0;
  for (const Share& share : shares) sum += share.*member;
  return sum;
}

// The mean of the logarithms of the known prices. It is weighted by the rates, so that agents whose
// visits are worth next to nothing, and have small rates, do not decide.
double mean_log_price(const std::vector<Share>& shares) {
  double sum = 0;
  double weight = 0;
  for (const Share& share : shares) {
    const double price = positive(share.agent->report.price);
    if (!share.wants_more || price == 0) continue;
    sum += std::log(price) * share.base;
    weight += share.base;
  }
  return weight > 0 ? sum / weight : 0;
}

// Sets the targets of agents that use all that they have: by their prices, and so that they have
// `pot` together if no rate need grow by more than kStep for it. Returns what they get.
double divide_by_price(std::vector<Share>& shares, double pot) {
  const double mean = mean_log_price(shares);
  double wanted = 0;
  double most = 0;
  for (Share& share : shares) {
    if (!share.wants_more) continue;
    const double price = positive(share.agent->report.price);
    const double factor = price == 0 ? 1 : std::exp(kSensitivity * (std::log(price) - mean));
    share.target = share.base * std::clamp(factor, 1 / kStep, kStep);
    wanted += share.target;
    most += share.base * kStep;
  }
  if (wanted <= 0) return 0;
  const double given = std::min(std::max(pot, 0.0), most);
  for (Share& share : shares) {
    if (share.wants_more) share.target *= given / wanted;
  }
  return given;
}

// Sets the targets of all. Their sum is at most the budget.
void set_targets(std::vector<Share>& shares, double budget, double floor) {
  double keep = 0;   // of those that do not use all
  double least = 0;  // what they need
  double entry = 0;  // of new agents
  for (const Share& share : shares) {
    if (share.is_new) entry += share.base;
    if (share.is_new || share.wants_more) continue;
    keep += share.base;
    least += share.least;
  }
  const double given = divide_by_price(shares, budget - entry - least);
  const double rest = std::max(0.0, budget - entry - given);
  const double part = keep > least ? std::clamp((rest - least) / (keep - least), 0.0, 1.0) : 1.0;
  for (Share& share : shares) {
    if (share.is_new)
      share.target = share.base;
    else if (!share.wants_more)
      share.target = share.least + (share.base - share.least) * part;
    share.target = std::max(share.target, floor);
  }
  const double above = sum(shares, &Share::target) - floor * static_cast<double>(shares.size());
  const double available = budget - floor * static_cast<double>(shares.size());
  if (above <= available || above <= 0) return;
  for (Share& share : shares) {
    share.target = floor + (share.target - floor) * std::max(0.0, available / above);
  }
}

// Limits the targets to what may be granted now. A new agent gets its share as a whole, before the
// others get more, so that it does not start with next to nothing.
void limit_to_what_is_free(std::vector<Share>& shares, double budget) {
  double free = budget;
  for (const Share& share : shares) free -= std::max(share.highest(), 0.0);
  double raises = 0;
  for (Share& share : shares) {
    const double raise = share.target - share.highest();
    if (raise <= 0) continue;
    if (!share.is_new) {
      raises += raise;
      continue;
    }
    if (raise > free * (1 + 1e-9)) share.target = std::max(0.0, share.highest());
    free -= raise;
  }
  const double part = raises > 0 ? std::clamp(free / raises, 0.0, 1.0) : 0;
  for (Share& share : shares) {
    const double raise = share.target - share.highest();
    if (raise > 0 && !share.is_new) share.target = share.highest() + raise * part;
  }
}

bool differs(double before, double after, bool is_over_budget) {
  if (before == after) return false;
  if (is_over_budget && after < before) return true;
  return !std::isfinite(before) || !std::isfinite(after) ||
         std::abs(after - before) > kLeastChange * std::max(before, after);
}

}  // namespace

std::vector<Plan::Grant> divide_budget(std::optional<double> budget,
                                       const std::vector<AgentRow>& agents) {
  std::vector<Plan::Grant> grants;
  std::vector<Share> shares;
  const auto alive = static_cast<double>(std::count_if(
      agents.begin(), agents.end(), [](const AgentRow& row) { return row.is_alive; }));
  const double even = budget ? positive(*budget) / std::max(alive, 1.0) : 0;
  for (const AgentRow& agent : agents) {
    if (!agent.is_alive) continue;
    Share share = share_of(agent, even, even * kFloor);
    if (!budget) share.target = std::numeric_limits<double>::infinity();
    shares.push_back(share);
  }
  if (budget) {
    set_targets(shares, positive(*budget), even * kFloor);
    limit_to_what_is_free(shares, positive(*budget));
  }
  double highest = 0;
  for (const Share& share : shares) highest += share.highest();
  const bool is_over_budget = budget && highest > *budget * (1 + 1e-9);
  for (const Share& share : shares) {
    if (differs(share.granted(), share.target, is_over_budget)) {
      grants.push_back({share.session(), share.target});
    }
  }
  return grants;
}

}  // namespace freshet::cluster
