#pragma once

#include <string_view>

#include "collection/page_weight.h"
#include "store/types.h"

namespace freshet::collection {

// Names in summaries and answers. Programs rely on them.
inline std::string_view name_of(store::VisitResult result) {
  using store::VisitResult;
  switch (result) {
    case VisitResult::kNever: return "never";
    case VisitResult::kNew: return "new";
    case VisitResult::kChanged: return "changed";
    case VisitResult::kUnchanged: return "unchanged";
    case VisitResult::kDuplicate: return "duplicate";
    case VisitResult::kRedirected: return "redirect";
    case VisitResult::kGone: return "gone";
    case VisitResult::kRefused: return "refused";
    case VisitResult::kServerError: return "server_error";
    case VisitResult::kUnreachable: return "unreachable";
    case VisitResult::kExcluded: return "excluded";
    case VisitResult::kSoftGone: return "soft_gone";
    case VisitResult::kBlocked: return "blocked";
    case VisitResult::kBrokenOff: return "broken_off";
    case VisitResult::kUnmatched: return "unmatched";
  }
  return "";
}

inline std::string_view name_of(store::UnadmittedReason reason) {
  using store::UnadmittedReason;
  switch (reason) {
    case UnadmittedReason::kScope: return "scope";
    case UnadmittedReason::kPattern: return "pattern";
    case UnadmittedReason::kDepth: return "depth";
    case UnadmittedReason::kTrap: return "trap";
    case UnadmittedReason::kSiteBudget: return "site_budget";
    case UnadmittedReason::kNofollow: return "nofollow";
    case UnadmittedReason::kSimilarPages: return "similar_pages";
    case UnadmittedReason::kRedirects: return "redirects";
    case UnadmittedReason::kBadPort: return "bad_port";
    case UnadmittedReason::kAlias: return "alias";
    case UnadmittedReason::kSameItem: return "same_item";
  }
  return "";
}

inline std::string_view name_of(store::Change::Kind kind) {
  using Kind = store::Change::Kind;
  switch (kind) {
    case Kind::kNew: return "new";
    case Kind::kChanged: return "changed";
    case Kind::kGone: return "gone";
    case Kind::kBack: return "back";
    case Kind::kLeft: return "left";
  }
  return "";
}

constexpr std::string_view name_of(store::Change::Part part) {
  using Part = store::Change::Part;
  switch (part) {
    case Part::kText: return "text";
    case Part::kLinks: return "links";
    case Part::kMetadata: return "metadata";
    case Part::kBytes: return "bytes";
  }
  return "";
}

constexpr std::string_view name_of(WeightSource source) {
  switch (source) {
    case WeightSource::kEqual: return "equal";
    case WeightSource::kRank: return "rank";
    case WeightSource::kLinks: return "links";
    case WeightSource::kDepth: return "depth";
  }
  return "";
}

}  // namespace freshet::collection
