#include "collection/events.h"

#include "result/check.h"

namespace freshet::collection {
std::string_view name_of(Event event) {
  switch (event) {
    case Event::kAddressRefused: return "address_refused";
    case Event::kAlias: return "alias";
    case Event::kAskedToWaitOrRetry: return "asked_to_wait_or_retry";
    case Event::kBadPort: return "bad_port";
    case Event::kBadReply: return "bad_reply";
    case Event::kBlocked: return "blocked";
    case Event::kBrokenOff: return "broken_off";
    case Event::kCancelled: return "cancelled";
    case Event::kChanged: return "changed";
    case Event::kConnectFailed: return "connect_failed";
    case Event::kConnectionLost: return "connection_lost";
    case Event::kDisallowed: return "disallowed";
    case Event::kDuplicate: return "duplicate";
    case Event::kExcluded: return "excluded";
    case Event::kGone: return "gone";
    case Event::kNever: return "never";
    case Event::kNew: return "new";
    case Event::kNoAddress: return "no_address";
    case Event::kOverSiteBudget: return "over_site_budget";
    case Event::kRedirect: return "redirect";
    case Event::kRefused: return "refused";
    case Event::kRobotsUnavailable: return "robots_unavailable";
    case Event::kServerError: return "server_error";
    case Event::kSiteGone: return "site_gone";
    case Event::kSitemap: return "sitemap";
    case Event::kSoft404Probe: return "soft_404_probe";
    case Event::kSoftGone: return "soft_gone";
    case Event::kTimedOut: return "timed_out";
    case Event::kTlsFailed: return "tls_failed";
    case Event::kTooManyRedirects: return "too_many_redirects";
    case Event::kTrap: return "trap";
    case Event::kTrapSimilarPages: return "trap_similar_pages";
    case Event::kTruncated: return "truncated";
    case Event::kUnchanged: return "unchanged";
    case Event::kUnmatched: return "unmatched";
    case Event::kUnreachable: return "unreachable";
  }
  return "";
}

Event event_of(store::VisitResult result) {
  using store::VisitResult;
  switch (result) {
    case VisitResult::kNever: return Event::kNever;
    case VisitResult::kNew: return Event::kNew;
    case VisitResult::kChanged: return Event::kChanged;
    case VisitResult::kUnchanged: return Event::kUnchanged;
    case VisitResult::kDuplicate: return Event::kDuplicate;
    case VisitResult::kRedirected: return Event::kRedirect;
    case VisitResult::kGone: return Event::kGone;
    case VisitResult::kRefused: return Event::kRefused;
    case VisitResult::kServerError: return Event::kServerError;
    case VisitResult::kUnreachable: return Event::kUnreachable;
    case VisitResult::kExcluded: return Event::kExcluded;
    case VisitResult::kSoftGone: return Event::kSoftGone;
    case VisitResult::kBlocked: return Event::kBlocked;
    case VisitResult::kBrokenOff: return Event::kBrokenOff;
    case VisitResult::kUnmatched: return Event::kUnmatched;
  }
  return Event::kUnreachable;
}

std::optional<Event> event_of(store::UnadmittedReason reason) {
  using store::UnadmittedReason;
  switch (reason) {
    case UnadmittedReason::kTrap: return Event::kTrap;
    case UnadmittedReason::kSiteBudget: return Event::kOverSiteBudget;
    case UnadmittedReason::kRedirects: return Event::kTooManyRedirects;
    case UnadmittedReason::kBadPort: return Event::kBadPort;
    case UnadmittedReason::kAlias: return Event::kAlias;
    case UnadmittedReason::kScope:
    case UnadmittedReason::kPattern:
    case UnadmittedReason::kDepth:
    case UnadmittedReason::kNofollow:
    case UnadmittedReason::kSimilarPages:
    case UnadmittedReason::kSameItem: break;
  }
  return std::nullopt;
}

}  // namespace freshet::collection
