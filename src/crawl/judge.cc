#include "crawl/judge.h"

#include "http/retry_after.h"
#include "http/status.h"

namespace freshet::crawl {
namespace {

using store::VisitResult;
using Page = frontier::Settlement::Page;

struct Judge {
  const Tries& tries;
  const Retry& retry;
  Duration longest_rest;
  Instant now;

  Judgement operator()(const fetch::Reply& reply) const;
  // No request was sent, and none will be.
  Judgement operator()(const fetch::AddressRefused&) const {
    Judgement judgement{.result = VisitResult::kExcluded};
    judgement.settlement.sent = false;
    return judgement;
  }
  Judgement operator()(const fetch::Cancelled&) const {
    Judgement judgement{.result = VisitResult::kNever, .final = false};
    judgement.settlement.page = Page::kRequeue;
    return judgement;
  }
  // No address, no connection, no reply or a broken one.
  template <typename Failure>
  Judgement operator()(const Failure&) const {
    Judgement judgement{.result = VisitResult::kUnreachable};
    retry_or_give_up(judgement);
    return judgement;
  }

  // Schedules another attempt, unless the page has had all attempts.
  void retry_or_give_up(Judgement& judgement) const {
    judgement.settlement.host_failed = true;
    if (tries.attempts >= retry.attempts) return;
    Duration delay = retry.first;
    for (int i = 1; i < tries.attempts; ++i) delay = delay * 3;
    judgement.final = false;
    judgement.settlement.page = Page::kLater;
    judgement.settlement.again_at = now + delay;
  }

  // 429, and 503 with Retry-After: the whole host gets no requests for this time, and the page does
  // not use up an attempt. A server that postpones one page for ever must not block the others.
  bool rest_asked_for(const fetch::Reply& reply, Judgement& judgement) const {
    std::optional<Duration> rest;
    if (const auto header = reply.headers.get("retry-after")) {
      rest = http::parse_retry_after(*header, now, longest_rest);
    }
    if (reply.status != 429 && !rest) return false;
    judgement.settlement.host_rests = rest.value_or(retry.first);
    judgement.settlement.host_failed = !rest;
    if (tries.put_off >= retry.put_off) return true;
    judgement.final = false;
    judgement.settlement.page = Page::kRequeue;
    return true;
  }
};

Judgement Judge::operator()(const fetch::Reply& reply) const {
  Judgement judgement;
  judgement.settlement.took = reply.timings.total;
  switch (http::status_kind(reply.status)) {
    case http::StatusKind::kSuccess: judgement.result = VisitResult::kNew; break;
    case http::StatusKind::kNotModified: judgement.result = VisitResult::kUnchanged; break;
    case http::StatusKind::kRedirect:
    case http::StatusKind::kOtherRedirect: judgement.result = VisitResult::kRedirected; break;
    case http::StatusKind::kGone: judgement.result = VisitResult::kGone; break;
    case http::StatusKind::kClientError: judgement.result = VisitResult::kRefused; break;
    case http::StatusKind::kSlowDown:
      judgement.result = VisitResult::kServerError;
      if (!rest_asked_for(reply, judgement)) retry_or_give_up(judgement);
      break;
    case http::StatusKind::kInterim:
    case http::StatusKind::kServerError:
    case http::StatusKind::kUnknown:
      judgement.result = VisitResult::kServerError;
      retry_or_give_up(judgement);
      break;
  }
  return judgement;
}

}  // namespace

Judgement judge(const fetch::Outcome& outcome, const Tries& tries, const Retry& retry,
                Duration longest_rest, Instant now) {
  return std::visit(Judge{tries, retry, longest_rest, now}, outcome);
}

}  // namespace freshet::crawl
