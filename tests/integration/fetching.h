#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "eventloop/loop.h"
#include "fetch/fetcher.h"
#include "gtest/gtest.h"
#include "support/raw_server.h"

namespace freshet::fetch {

// A loop and a fetcher on it, for tests that send one request after another.
class Fetching {
 public:
  explicit Fetching(const FetchOptions& options) : fetcher_(make_curl_fetcher(loop_, options)) {}

  eventloop::Loop& loop() { return loop_; }
  Fetcher& fetcher() { return *fetcher_; }
  void end_fetcher() { fetcher_.reset(); }

  Outcome send(Request request) {
    std::vector<Outcome> outcomes;
    start(std::move(request), outcomes);
    loop_.run();
    EXPECT_EQ(outcomes.size(), 1u);
    return outcomes.empty() ? Outcome(Cancelled{}) : std::move(outcomes[0]);
  }
  Outcome get(std::string_view url) { return send({.url = *url::parse(url)}); }

  Result<std::vector<Address>, Outcome> resolve(std::string_view url) {
    Result<std::vector<Address>, Outcome> answer = Unexpected(Outcome(Cancelled{}));
    fetcher_->resolve(*url::parse(url), [&](auto what) {
      answer = std::move(what);
      loop_.stop();
    });
    loop_.run();
    return answer;
  }

  // Starts a request; its outcome is added to `outcomes`, and the loop stops when none is left.
  void start(Request request, std::vector<Outcome>& outcomes) {
    fetcher_->fetch(std::move(request), [this, &outcomes](Outcome outcome) {
      outcomes.push_back(std::move(outcome));
      if (fetcher_->in_flight() == 0) loop_.stop();
    });
  }

 private:
  eventloop::Loop loop_;
  std::unique_ptr<Fetcher> fetcher_;
};

// Returns options that map every name to one server.
inline FetchOptions to_server(const test::RawServer& server) {
  FetchOptions options;
  options.user_agent = "freshet-test/1.0";
  options.host_map = {{"*", server.address()}};
  return options;
}

inline const Reply& reply_of(const Outcome& outcome) {
  static const Reply kNone;
  EXPECT_TRUE(std::holds_alternative<Reply>(outcome)) << name(outcome);
  const auto* reply = std::get_if<Reply>(&outcome);
  return reply != nullptr ? *reply : kNone;
}

}  // namespace freshet::fetch
