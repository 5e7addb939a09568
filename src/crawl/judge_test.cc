#include "crawl/judge.h"

#include "gtest/gtest.h"

namespace freshet::crawl {
namespace {

using Page = frontier::Settlement::Page;
using store::VisitResult;

const Instant kNow = Instant::from_unix_seconds(1'800'000'000);
const Retry kRetry{.attempts = 3, .first = Duration::seconds(10)};

fetch::Reply reply(int status, std::string_view retry_after = "") {
  fetch::Reply reply;
  reply.status = status;
  reply.timings.total = Duration::milliseconds(70);
  if (!retry_after.empty()) reply.headers.add("Retry-After", retry_after);
  return reply;
}

Judgement judged(const fetch::Outcome& outcome, int attempts = 1) {
  return judge(outcome, {.attempts = attempts}, kRetry, Duration::hours(1), kNow);
}

TEST(Judge, SomeRepliesAreFinalForThePage) {
  const std::pair<int, VisitResult> cases[] = {
      {200, VisitResult::kNew},        {204, VisitResult::kNew},
      {301, VisitResult::kRedirected}, {308, VisitResult::kRedirected},
      {304, VisitResult::kUnchanged},  {404, VisitResult::kGone},
      {410, VisitResult::kGone},       {401, VisitResult::kRefused},
      {403, VisitResult::kRefused}};
  for (const auto& [status, result] : cases) {
    const Judgement j = judged(reply(status));
    EXPECT_EQ(j.result, result) << status;
    EXPECT_TRUE(j.final) << status;
    EXPECT_EQ(j.settlement.page, Page::kDone) << status;
    EXPECT_FALSE(j.settlement.host_failed) << status;
    EXPECT_EQ(j.settlement.took, Duration::milliseconds(70));
  }
}

TEST(Judge, TooManyRequestsDelaysTheWholeHostAndUsesNoAttempt) {
  for (const int status : {429, 503}) {
    const Judgement j = judged(reply(status, "120"), 3);
    EXPECT_FALSE(j.final);
    EXPECT_EQ(j.settlement.page, Page::kRequeue);
    EXPECT_EQ(j.settlement.host_rests, Duration::seconds(120));
    EXPECT_FALSE(j.settlement.host_failed);
  }
}

TEST(Judge, RetryAfterIsBounded) {
  EXPECT_EQ(judged(reply(429, "99999999")).settlement.host_rests, Duration::hours(1));
}

TEST(Judge, TooManyRequestsWithoutATimeDelaysTheHostAndCountsAsItsFailure) {
  const Judgement j = judged(reply(429));
  EXPECT_FALSE(j.final);
  EXPECT_EQ(j.settlement.page, Page::kRequeue);
  EXPECT_EQ(j.settlement.host_rests, Duration::seconds(10));
  EXPECT_TRUE(j.settlement.host_failed);
}

TEST(Judge, APageIsNotPostponedForEver) {
  const auto put_off = [](int before) {
    return judge(reply(503, "5"), {.put_off = before}, kRetry, Duration::hours(1), kNow);
  };
  EXPECT_EQ(put_off(kRetry.put_off - 1).settlement.page, Page::kRequeue);
  const Judgement last = put_off(kRetry.put_off);
  EXPECT_TRUE(last.final);
  EXPECT_EQ(last.result, VisitResult::kServerError);
  EXPECT_EQ(last.settlement.host_rests, Duration::seconds(5));
}

TEST(Judge, AServerErrorIsRetriedWithGrowingDelaysAndThenFinal) {
  for (const int status : {500, 502, 503}) {
    const Judgement first = judged(reply(status), 1);
    EXPECT_FALSE(first.final);
    EXPECT_EQ(first.settlement.page, Page::kLater);
    EXPECT_EQ(first.settlement.again_at, kNow + Duration::seconds(10));
    EXPECT_TRUE(first.settlement.host_failed);
    EXPECT_EQ(judged(reply(status), 2).settlement.again_at, kNow + Duration::seconds(30));
    const Judgement last = judged(reply(status), 3);
    EXPECT_TRUE(last.final);
    EXPECT_EQ(last.result, VisitResult::kServerError);
    EXPECT_EQ(last.settlement.page, Page::kDone);
  }
}

TEST(Judge, EveryFailureToReplyIsRetriedAndThenFinal) {
  const fetch::Outcome failures[] = {fetch::NoAddress{},      fetch::ConnectFailed{},
                                     fetch::TlsFailed{},      fetch::TimedOut{},
                                     fetch::ConnectionLost{}, fetch::BadReply{}};
  for (const fetch::Outcome& failure : failures) {
    EXPECT_EQ(judged(failure, 1).settlement.page, Page::kLater) << fetch::name(failure);
    EXPECT_TRUE(judged(failure, 1).settlement.host_failed);
    const Judgement last = judged(failure, 3);
    EXPECT_TRUE(last.final);
    EXPECT_EQ(last.result, VisitResult::kUnreachable);
  }
}

TEST(Judge, ARefusedAddressGetsNoRequest) {
  const Judgement j = judged(fetch::AddressRefused{});
  EXPECT_TRUE(j.final);
  EXPECT_EQ(j.result, VisitResult::kExcluded);
  EXPECT_FALSE(j.settlement.sent);
}

TEST(Judge, ACancelledRequestIsPutBack) {
  const Judgement j = judged(fetch::Cancelled{}, 3);
  EXPECT_FALSE(j.final);
  EXPECT_EQ(j.settlement.page, Page::kRequeue);
  EXPECT_FALSE(j.settlement.host_failed);
}

}  // namespace
}  // namespace freshet::crawl
