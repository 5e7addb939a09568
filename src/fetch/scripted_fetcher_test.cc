#include "fetch/scripted_fetcher.h"

#include "gtest/gtest.h"

namespace freshet::fetch {
namespace {

url::Url u(std::string_view text) {
  return *url::parse(text);
}

TEST(ScriptedFetcher, AnswersFromItsScript) {
  eventloop::Loop loop;
  ScriptedFetcher fetcher(loop);
  fetcher.answer("http://a.test/", make_reply(200, "text/html", "<p>hello"));
  fetcher.answer("http://a.test/gone", NoAddress{});
  std::vector<std::string> got;
  const auto fetch = [&](std::string_view url) {
    fetcher.fetch({.url = u(url)}, [&](const Outcome& outcome) {
      const auto* reply = std::get_if<Reply>(&outcome);
      got.push_back(reply != nullptr ? std::to_string(reply->status) + reply->body
                                     : std::string(name(outcome)));
      if (fetcher.in_flight() == 0) loop.stop();
    });
  };
  fetch("http://a.test/");
  fetch("http://a.test/gone");
  fetch("http://a.test/unknown");
  loop.run();
  EXPECT_EQ(got, (std::vector<std::string>{"200<p>hello", "no_address", "404not found"}));
  ASSERT_EQ(fetcher.log().size(), 3u);
  EXPECT_EQ(fetcher.log()[1].request.url.href(), "http://a.test/gone");
  EXPECT_EQ(fetcher.most_in_flight(), 3u);
}

TEST(ScriptedFetcher, PassesTheRequestToTheScript) {
  eventloop::Loop loop;
  ScriptedFetcher fetcher(loop);
  fetcher.answer_others([](const Request& request) -> Outcome {
    return make_reply(request.headers.empty() ? 200 : 304, "", "");
  });
  int status = 0;
  std::string head;
  fetcher.fetch({.url = u("http://a.test/x"), .headers = {{"If-None-Match", "\"1\""}}},
                [&](const Outcome& outcome) {
                  status = std::get<Reply>(outcome).status;
                  head = std::get<Reply>(outcome).request_head;
                  loop.stop();
                });
  loop.run();
  EXPECT_EQ(status, 304);
  EXPECT_EQ(head, "GET /x HTTP/1.1\r\nHost: a.test\r\nIf-None-Match: \"1\"\r\n");
}

TEST(ScriptedFetcher, AnswersComeAfterTheirLatency) {
  eventloop::Loop loop;
  ScriptedFetcher fetcher(loop);
  fetcher.set_latency("http://slow.test/", Duration::milliseconds(20));
  std::string order;
  fetcher.fetch({.url = u("http://slow.test/")}, [&](const Outcome&) {
    order += 's';
    loop.stop();
  });
  fetcher.fetch({.url = u("http://fast.test/")}, [&](const Outcome&) { order += 'f'; });
  loop.run();
  EXPECT_EQ(order, "fs");
}

TEST(ScriptedFetcher, EveryHostHasItsOwnAddressByDefault) {
  eventloop::Loop loop;
  ScriptedFetcher fetcher(loop);
  fetcher.resolve_as("gone.test", Unexpected(Outcome(NoAddress{})));
  std::vector<std::string> got;
  for (const char* url :
       {"http://a.test/", "http://b.test/", "http://a.test/2", "http://gone.test/"}) {
    fetcher.resolve(u(url), [&](const auto& addresses) {
      got.push_back(addresses ? addresses->at(0).text() : std::string(name(addresses.error())));
      if (got.size() == 4) loop.stop();
    });
  }
  loop.run();
  ASSERT_EQ(got.size(), 4u);
  EXPECT_EQ(got[0], got[2]);
  EXPECT_NE(got[0], got[1]);
  EXPECT_EQ(got[3], "no_address");
  EXPECT_FALSE(Address::parse(got[0])->is_private());
}

}  // namespace
}  // namespace freshet::fetch
