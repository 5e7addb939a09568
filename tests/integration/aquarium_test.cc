#include "aquarium/aquarium.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "aquarium/truth.h"
#include "gtest/gtest.h"
#include "integration/raw_client.h"
#include "json/read.h"
#include "support/manual_clock.h"
#include "support/scratch_folder.h"
#include "support/suite.h"

namespace freshet::aquarium {
namespace {

using test::RawClient;
using test::RawReply;

constexpr Instant kStart = Instant::from_unix_seconds(1'768'200'000);

std::string get(std::string_view host, std::string_view target, std::string_view more = "") {
  std::string request = "GET ";
  request.append(target).append(" HTTP/1.1\r\nHost: ").append(host).append("\r\n");
  return request.append("User-Agent: test/1\r\n").append(more).append("\r\n");
}

// An aquarium whose clock a test moves.
class AquariumTest : public ::testing::Test {
 protected:
  AquariumTest() {
    options_.world.hosts = 3;
    options_.world.pages_per_host = 100;
    options_.virtual_clock = &clock_;
  }

  void start() {
    const Result<uint16_t> port = aquarium_.start(options_);
    ASSERT_TRUE(port) << port.error().message;
    port_ = *port;
  }
  // Returns a world in which every leaf is of the given kind.
  void start_with(PageKind kind) {
    options_.world.pages = Mix<PageKind>::only(kind);
    start();
  }

  RawReply request(std::string_view target, std::string_view more = "",
                   std::string_view host = "h1.aquarium.test") {
    RawClient client(port_);
    client.send(get(host, target, more));
    return client.receive();
  }
  std::string leaf() const { return aquarium_.world().path({1, 98}); }

  test::ManualClock clock_{kStart};
  AquariumOptions options_;
  Aquarium aquarium_;
  uint16_t port_ = 0;
};

TEST_F(AquariumTest, ServesAPageOfEachHost) {
  start();
  for (const char* host : {"h0.aquarium.test", "H2.AQUARIUM.TEST:8080"}) {
    const RawReply reply = request("/", "", host);
    EXPECT_EQ(reply.status, 200);
    EXPECT_TRUE(reply.complete);
    EXPECT_NE(reply.body.find("</html>"), std::string::npos);
    EXPECT_EQ(reply.field("Date"), "Mon, 12 Jan 2026 06:40:00 GMT");
  }
  EXPECT_EQ(request("/", "", "h3.aquarium.test").status, 421);
  EXPECT_EQ(request("/", "", "127.0.0.1").status, 421);
}

TEST_F(AquariumTest, KeepsAConnectionForManyRequests) {
  start();
  RawClient client(port_);
  for (uint32_t number = 0; number < 100; ++number) {
    const std::string path = aquarium_.world().path({1, number});
    client.send(get("h1.aquarium.test", path));
    const RawReply reply = client.receive();
    ASSERT_EQ(reply.status, 200);
    ASSERT_TRUE(reply.complete);
    ASSERT_NE(reply.body.find(path), std::string::npos);
  }
}

TEST_F(AquariumTest, AnswersPipelinedRequestsInOrderHoweverTheyAreCut) {
  options_.world.latency = Duration::milliseconds(1);
  start();
  std::string all;
  for (uint32_t number = 1; number <= 20; ++number) {
    all += get("h1.aquarium.test", aquarium_.world().path({1, number}));
  }
  for (const size_t piece : {size_t{7}, size_t{100}, all.size()}) {
    RawClient client(port_);
    for (size_t at = 0; at < all.size(); at += piece) client.send(all.substr(at, piece));
    for (uint32_t number = 1; number <= 20; ++number) {
      const RawReply reply = client.receive();
      ASSERT_EQ(reply.status, 200);
      ASSERT_NE(reply.body.find("canonical\" href=\"" + aquarium_.world().url({1, number})),
                std::string::npos);
    }
  }
}

TEST_F(AquariumTest, AnswersHeadRequestsAndOldClients) {
  start();
  RawClient client(port_);
  client.send("HEAD / HTTP/1.1\r\nHost: h1.aquarium.test\r\n\r\n");
  const RawReply head = client.receive(true);
  EXPECT_EQ(head.status, 200);
  client.send("GET / HTTP/1.1\r\nHost: h1.aquarium.test\r\nConnection: close\r\n\r\n");
  const RawReply page = client.receive();
  EXPECT_EQ(head.field("Content-Length"), std::to_string(page.body.size()));
  EXPECT_EQ(page.field("Connection"), "close");
  EXPECT_TRUE(client.at_end());

  RawClient old(port_);
  old.send("GET / HTTP/1.0\r\nHost: h1.aquarium.test\r\n\r\n");
  EXPECT_EQ(old.receive().body, page.body);
  EXPECT_TRUE(old.at_end());

  RawClient proxied(port_);
  proxied.send("GET http://h1.aquarium.test/ HTTP/1.1\r\nHost: proxy\r\n\r\n");
  EXPECT_EQ(proxied.receive().body, page.body);
}

TEST_F(AquariumTest, BodiesOfRequestsAreDropped) {
  start();
  RawClient client(port_);
  client.send("POST / HTTP/1.1\r\nHost: h1.aquarium.test\r\nContent-Length: 10\r\n\r\n01234");
  client.send("56789" + get("h1.aquarium.test", "/"));
  EXPECT_EQ(client.receive().status, 405);
  EXPECT_EQ(client.receive().status, 200);
}

TEST_F(AquariumTest, CompressesAndChunksIfTheClientSupportsIt) {
  options_.world.gzip_share = 1;
  options_.world.chunked_share = 1;
  start();
  const RawReply plain = request("/");
  EXPECT_EQ(plain.field("Transfer-Encoding"), "chunked");
  EXPECT_EQ(plain.field("Content-Encoding"), "");
  EXPECT_TRUE(plain.complete);
  const RawReply packed = request("/", "Accept-Encoding: gzip\r\n");
  EXPECT_EQ(packed.field("Content-Encoding"), "gzip");
  EXPECT_LT(packed.body.size(), plain.body.size() / 2);
  const ScratchFolder folder;
  const auto file = folder / "packed.gz";
  std::ofstream(file, std::ios::binary) << packed.body;
  EXPECT_EQ(test::read_gzip(file), plain.body);
}

TEST_F(AquariumTest, Answers304WhileAPageIsUnchanged) {
  options_.world.changes = Mix<ChangeKind>::only(ChangeKind::kNightly);
  start();
  const RawReply first = request(leaf());
  const std::string condition = "If-None-Match: " + first.field("ETag") + "\r\n";
  RawClient client(port_);
  client.send(get("h1.aquarium.test", leaf(), condition));
  const RawReply same = client.receive();
  EXPECT_EQ(same.status, 304);
  EXPECT_FALSE(same.fields.contains("Content-Length"));
  clock_.advance(Duration::days(7));
  client.send(get("h1.aquarium.test", leaf(), condition));
  const RawReply changed = client.receive();
  EXPECT_EQ(changed.status, 200);
  EXPECT_NE(changed.body, first.body);
}

TEST_F(AquariumTest, TruncatedBodiesEndEarly) {
  start_with(PageKind::kTruncated);
  const RawReply reply = request(leaf());
  EXPECT_EQ(reply.status, 200);
  EXPECT_FALSE(reply.complete);
  EXPECT_EQ(reply.error, 0);
  EXPECT_NEAR(static_cast<double>(reply.body.size()), std::stod(reply.field("Content-Length")) / 2,
              1);
}

TEST_F(AquariumTest, ResetBodiesEndInAReset) {
  start_with(PageKind::kReset);
  const RawReply reply = request(leaf());
  EXPECT_FALSE(reply.complete);
  EXPECT_EQ(reply.error, ECONNRESET);
}

TEST_F(AquariumTest, EmptyRepliesAreEmpty) {
  start_with(PageKind::kEmpty);
  const RawReply reply = request(leaf());
  EXPECT_EQ(reply.status, 0);
  EXPECT_EQ(reply.error, 0);
}

TEST_F(AquariumTest, EndlessBodiesDripUntilTheClientCloses) {
  start_with(PageKind::kEndless);
  {
    RawClient client(port_);
    client.send(get("h1.aquarium.test", leaf()));
    std::string body;
    while (body.find("</html>") == std::string::npos) {
      const std::string some = client.receive_some();
      ASSERT_FALSE(some.empty());
      body += some;
    }
    EXPECT_EQ(body.find("Content-Length"), std::string::npos);
    for (int drops = 0; drops < 3; ++drops) ASSERT_FALSE(client.receive_some().empty());
  }
  EXPECT_EQ(request("/").status, 200);
}

TEST_F(AquariumTest, SlowPagesMakeTheClientWait) {
  options_.world.slow = Duration::milliseconds(30);
  start_with(PageKind::kSlow);
  EXPECT_EQ(request(leaf()).status, 200);
  const auto requests = aquarium_.requests();
  ASSERT_EQ(requests.size(), 1U);
  EXPECT_GE(requests[0].answered - requests[0].received, Duration::milliseconds(29));
}

TEST_F(AquariumTest, AHostThatIsDownResetsAndComesBack) {
  options_.world.faults = Mix<HostFault>::only(HostFault::kOutage);
  start();
  EXPECT_EQ(request("/").status, 200);
  clock_.set(kStart + aquarium_.world().host(1).fault_phase);
  const RawReply down = request("/");
  EXPECT_EQ(down.status, 0);
  EXPECT_EQ(down.error, ECONNRESET);
  clock_.advance(options_.world.outage_length);
  EXPECT_EQ(request("/").status, 200);
}

TEST_F(AquariumTest, TheLogHasEveryRequest) {
  const ScratchFolder folder;
  const auto file = folder / "log.tsv";
  options_.log_file = file.string();
  start();
  const RawReply page = request("/?a=1");
  request("/nosuch", "If-None-Match: \"x\"\r\nIf-Modified-Since: now\tand then\r\n");
  const auto requests = aquarium_.requests();
  ASSERT_EQ(requests.size(), 2U);
  EXPECT_EQ(requests[0].number, 1U);
  EXPECT_EQ(requests[0].method, "GET");
  EXPECT_EQ(requests[0].host, "h1.aquarium.test");
  EXPECT_EQ(requests[0].target, "/?a=1");
  EXPECT_EQ(requests[0].status, 200);
  EXPECT_EQ(requests[0].bytes, page.body.size());
  EXPECT_EQ(requests[0].user_agent, "test/1");
  EXPECT_EQ(requests[0].virtual_time, kStart);
  EXPECT_LE(requests[0].received, requests[0].answered);
  EXPECT_LE(requests[0].answered, requests[1].received);
  EXPECT_EQ(requests[1].status, 404);
  EXPECT_EQ(requests[1].if_none_match, "\"x\"");
  EXPECT_EQ(aquarium_.requests(1).size(), 1U);

  aquarium_.stop();
  std::istringstream lines(test::read_file(file));
  std::string line;
  std::vector<std::string> all;
  while (std::getline(lines, line)) all.push_back(line);
  ASSERT_EQ(all.size(), 3U);
  for (const std::string& one : all) EXPECT_EQ(std::count(one.begin(), one.end(), '\t'), 10);
  EXPECT_TRUE(all[1].ends_with("\tGET\th1.aquarium.test\t/?a=1\t200\t" +
                               std::to_string(page.body.size()) + "\ttest/1\t\t"));
}

TEST_F(AquariumTest, LogHasRequestsOfClientsThatDidNotWait) {
  options_.world.latency = Duration::minutes(10);
  start();
  {
    RawClient client(port_);
    client.send(get("h1.aquarium.test", "/"));
    // The client closes with a reset, as a crawler does that gives up.
    const linger at_once = {.l_onoff = 1, .l_linger = 0};
    setsockopt(client.socket(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    // When a second client is refused, the request of the first one was read.
    RawClient other(port_);
    other.send("x\r\n\r\n");
    EXPECT_EQ(other.receive().status, 400);
  }
  RawClient other(port_);
  other.send("x\r\n\r\n");
  EXPECT_EQ(other.receive().status, 400);
  const auto requests = aquarium_.requests();
  ASSERT_EQ(requests.size(), 3U);
  EXPECT_EQ(requests[1].host, "h1.aquarium.test");
  EXPECT_EQ(requests[1].status, 0);
}

TEST_F(AquariumTest, LogKeepsTheLatestRequests) {
  options_.log_capacity = 1'500;
  start();
  RawClient client(port_);
  for (int i = 0; i < 2'000; ++i) {
    client.send(get("h1.aquarium.test", "/robots.txt?" + std::to_string(i)));
    client.receive();
  }
  const auto requests = aquarium_.requests();
  ASSERT_EQ(requests.size(), 1'500U);
  EXPECT_EQ(requests.front().number, 501U);
  EXPECT_EQ(requests.back().target, "/robots.txt?1999");
  EXPECT_EQ(aquarium_.log().total(), 2'000U);
  aquarium_.log().clear();
  EXPECT_TRUE(aquarium_.requests().empty());
}

TEST_F(AquariumTest, ReportsTheTruthAboutItsPages) {
  options_.world.changes = Mix<ChangeKind>::only(ChangeKind::kNightly);
  options_.world.robots = Mix<RobotsKind>::only(RobotsKind::kRules);
  options_.world.pages = Mix<PageKind>()
                             .with(PageKind::kOrdinary, 1)
                             .with(PageKind::kPrivate, 1)
                             .with(PageKind::kGone, 1);
  start();
  const std::string host = "truth.aquarium.test";
  json::Reader reader;

  const std::string world_text = request("/world", "", host).body;
  const auto world = reader.read(world_text);
  ASSERT_TRUE(world) << world_text;
  EXPECT_EQ((*world)["host_count"].integer(), 3);
  EXPECT_EQ((*world)["start_us"].integer(), kStart.unix_microseconds());
  const auto hosts = (*world)["hosts"].elements();
  ASSERT_EQ(hosts.size(), 3U);
  EXPECT_EQ(hosts[1]["host"].string(), "h1.aquarium.test");
  EXPECT_EQ(hosts[1]["robots"].string(), "rules");

  // Reads all pages in slices. Those that must be collected are as in the world.
  size_t collect = 0;
  size_t all = 0;
  std::string next = "0";
  while (!next.empty()) {
    const std::string text =
        request("/pages?host=h1.aquarium.test&all=1&limit=30&after=" + next, "", host).body;
    const auto pages = reader.read(text);
    ASSERT_TRUE(pages) << text;
    for (const auto& page : (*pages)["pages"].elements()) {
      ++all;
      collect += page["expected"].string() == "collect" ? 1 : 0;
      const auto id = aquarium_.world().find(page["url"].string().value_or(""));
      ASSERT_TRUE(id);
      EXPECT_EQ(page["expected"].string(), name(aquarium_.world().expectation(*id)));
      EXPECT_EQ(page["version"].integer(),
                static_cast<int64_t>(aquarium_.world().version(*id, kStart).number));
    }
    const auto after = (*pages)["next"].integer();
    next = after ? std::to_string(*after) : "";
  }
  EXPECT_EQ(all, 100U);
  EXPECT_GT(collect, 20U);
  EXPECT_LT(collect, 80U);

  clock_.advance(Duration::days(30));
  const std::string since = std::to_string(kStart.unix_microseconds());
  const std::string page_text =
      request("/page?url=http%3A%2F%2Fh1.aquarium.test%2F&since_us=" + since, "", host).body;
  const auto page = reader.read(page_text);
  ASSERT_TRUE(page) << page_text;
  const auto changes = (*page)["changes_us"].elements();
  ASSERT_FALSE(changes.empty());
  EXPECT_EQ(changes.back().integer(), (*page)["last_change_us"].integer());

  const std::string log_text = request("/log?limit=2&after=1", "", host).body;
  const auto log = reader.read(log_text);
  ASSERT_TRUE(log) << log_text;
  ASSERT_EQ((*log)["requests"].elements().size(), 2U);
  EXPECT_EQ((*log)["requests"].elements()[0]["number"].integer(), 2);

  EXPECT_EQ(request("/seeds", "", host).body,
            "http://h0.aquarium.test/\nhttp://h1.aquarium.test/\nhttp://h2.aquarium.test/\n");
  EXPECT_EQ(request("/page?url=x", "", host).status, 404);
  EXPECT_EQ(request("/pages?host=x", "", host).status, 400);
  EXPECT_EQ(request("/nosuch", "", host).status, 404);
}

TEST_F(AquariumTest, HostileClientsDoNoHarm) {
  options_.world.pages = Mix<PageKind>::only(PageKind::kHuge);
  start();
  const std::string whole_request = get("h1.aquarium.test", "/");
  {
    RawClient garbage(port_);
    garbage.send("\x16\x03\x01\x02 not http at all\r\n\r\n");
    EXPECT_EQ(garbage.receive().status, 400);
    EXPECT_TRUE(garbage.at_end());
  }
  {
    RawClient fields(port_);
    fields.send("GET / HTTP/1.1\r\n");
    const std::string line = "X-Padding: " + std::string(1'000, 'x') + "\r\n";
    for (int i = 0; i < 40; ++i) fields.send(line);
    // The refusal may be lost in the reset that our unread bytes cause.
    const RawReply reply = fields.receive();
    EXPECT_TRUE(reply.status == 431 || reply.error == ECONNRESET);
  }
  {
    RawClient trickle(port_);
    for (const char c : whole_request) trickle.send(std::string_view(&c, 1));
    EXPECT_EQ(trickle.receive().status, 200);
  }
  {
    RawClient half_closed(port_);
    half_closed.send(whole_request);
    half_closed.end_of_sending();
    EXPECT_EQ(half_closed.receive().status, 200);
  }
  {
    RawClient leaves_early(port_);
    leaves_early.send(get("h1.aquarium.test", leaf()));
  }
  // This client requests much and reads nothing.
  RawClient deaf(port_);
  for (int i = 0; i < 20; ++i) deaf.send(get("h1.aquarium.test", leaf()));
  // Many clients send nothing, or only half a request.
  std::vector<std::unique_ptr<RawClient>> idle;
  for (int i = 0; i < 300; ++i) {
    idle.push_back(std::make_unique<RawClient>(port_));
    if (i % 2 == 0) idle.back()->send(whole_request.substr(0, 20));
  }
  for (int i = 0; i < 20; ++i) EXPECT_EQ(request("/").status, 200);
  idle[0]->send(whole_request.substr(20));
  EXPECT_EQ(idle[0]->receive().status, 200);
  // When the client that did not read starts to read, it gets everything.
  for (int i = 0; i < 20; ++i) {
    const RawReply reply = deaf.receive();
    ASSERT_EQ(reply.status, 200);
    ASSERT_TRUE(reply.complete);
    ASSERT_GT(reply.body.size(), 2'000'000U);
  }
}

TEST_F(AquariumTest, IdleConnectionsAreClosed) {
  options_.limits.idle = Duration::milliseconds(1);
  start();
  RawClient client(port_);
  EXPECT_TRUE(client.at_end());
}

TEST_F(AquariumTest, TooManyConnectionsAreRefused) {
  options_.limits.max_connections = 2;
  start();
  RawClient first(port_);
  RawClient second(port_);
  // An answer shows that both connections were accepted.
  first.send(get("h1.aquarium.test", "/"));
  EXPECT_EQ(first.receive().status, 200);
  second.send(get("h1.aquarium.test", "/"));
  EXPECT_EQ(second.receive().status, 200);
  RawClient third(port_);
  EXPECT_TRUE(third.at_end());
}

TEST_F(AquariumTest, ThousandsOfConnectionsMayWaitAtOnce) {
  options_.world.hosts = 1'000;
  options_.world.latency = Duration::milliseconds(50);
  start();
  std::vector<std::unique_ptr<RawClient>> clients;
  for (uint32_t host = 0; host < 1'000; ++host) {
    clients.push_back(std::make_unique<RawClient>(port_));
    clients.back()->send(get(aquarium_.world().host_name(host), "/"));
  }
  for (const auto& client : clients) ASSERT_EQ(client->receive().status, 200);
  for (const LoggedRequest& request : aquarium_.requests()) {
    // A little less is allowed, because the log has the wall clock, which may be slowed down
    // meanwhile.
    EXPECT_GE(request.answered - request.received, Duration::milliseconds(49));
  }
}

TEST_F(AquariumTest, SeveralThreadsShareThePort) {
  options_.threads = 3;
  start();
  std::vector<std::jthread> clients;
  std::atomic<int> good{0};
  for (int i = 0; i < 4; ++i) {
    clients.emplace_back([&] {
      for (int n = 0; n < 50; ++n) good += request("/").status == 200 ? 1 : 0;
    });
  }
  clients.clear();
  EXPECT_EQ(good, 200);
  EXPECT_EQ(aquarium_.requests().size(), 200U);
}

TEST_F(AquariumTest, StopsWithConnectionsOpen) {
  start();
  RawClient client(port_);
  client.send(get("h1.aquarium.test", "/"));
  EXPECT_EQ(client.receive().status, 200);
  aquarium_.stop();
  EXPECT_TRUE(client.at_end());
  EXPECT_EQ(aquarium_.requests().size(), 1U);
  EXPECT_FALSE(RawClient(port_).connected());
}

TEST_F(AquariumTest, UrlsHaveThePortIfTheOptionIsSet) {
  options_.port_in_urls = true;
  start();
  EXPECT_NE(request("/").body.find("h1.aquarium.test:" + std::to_string(port_) + "/"),
            std::string::npos);
}

TEST_F(AquariumTest, BadOptionsAreErrors) {
  options_.world.hosts = 0;
  EXPECT_FALSE(aquarium_.start(options_));
  options_.world.hosts = 1;
  options_.address = "nowhere";
  EXPECT_FALSE(aquarium_.start(options_));
  options_.address = "127.0.0.1";
  options_.log_file = "/nonexistent/log.tsv";
  EXPECT_FALSE(aquarium_.start(options_));
}

TEST(ScaledAquarium, RunsAtItsOwnSpeed) {
  AquariumOptions options;
  options.start = kStart;
  options.time_scale = 1e6;
  Aquarium aquarium;
  ASSERT_TRUE(aquarium.start(options));
  const Instant first = aquarium.virtual_clock().now();
  EXPECT_GE(first, kStart);
  while (aquarium.virtual_clock().now() < first + Duration::hours(1)) {
  }
  EXPECT_EQ(aquarium.world().start(), kStart);
}

TEST(RunAquarium, PrintsItsAddressAndStopsOnRequest) {
  AquariumRun run;
  std::ostringstream out;
  std::ostringstream errors;
  const auto stop = [] { return true; };
  EXPECT_EQ(run_aquarium(run, stop, out, errors), 0);
  EXPECT_NE(out.str().find("listens on 127.0.0.1:"), std::string::npos);
  run.json = true;
  out.str("");
  EXPECT_EQ(run_aquarium(run, stop, out, errors), 0);
  json::Reader reader;
  const std::string line = out.str();
  EXPECT_TRUE(reader.read(line)) << line;
  run.aquarium.world.hosts = 0;
  EXPECT_EQ(run_aquarium(run, stop, out, errors), 1);
  EXPECT_NE(errors.str().find("hosts"), std::string::npos);
}

}  // namespace
}  // namespace freshet::aquarium
