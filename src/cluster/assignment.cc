#include "cluster/assignment.h"

#include <algorithm>
#include <map>

#include "result/check.h"

namespace freshet::cluster {
namespace {

struct Share {
  std::string agent;
  std::vector<store::ShardId> shards;  // that it has now
  size_t quota = 0;
};

// Returns the live agents by name, each with its shards. Adds the shards of no live agent to
// `free`.
std::vector<Share> present_shares(const std::vector<std::string>& alive,
                                  const std::vector<std::string>& assigned,
                                  std::vector<store::ShardId>& free) {
  std::map<std::string, Share> by_name;
  for (const std::string& name : alive) by_name[name].agent = name;
  for (size_t i = 0; i < assigned.size(); ++i) {
    const auto share = by_name.find(assigned[i]);
    auto& shards = share == by_name.end() ? free : share->second.shards;
    shards.push_back(static_cast<store::ShardId>(i));
  }
  std::vector<Share> shares;
  shares.reserve(by_name.size());
  for (auto& [name, share] : by_name) shares.push_back(std::move(share));
  return shares;
}

// The agents that have most keep one more than the others, so that fewer shards move.
void set_quotas(std::vector<Share>& shares, size_t shards) {
  std::stable_sort(shares.begin(), shares.end(), [](const Share& a, const Share& b) {
    return a.shards.size() > b.shards.size();
  });
  const size_t each = shards / shares.size();
  const size_t larger = shards % shares.size();
  for (size_t i = 0; i < shares.size(); ++i) shares[i].quota = each + (i < larger ? 1 : 0);
}

}  // namespace

std::vector<Plan::Assignment> plan_assignments(const std::vector<std::string>& alive,
                                               const std::vector<std::string>& assigned) {
  FRESHET_CHECK(assigned.size() == store::kShards, "an entry for each shard");
  std::vector<store::ShardId> free;
  std::vector<Share> shares = present_shares(alive, assigned, free);
  if (shares.empty()) return {};
  set_quotas(shares, assigned.size());

  for (Share& share : shares) {
    while (share.shards.size() > share.quota) {
      free.push_back(share.shards.back());
      share.shards.pop_back();
    }
  }
  std::sort(free.begin(), free.end());
  std::vector<Plan::Assignment> plan;
  auto next = free.begin();
  for (Share& share : shares) {
    for (size_t has = share.shards.size(); has < share.quota; ++has) {
      plan.push_back({*next++, share.agent});
    }
  }
  return plan;
}

}  // namespace freshet::cluster
