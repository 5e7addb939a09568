#include "collection/page_report.h"

namespace freshet::collection {

std::string_view name_of(Standing standing) {
  switch (standing) {
    case Standing::kKept: return "kept";
    case Standing::kLeft: return "left";
    case Standing::kWaiting: return "waiting";
    case Standing::kVisited: return "visited";
    case Standing::kDisallowed: return "disallowed";
    case Standing::kOutsideScope: return "outside_scope";
    case Standing::kExcludedByPattern: return "excluded_by_pattern";
    case Standing::kTooDeep: return "too_deep";
    case Standing::kTrap: return "trap";
    case Standing::kSiteBudget: return "site_budget";
    case Standing::kNofollow: return "nofollow";
    case Standing::kSimilarPages: return "similar_pages";
    case Standing::kTooManyRedirects: return "too_many_redirects";
    case Standing::kBadPort: return "bad_port";
    case Standing::kSameItem: return "same_item";
    case Standing::kAlias: return "alias";
    case Standing::kAdmissible: return "admissible";
    case Standing::kLinked: return "linked";
    case Standing::kNeverSeen: return "never_seen";
  }
  return "";
}

}  // namespace freshet::collection
