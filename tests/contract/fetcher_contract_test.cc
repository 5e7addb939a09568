// The tests that every fetcher must pass: the real one, with a server on loopback, and the scripted
// one.
#include <memory>

#include "eventloop/loop.h"
#include "fetch/fetcher.h"
#include "fetch/scripted_fetcher.h"
#include "gtest/gtest.h"
#include "support/raw_server.h"

namespace freshet::fetch {
namespace {

// Both fetchers never get a response for "/slow", and "hello" for every other path.
class Real {
 public:
  explicit Real(eventloop::Loop& loop) : server_(&serve) {
    FetchOptions options;
    options.host_map = {{"*", server_.address()}};
    fetcher_ = make_curl_fetcher(loop, options);
  }
  Fetcher& fetcher() { return *fetcher_; }
  void destroy_fetcher() { fetcher_.reset(); }

 private:
  static void serve(test::RawServer::Client& client) {
    for (std::string head; !(head = client.read_head()).empty();) {
      if (head.starts_with("GET /slow")) return client.wait_until_closed();
      client.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n");
      if (head.starts_with("GET")) client.send("hello");
    }
  }
  test::RawServer server_;
  std::unique_ptr<Fetcher> fetcher_;
};

class Scripted {
 public:
  explicit Scripted(eventloop::Loop& loop) : fetcher_(std::make_unique<ScriptedFetcher>(loop)) {
    fetcher_->answer_others(
        [](const Request&) -> Outcome { return make_reply(200, "text/plain", "hello"); });
    fetcher_->set_latency("http://a.test/slow", Duration::hours(1));
  }
  Fetcher& fetcher() { return *fetcher_; }
  void destroy_fetcher() { fetcher_.reset(); }

 private:
  std::unique_ptr<ScriptedFetcher> fetcher_;
};

template <typename Subject>
class FetcherContract : public testing::Test {
 protected:
  Request request(std::string_view path) {
    return {.url = *url::parse("http://a.test" + std::string(path))};
  }
  void run_loop_for_5_ms() {
    eventloop::Timer timer(loop_);
    timer.start(Duration::milliseconds(5), [&] { loop_.stop(); });
    loop_.run();
  }

  eventloop::Loop loop_;
  Subject subject_{loop_};
  Fetcher& fetcher_ = subject_.fetcher();
};

using Fetchers = testing::Types<Real, Scripted>;
TYPED_TEST_SUITE(FetcherContract, Fetchers);

TYPED_TEST(FetcherContract, FetchCallsBackOnceAndNotBeforeItReturns) {
  int calls = 0;
  this->fetcher_.fetch(this->request("/"), [&](const Outcome& outcome) {
    ++calls;
    EXPECT_EQ(name(outcome), "reply");
    this->loop_.stop();
  });
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(this->fetcher_.in_flight(), 1u);
  this->loop_.run();
  this->run_loop_for_5_ms();
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(this->fetcher_.in_flight(), 0u);
}

TYPED_TEST(FetcherContract, CallbackMayFetchAgain) {
  int left = 20;
  Fetcher::Done next = [&](const Outcome& outcome) {
    EXPECT_EQ(std::get<Reply>(outcome).body, "hello");
    if (--left == 0) return this->loop_.stop();
    this->fetcher_.fetch(this->request("/" + std::to_string(left)), next);
  };
  this->fetcher_.fetch(this->request("/first"), next);
  this->loop_.run();
  EXPECT_EQ(left, 0);
}

TYPED_TEST(FetcherContract, CancelAllCallsEveryCallbackBeforeItReturns) {
  std::vector<std::string> ends;
  for (int i = 0; i < 3; ++i) {
    this->fetcher_.fetch(this->request("/slow"),
                         [&](const Outcome& outcome) { ends.emplace_back(name(outcome)); });
  }
  this->run_loop_for_5_ms();
  this->fetcher_.fetch(this->request("/slow"),
                       [&](const Outcome& outcome) { ends.emplace_back(name(outcome)); });
  EXPECT_EQ(this->fetcher_.in_flight(), 4u);
  this->fetcher_.cancel_all();
  EXPECT_EQ(ends, std::vector<std::string>(4, "cancelled"));
  EXPECT_EQ(this->fetcher_.in_flight(), 0u);
  this->run_loop_for_5_ms();
  EXPECT_EQ(ends.size(), 4u);
}

TYPED_TEST(FetcherContract, RequestMadeWhileCancellingIsNotCancelled) {
  std::string end;
  this->fetcher_.fetch(this->request("/slow"), [&](const Outcome&) {
    this->fetcher_.fetch(this->request("/"), [&](const Outcome& outcome) {
      end = name(outcome);
      this->loop_.stop();
    });
  });
  this->fetcher_.cancel_all();
  EXPECT_EQ(end, "");
  EXPECT_EQ(this->fetcher_.in_flight(), 1u);
  this->loop_.run();
  EXPECT_EQ(end, "reply");
}

TYPED_TEST(FetcherContract, CallbackMayCancelOtherRequests) {
  int cancelled = 0;
  for (int i = 0; i < 5; ++i) {
    this->fetcher_.fetch(this->request("/slow"), [&](const Outcome& outcome) {
      cancelled += std::holds_alternative<Cancelled>(outcome) ? 1 : 0;
    });
  }
  this->fetcher_.fetch(this->request("/"), [&](const Outcome&) {
    this->fetcher_.cancel_all();
    this->loop_.stop();
  });
  this->loop_.run();
  EXPECT_EQ(cancelled, 5);
}

TYPED_TEST(FetcherContract, NoCallbackIsCalledAfterTheFetcherIsDestroyed) {
  int calls = 0;
  this->fetcher_.fetch(this->request("/slow"), [&](const Outcome&) { ++calls; });
  this->fetcher_.fetch(this->request("/"), [&](const Outcome&) { ++calls; });
  this->fetcher_.resolve(*url::parse("http://a.test/"), [&](const auto&) { ++calls; });
  this->subject_.destroy_fetcher();
  this->run_loop_for_5_ms();
  EXPECT_EQ(calls, 0);
}

TYPED_TEST(FetcherContract, ResolveCallsBackOnceAndNotBeforeItReturns) {
  int calls = 0;
  this->fetcher_.resolve(*url::parse("http://a.test/"), [&](const auto& addresses) {
    ++calls;
    EXPECT_TRUE(addresses);
    this->loop_.stop();
  });
  EXPECT_EQ(calls, 0);
  this->loop_.run();
  EXPECT_EQ(calls, 1);
}

}  // namespace
}  // namespace freshet::fetch
