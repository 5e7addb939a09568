#include "crawl/judge.h"

#include "http/retry_after.h"
#include "http/status.h"

namespace freshet::crawl {
namespace {

using store::VisitResult;
using Page = frontier::Settlement::Page;

// Asked again after a while, unless it was asked often enough.
void retry_or_give_up(Judgement& judgement, int attempts, const Retry& retry, Instant now) {
  judgement.settlement.host_failed = true;
  if (attempts >= retry.attempts) return;
  Duration delay = retry.first;
  for (int i = 1; i < attempts; ++i) delay = delay * 3;
  judgement.final = false;
  judgement.settlement.page = Page::kLater;
  judgement.settlement.again_at = now + delay;
}

// 429, and 503 with a Retry-After: the whole host rests, and the page has not used up an attempt.
bool rest_asked_for(const fetch::Reply& reply, Judgement& judgement, Duration longest_rest,
                    Instant now) {
  std::optional<Duration> rest;
  if (const auto header = reply.headers.get("retry-after")) {
    rest = http::parse_retry_after(*header, now, longest_rest);
  }
  if (reply.status != 429 && !rest) return false;
  judgement.final = false;
  judgement.settlement.page = Page::kPutBack;
  judgement.settlement.host_rests = rest;
  judgement.settlement.host_failed = !rest;
  return true;
}

Judgement judge_reply(const fetch::Reply& reply, int attempts, const Retry& retry,
                      Duration longest_rest, Instant now) {
  Judgement judgement{.archived = true};
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
      if (rest_asked_for(reply, judgement, longest_rest, now)) break;
      retry_or_give_up(judgement, attempts, retry, now);
      break;
    case http::StatusKind::kInterim:
    case http::StatusKind::kServerError:
    case http::StatusKind::kUnknown:
      judgement.result = VisitResult::kServerError;
      retry_or_give_up(judgement, attempts, retry, now);
      break;
  }
  // What will be asked again is archived when it has answered for good.
  judgement.archived = judgement.final;
  return judgement;
}

struct Judge {
  int attempts;
  const Retry& retry;
  Duration longest_rest;
  Instant now;

  Judgement operator()(const fetch::Reply& reply) const {
    return judge_reply(reply, attempts, retry, longest_rest, now);
  }
  // Nothing was asked, and nothing will be.
  Judgement operator()(const fetch::AddressRefused&) const {
    Judgement judgement{.result = VisitResult::kExcluded};
    judgement.settlement.asked = false;
    return judgement;
  }
  Judgement operator()(const fetch::Cancelled&) const {
    Judgement judgement{.result = VisitResult::kNever, .final = false};
    judgement.settlement.page = Page::kPutBack;
    return judgement;
  }
  // No address, no connection, no or a broken reply.
  template <typename Failure>
  Judgement operator()(const Failure&) const {
    Judgement judgement{.result = VisitResult::kUnreachable};
    retry_or_give_up(judgement, attempts, retry, now);
    return judgement;
  }
};

}  // namespace

Judgement judge(const fetch::Outcome& outcome, int attempts, const Retry& retry,
                Duration longest_rest, Instant now) {
  return std::visit(Judge{attempts, retry, longest_rest, now}, outcome);
}

}  // namespace freshet::crawl
