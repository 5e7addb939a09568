#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>

#include "store/types.h"

namespace freshet::collection {

// What a crawl counts: results of requests, and URLs that were left out for a reason worth
// reporting. In the order of their names.
enum class Event : uint8_t {
  kAddressRefused,
  kAlias,
  kAskedToWaitOrRetry,
  kBadPort,
  kBadReply,
  kBlocked,
  kBrokenOff,
  kCancelled,
  kChanged,
  kConnectFailed,
  kConnectionLost,
  kDisallowed,
  kDuplicate,
  kExcluded,
  kGone,
  kNever,
  kNew,
  kNoAddress,
  kOverSiteBudget,
  kRedirect,
  kRefused,
  kRobotsUnavailable,
  kServerError,
  kSiteGone,
  kSitemap,
  kSoft404Probe,
  kSoftGone,
  kTimedOut,
  kTlsFailed,
  kTooManyRedirects,
  kTrap,
  kTrapSimilarPages,
  kTruncated,
  kUnchanged,
  kUnmatched,
  kUnreachable,
};
inline constexpr Event kLastEvent = Event::kUnreachable;

using EventCounts = std::map<Event, uint64_t>;

// The name in summaries. Programs rely on it.
std::string_view name_of(Event event);

Event event_of(store::VisitResult result);
// Returns nothing for reasons that occur in every crawl.
std::optional<Event> event_of(store::UnadmittedReason reason);

}  // namespace freshet::collection
