#pragma once

#include <string_view>

#include "crawl/importance.h"
#include "store/types.h"

namespace freshet::crawl {

// As they stand in summaries and answers, where programs rely on them.
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

constexpr std::string_view name_of(store::Change::Of of) {
  using Of = store::Change::Of;
  switch (of) {
    case Of::kText: return "text";
    case Of::kLinks: return "links";
    case Of::kMetadata: return "metadata";
    case Of::kBytes: return "bytes";
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

}  // namespace freshet::crawl
