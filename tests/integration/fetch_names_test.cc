// Tests of names and addresses: the queries of the fetcher to a name server, and its connections.
#include "fetching.h"
#include "support/name_server.h"

namespace freshet::fetch {
namespace {

using test::NameServer;
using test::RawServer;

constexpr const char* kOk = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

class FetchNames : public testing::Test {
 protected:
  FetchOptions options(bool allow_private = true) {
    FetchOptions options;
    options.allow_private = allow_private;
    options.dns_servers = {names_.address()};
    return options;
  }
  std::string url(const std::string& host, const std::string& path = "/") {
    return "http://" + host + ":" + std::to_string(server_.port()) + path;
  }

  RawServer server_{test::always(kOk)};
  NameServer names_;
};

TEST_F(FetchNames, ANameIsResolvedAndItsServerAnswers) {
  names_.set("a.test", {"127.0.0.1"});
  Fetching fetching(options());
  const Outcome outcome = fetching.get(url("a.test"));
  EXPECT_EQ(reply_of(outcome).body, "ok");
  EXPECT_EQ(reply_of(outcome).address, Address::parse("127.0.0.1"));
}

TEST_F(FetchNames, ANameMayEndInADot) {
  names_.set("a.test", {"127.0.0.1"});
  Fetching fetching(options());
  for (int i = 0; i < 2; ++i) EXPECT_EQ(reply_of(fetching.get(url("a.test."))).body, "ok");
}

TEST_F(FetchNames, InvalidNameHasNoAddress) {
  Fetching fetching(options());
  for (const std::string& host : {std::string("a!b.test"), std::string("a..test"),
                                  std::string(70, 'a') + ".test", std::string(300, 'a')}) {
    ASSERT_TRUE(url::parse(url(host))) << host;
    EXPECT_EQ(name(fetching.get(url(host))), "no_address") << host;
  }
}

TEST_F(FetchNames, OneQueryServesAllWaitingAndLaterRequests) {
  names_.set("a.test", {"127.0.0.1"});
  Fetching fetching(options());
  std::vector<Outcome> outcomes;
  for (int i = 0; i < 20; ++i) fetching.start({.url = *url::parse(url("a.test"))}, outcomes);
  fetching.loop().run();
  for (const Outcome& outcome : outcomes) EXPECT_EQ(reply_of(outcome).body, "ok");
  EXPECT_EQ(reply_of(fetching.get(url("a.test", "/later"))).body, "ok");
  EXPECT_TRUE(fetching.resolve(url("a.test")));
  EXPECT_EQ(names_.questions("a.test"), 1);
}

TEST_F(FetchNames, FetchUsesAnAddressThatWasResolvedBefore) {
  names_.set("a.test", {"127.0.0.1"});
  Fetching fetching(options());
  EXPECT_EQ(*fetching.resolve(url("a.test")), std::vector{*Address::parse("127.0.0.1")});
  EXPECT_EQ(reply_of(fetching.get(url("a.test"))).body, "ok");
  EXPECT_EQ(names_.questions("a.test"), 1);
}

TEST_F(FetchNames, NameThatDoesNotExistIsCached) {
  Fetching fetching(options());
  for (int i = 0; i < 3; ++i) EXPECT_EQ(name(fetching.get(url("nowhere.test"))), "no_address");
  const auto resolved = fetching.resolve(url("nowhere.test"));
  ASSERT_FALSE(resolved);
  EXPECT_EQ(name(resolved.error()), "no_address");
  EXPECT_EQ(names_.questions("nowhere.test"), 1);
}

TEST_F(FetchNames, ANameWithoutAddressesHasNone) {
  names_.set("empty.test", {});
  Fetching fetching(options());
  EXPECT_EQ(name(fetching.get(url("empty.test"))), "no_address");
}

TEST_F(FetchNames, AServerThatIsSilentTimesOut) {
  names_.ignore("silent.test");
  FetchOptions impatient = options();
  impatient.connect_timeout = Duration::milliseconds(200);
  Fetching fetching(impatient);
  const Outcome outcome = fetching.get(url("silent.test"));
  ASSERT_EQ(name(outcome), "timed_out");
  EXPECT_EQ(std::get<TimedOut>(outcome).stage, TimedOut::Stage::kResolve);
}

TEST_F(FetchNames, OnePrivateAddressAmongSeveralRefusesTheName) {
  names_.set("mixed.test", {"8.8.8.8", "10.0.0.1"});
  names_.set("private.test", {"127.0.0.1"});
  names_.set("private6.test", {"fd00::1"});
  names_.set("nat64.test", {"64:ff9b::7f00:1"});
  Fetching fetching(options(false));
  for (const char* host : {"mixed.test", "private.test", "private6.test", "nat64.test"}) {
    EXPECT_EQ(name(fetching.get(url(host))), "address_refused") << host;
    const auto resolved = fetching.resolve(url(host));
    ASSERT_FALSE(resolved) << host;
    EXPECT_EQ(name(resolved.error()), "address_refused") << host;
  }
  EXPECT_EQ(std::get<AddressRefused>(fetching.get(url("mixed.test"))).address.text(), "10.0.0.1");
  EXPECT_EQ(server_.connections(), 0);
}

TEST_F(FetchNames, PublicAddressesOfBothKindsAreFound) {
  names_.set("public.test", {"8.8.8.8", "2606:4700::1111"});
  Fetching fetching(options(false));
  const auto resolved = fetching.resolve("http://public.test/");
  ASSERT_TRUE(resolved);
  EXPECT_EQ(resolved->size(), 2u);
}

TEST_F(FetchNames, OtherAddressIsTriedIfOneDoesNotAnswer) {
  // The server listens on 127.0.0.1 only.
  names_.set("two.test", {"127.0.0.77", "127.0.0.1"});
  Fetching fetching(options());
  const Outcome outcome = fetching.get(url("two.test"));
  EXPECT_EQ(reply_of(outcome).address, Address::parse("127.0.0.1"));
}

TEST_F(FetchNames, HostsFileIsUsed) {
  Fetching fetching(options(false));
  EXPECT_EQ(name(fetching.get(url("localhost"))), "address_refused");
  EXPECT_EQ(names_.questions("localhost"), 0);
}

TEST_F(FetchNames, NoSearchDomainIsAdded) {
  Fetching fetching(options());
  EXPECT_EQ(name(fetching.get(url("intranet"))), "no_address");
  EXPECT_EQ(names_.questions("intranet"), 1);
}

TEST_F(FetchNames, CancellingEndsNameQueries) {
  names_.ignore("silent.test");
  Fetching fetching(options());
  std::vector<std::string> ends;
  fetching.fetcher().fetch({.url = *url::parse(url("silent.test"))},
                           [&](const Outcome& outcome) { ends.emplace_back(name(outcome)); });
  fetching.fetcher().resolve(*url::parse(url("silent.test")), [&](const auto& resolved) {
    ends.emplace_back(resolved ? "found" : name(resolved.error()));
  });
  eventloop::Timer timer(fetching.loop());
  timer.start(Duration::milliseconds(5), [&] {
    fetching.fetcher().cancel_all();
    EXPECT_EQ(ends, std::vector<std::string>(2, "cancelled"));
    timer.start(Duration::milliseconds(5), [&] { fetching.loop().stop(); });
  });
  fetching.loop().run();
  EXPECT_EQ(ends.size(), 2u);
  names_.set("a.test", {"127.0.0.1"});
  EXPECT_EQ(reply_of(fetching.get(url("a.test"))).body, "ok");
}

TEST_F(FetchNames, DestroyedFetcherDoesNotAnswerNameQueries) {
  names_.ignore("silent.test");
  Fetching fetching(options());
  int calls = 0;
  fetching.fetcher().fetch({.url = *url::parse(url("silent.test"))},
                           [&](const Outcome&) { ++calls; });
  fetching.end_fetcher();
  fetching.loop().stop();
  fetching.loop().run();
  EXPECT_EQ(calls, 0);
}

}  // namespace
}  // namespace freshet::fetch
