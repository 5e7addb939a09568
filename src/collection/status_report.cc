#include "collection/status_report.h"

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

}  // namespace freshet::collection
