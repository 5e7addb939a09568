#include "collection/obstacle.h"

namespace freshet::collection {

std::string_view name_of(Obstacle::Kind kind) {
  using Kind = Obstacle::Kind;
  switch (kind) {
    case Kind::kNone: return "none";
    case Kind::kNotRunning: return "not_running";
    case Kind::kPaused: return "paused";
    case Kind::kScope: return "scope";
    case Kind::kTrap: return "trap";
    case Kind::kRobots: return "robots";
    case Kind::kRobotsUnavailable: return "robots_unavailable";
    case Kind::kAddress: return "address";
    case Kind::kBackOff: return "back_off";
    case Kind::kPoliteness: return "politeness";
    case Kind::kUnderWay: return "under_way";
    case Kind::kGain: return "gain";
    case Kind::kBudget: return "budget";
    case Kind::kOrder: return "order";
    case Kind::kGone: return "gone";
    case Kind::kNofollow: return "nofollow";
    case Kind::kSiteBudget: return "site_budget";
    case Kind::kRedirects: return "redirects";
    case Kind::kBadPort: return "bad_port";
    case Kind::kAlias: return "alias";
  }
  return "";
}

}  // namespace freshet::collection
