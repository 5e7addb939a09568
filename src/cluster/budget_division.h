#pragma once

#include <optional>
#include <vector>

#include "cluster/cluster_view.h"

namespace freshet::cluster {

// Divides the cluster's budget among the live agents by the worth of each agent's next visit. The
// value that all agents collect is greatest when the next visits of all are worth the same, so an
// agent whose next visit is worth more than the others' gets more. It is called in rounds, about
// one a second; in one round, prices change rates by a factor of about kStep at most.
//
// - Every live agent gets at least kFloor of an even share, so that it can find out what it has.
// - A new agent starts with an even share.
// - An agent that uses less than it is granted gives the rest to those that use all.
// - The sum of the rates that agents may be using (AgentRow::highest_rate) never exceeds the budget
//   because of a grant: rates are lowered at once, and raised out of what other agents have shown
//   to have given up. If the budget itself was lowered, the sum may exceed it until all have
//   reported.
//
// Without a budget the rates are infinite. The rates may be NaN or negative in reports, which count
// as 0. Changes of less than 0.2 % are left out, unless the budget is exceeded.
std::vector<Plan::Grant> divide_budget(std::optional<double> budget,
                                       const std::vector<AgentRow>& agents);

inline constexpr double kStep = 1.25;
inline constexpr double kFloor = 0.05;

}  // namespace freshet::cluster
