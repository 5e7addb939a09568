#include "collection/status_report.h"

#include <algorithm>

namespace freshet::collection {

std::string_view name_of(RobotsState state) {
  switch (state) {
    case RobotsState::kUnknown: return "unknown";
    case RobotsState::kRules: return "rules";
    case RobotsState::kNone: return "none";
    case RobotsState::kUnavailable: return "unavailable";
  }
  return "";
}

bool has_alarm(const SiteReport& site) {
  return std::any_of(site.recipes.begin(), site.recipes.end(),
                     [](const RecipeHealth& recipe) { return recipe.alarm_since().has_value(); });
}

}  // namespace freshet::collection
