// Tests of engines that divide the shards of one collection, as the agents of a cluster do. They
// run in turn: each until it has nothing left to do.
#include "collection/site_profile.h"
#include "crawl/agent_port.h"
#include "engine/engine_world.h"
#include "store/agent_store.h"

namespace freshet::test {
namespace {

using store::VisitResult;

class Agents : public EngineWorld {
 protected:
  struct Agent {
    std::string name;
    uint16_t writer;
    store::ShardSet shards;
    std::unique_ptr<store::AgentStore> state;
  };

  Agents() {
    for (const auto& [name, writer, first, last] :
         {std::tuple{"a", 1, 0, 127}, std::tuple{"b", 2, 128, 255}}) {
      auto& agent = agents_.emplace_back();
      agent.name = name;
      agent.writer = static_cast<uint16_t>(writer);
      agent.shards = store::ShardSet::range(static_cast<store::ShardId>(first),
                                            static_cast<store::ShardId>(last));
      agent.state = std::make_unique<store::AgentStore>(store_, name, crawl::facts_of_an_agent());
      EXPECT_TRUE(agent.state->take(agent.shards));
    }
    options_.collection.scope.kind = collection::ScopeKind::kAny;
  }
  store::Store& state() override { return *agents_[current_].state; }

  // The n-th host whose shard the agent holds.
  std::string host_of(size_t agent, int n) const {
    for (int i = 0;; ++i) {
      std::string name = "h" + std::to_string(i) + ".test";
      const store::ShardId shard = store::shard_of(collection::site_id("http://" + name));
      if (agents_[agent].shards.contains(shard) && n-- == 0) return name;
    }
  }
  std::vector<store::Discovery> pending(size_t agent) const {
    std::vector<store::Discovery> found;
    for (int shard = 0; shard < store::kShards; ++shard) {
      const auto id = static_cast<store::ShardId>(shard);
      if (!agents_[agent].shards.contains(id)) continue;
      const auto of_shard = store_.pending_discoveries(id, 1'000, std::nullopt).value();
      found.insert(found.end(), of_shard.begin(), of_shard.end());
    }
    return found;
  }

  // Runs an agent until it is idle. Returns how much work it did.
  uint64_t work(size_t agent) {
    current_ = agent;
    const Agent& one = agents_[agent];
    options_.agent = crawl::AgentRole{
        .shards = one.shards, .writer = one.writer, .may_send = [this] { return may_send_; }};
    options_.archive.agent = one.name;
    activity_ = {};
    const int run = ++works_;
    poll(run);
    run_();
    return activity_.number;
  }
  // Runs both in turn until neither has anything left to do.
  void collect_all() {
    for (int round = 0; round < 20; ++round) {
      const uint64_t done = work(0) + work(1);
      if (done == 0 && pending(0).empty() && pending(1).empty()) return;
    }
    FAIL() << "the agents always have something left";
  }

  void poll(int run) {
    after(Duration::seconds(1), [this, run] {
      if (!is_running() || run != works_) return;
      engine().post([this, run](crawl::AgentPort& port) {
        port.take_in(pending(current_));
        activity_ = port.activity();
        if (activity_.is_idle)
          stop();
        else
          poll(run);
      });
    });
  }

  std::vector<Agent> agents_;
  size_t current_ = 0;
  bool may_send_ = true;
  crawl::AgentPort::Activity activity_;
  int works_ = 0;

 private:
  void run_() { EngineWorld::run(); }
};

std::string at_host(const std::string& host, const std::string& path = "/") {
  return "http://" + host + path;
}

TEST_F(Agents, UrlsOfOtherAgentsArePassedOnAndVisitedOnce) {
  const std::vector<std::string> hosts = {host_of(0, 0), host_of(1, 0), host_of(0, 1),
                                          host_of(1, 1)};
  for (const std::string& host : hosts) {
    std::vector<std::string> all = {"/1", "/2"};
    for (const std::string& other : hosts) {
      all.push_back(at_host(other));
      all.push_back(at_host(other, "/1"));
    }
    for (const char* path : {"/", "/1", "/2"}) web_.set(at_host(host, path), links(all));
  }
  options_.seeds = {at_host(hosts[0])};
  collect_all();
  EXPECT_EQ(pages().size(), 12u);
  for (const auto& [url, page] : pages()) {
    EXPECT_EQ(page.result, VisitResult::kNew) << url;
    EXPECT_EQ(web_.times(url), 1u) << url;
    const bool is_of_first = agents_[0].shards.contains(store::shard_of(page.key.site));
    EXPECT_EQ(page.archived.writer, is_of_first ? 1 : 2) << url;
  }
  EXPECT_EQ(page(at_host(hosts[1])).depth, 1);
  EXPECT_EQ(page(at_host(hosts[1], "/2")).depth, 2);
  for (const std::string& host : hosts) EXPECT_EQ(web_.times(at_host(host, "/robots.txt")), 1u);
}

TEST_F(Agents, UrlThatIsFoundNearerTheSeedsIsPassedOnAgain) {
  const std::string own = host_of(0, 0);
  const std::string other = host_of(1, 0);
  options_.collection.scope.max_depth = 2;
  web_.set(at_host(own), links({"/deep", at_host(own, "/near")}));
  web_.set(at_host(own, "/deep"), links({"/deeper"}));
  web_.set(at_host(own, "/near"), links({at_host(other, "/x")}));
  web_.set(at_host(own, "/deeper"), links({at_host(other, "/x"), at_host(other, "/y")}));
  web_.set(at_host(other, "/x"), links({}));
  web_.set(at_host(other, "/y"), links({}));
  options_.seeds = {at_host(own)};
  collect_all();
  EXPECT_TRUE(has_page(at_host(other, "/x")));
  EXPECT_FALSE(has_page(at_host(other, "/y"))) << "it is too deep";
  const auto refused = store_.unadmitted(collection::page_key(at_host(other, "/y"))).value();
  ASSERT_TRUE(refused) << "the owner records the refusal";
  EXPECT_EQ(refused->reason, store::UnadmittedReason::kDepth);
}

TEST_F(Agents, NofollowLinksAreRefusedByTheOwner) {
  const std::string own = host_of(0, 0);
  const std::string other = host_of(1, 0);
  web_.set(at_host(own), html("<p>text<a rel=nofollow href='" + at_host(other, "/x") + "'>x</a>"));
  options_.seeds = {at_host(own)};
  collect_all();
  EXPECT_EQ(web_.times(at_host(other, "/x")), 0u);
  const auto refused = store_.unadmitted(collection::page_key(at_host(other, "/x"))).value();
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->reason, store::UnadmittedReason::kNofollow);
}

TEST_F(Agents, RedirectToAnotherAgentIsFollowedByThatAgent) {
  const std::string own = host_of(0, 0);
  const std::string other = host_of(1, 0);
  web_.set(at_host(own), redirect(at_host(other, "/x")));
  web_.set(at_host(other, "/x"), links({}));
  options_.seeds = {at_host(own)};
  collect_all();
  EXPECT_EQ(page(at_host(other, "/x")).result, VisitResult::kNew);
  EXPECT_EQ(page(at_host(other, "/x")).archived.writer, 2);
}

TEST_F(Agents, RobotsTxtThatLeadsToAnotherAgentsHostIsUsedAndItsStateIsNotWritten) {
  const std::string own = host_of(0, 0);
  const std::string other = host_of(1, 0);
  web_.set(at_host(own, "/robots.txt"), redirect(at_host(other, "/robots.txt")));
  web_.set(at_host(other, "/robots.txt"), plain_text("User-agent: *\nDisallow: /no"));
  web_.set(at_host(own), links({"/no", "/yes"}));
  web_.set(at_host(own, "/yes"), links({}));
  options_.seeds = {at_host(own)};
  collect_all();
  EXPECT_EQ(page(at_host(own, "/no")).result, VisitResult::kExcluded);
  EXPECT_EQ(page(at_host(own, "/yes")).result, VisitResult::kNew);
  EXPECT_EQ(store_.site(collection::site_id("http://" + other)).value(), std::nullopt);
}

TEST_F(Agents, SiteWhoseFirstVisitsWereLostInACrashWaitsForItsDelay) {
  const std::string own = host_of(0, 0);
  const std::string other = host_of(1, 0);
  web_.set(at_host(own), links({at_host(other, "/1"), at_host(other, "/2")}));
  for (const char* path : {"/1", "/2"}) web_.set(at_host(other, path), links({}));
  options_.seeds = {at_host(own)};
  options_.politeness.delay = Duration::seconds(5);
  work(0);
  size_t requests = 0;
  for (int commit = 1; commit <= 4; ++commit) {
    crash_at_commit(commit);
    work(1);
    requests = web_.count("http://" + other);
  }
  EXPECT_GT(requests, 1u) << "some were lost";
  collect_all();
  for (const Duration gap : web_.gaps("http://" + other)) EXPECT_GE(gap, Duration::seconds(5));
}

TEST_F(Agents, DiscoveriesAreTakenInOnceThoughTheAgentCrashesAtAnyCommit) {
  const std::string own = host_of(0, 0);
  const std::string other = host_of(1, 0);
  web_.set(at_host(own), links({at_host(other, "/1"), at_host(other, "/2")}));
  for (const char* path : {"/1", "/2"}) web_.set(at_host(other, path), links({at_host(own)}));
  options_.seeds = {at_host(own)};
  for (int commit = 1; commit <= 6; ++commit) {
    crash_at_commit(commit);
    work(0);
    crash_at_commit(commit, true);
    work(1);
  }
  collect_all();
  EXPECT_EQ(pages().size(), 3u);
  for (const auto& [url, page] : pages()) EXPECT_EQ(page.result, VisitResult::kNew) << url;
}

TEST_F(Agents, NothingIsRequestedAfterTheLeaseHasEnded) {
  const std::string own = host_of(0, 0);
  web_.set(at_host(own), links({"/1", "/2", "/3"}));
  web_.otherwise(links({}));
  options_.seeds = {at_host(own)};
  may_send_ = false;
  after(Duration::seconds(30), [this] {
    EXPECT_EQ(web_.count(), 0u);
    may_send_ = true;
  });
  work(0);
  EXPECT_GE(web_.count(), 4u);
}

TEST_F(Agents, AgentWhoseShardWasTakenOverEndsAndLosesOnlyWhatWasNotCommitted) {
  const std::string own = host_of(0, 0);
  web_.set(at_host(own), links({"/1", "/2", "/3"}));
  web_.otherwise(links({}));
  options_.seeds = {at_host(own)};
  after(Duration::seconds(3), [this] { EXPECT_TRUE(store_.take(store::ShardSet::all())); });
  expects_error_ = true;
  work(0);
  EXPECT_EQ(status_.error().kind, ErrorKind::kFenced);
  EXPECT_LE(run_time(), Duration::seconds(6));
  expects_error_ = false;
  agents_[0].state->release_all();
  ASSERT_TRUE(agents_[0].state->take(agents_[0].shards));
  ASSERT_TRUE(agents_[1].state->take(agents_[1].shards));
  collect_all();
  EXPECT_EQ(pages().size(), 4u);
  for (const auto& [url, page] : pages()) EXPECT_EQ(page.result, VisitResult::kNew) << url;
}

TEST_F(Agents, UnchangedPageThatAnotherAgentArchivedIsArchivedAgain) {
  const std::string own = host_of(0, 0);
  web_.set(at_host(own), links({}));
  options_.seeds = {at_host(own)};
  work(0);
  ASSERT_EQ(page(at_host(own)).archived.writer, 1);
  // The shards change hands, and a run visits the page again.
  agents_[0].state->release_all();
  agents_[1].shards = store::ShardSet::all();
  ASSERT_TRUE(agents_[1].state->take(store::ShardSet::all()));
  run_without_end(1);
  const int run = ++works_;
  after(Duration::hours(1), [this, run] {
    if (is_running() && run == works_) stop();
  });
  current_ = 1;
  options_.agent = crawl::AgentRole{
      .shards = store::ShardSet::all(), .writer = 2, .may_send = [] { return true; }};
  options_.archive.agent = "b";
  EngineWorld::run();
  EXPECT_GT(web_.times(at_host(own)), 1u);
  const store::PageState after_run = page(at_host(own));
  EXPECT_EQ(after_run.result, VisitResult::kUnchanged);
  EXPECT_EQ(after_run.archived.writer, 2);
}

class AliasesOfAgents : public Agents {
 protected:
  static constexpr int kPages = 30;

  // A site of the second agent that has the pages of a site of the first, on the same server.
  AliasesOfAgents() {
    options_.seeds = {at_host(site_), at_host(mirror_)};
    for (const std::string& host : {site_, mirror_}) {
      std::string all;
      for (int i = 0; i < kPages; ++i) {
        const std::string path = "/" + std::to_string(i);
        all += "<a href='" + path + "'>x</a>";
        web_.set(at_host(host, path), html("<p>page " + std::to_string(i * i) + "</p>"));
      }
      web_.set(at_host(host), html("<p>root</p>" + all));
      web_.set_address(host, "93.184.216.34");
    }
  }
  std::optional<collection::Alias> alias(const std::string& host) const {
    return collection::SiteProfile::decode(site("http://" + host).learned).alias;
  }

  std::string site_ = host_of(0, 0);
  std::string mirror_ = host_of(1, 0);
};

TEST_F(AliasesOfAgents, SiteOfOneAgentIsFoundToBeAnAliasOfASiteOfAnother) {
  collect_all();
  ASSERT_TRUE(alias(mirror_));
  EXPECT_EQ(alias(mirror_)->of, "http://" + site_);
  EXPECT_FALSE(alias(site_));
  EXPECT_LE(web_.count("http://" + mirror_), 15u);
  EXPECT_EQ(web_.count("http://" + site_), 2u + kPages);
}

TEST_F(AliasesOfAgents, UrlsOfAnAliasReachTheAgentOfTheOtherSite) {
  collect_all();
  ASSERT_TRUE(alias(mirror_));
  const std::string hub = host_of(1, 1);
  web_.set(at_host(hub), links({at_host(mirror_, "/late")}));
  web_.set(at_host(site_, "/late"), links({}));
  options_.seeds.push_back(at_host(hub));
  collect_all();
  EXPECT_EQ(page(at_host(site_, "/late")).result, VisitResult::kNew);
  EXPECT_EQ(page(at_host(site_, "/late")).archived.writer, 1);
  EXPECT_FALSE(has_page(at_host(mirror_, "/late")));
  EXPECT_EQ(web_.times(at_host(mirror_, "/late")), 0u);
}

TEST_F(AliasesOfAgents, AgentUndoesAnAliasThatAUserExcludes) {
  collect_all();
  ASSERT_TRUE(alias(mirror_));
  after(Duration::seconds(1), [this] {
    engine().post([this](crawl::AgentPort& port) {
      collection::RunControl run_control{.seeds = options_.seeds};
      EXPECT_TRUE(collection::exclude_alias(run_control, "http://" + mirror_));
      EXPECT_TRUE(port.follow(run_control));
    });
  });
  work(1);
  EXPECT_FALSE(alias(mirror_));
  EXPECT_EQ(web_.count("http://" + mirror_), 2u + kPages);
}

TEST_F(AliasesOfAgents, AgentsThatWorkInTurnNeverBothTakeTheirSiteForAnAlias) {
  // Each crawls a part, then the other one.
  for (int round = 0; round < 20; ++round) {
    for (const size_t agent : {size_t{0}, size_t{1}}) {
      options_.limits.max_pages = 2;
      work(agent);
    }
  }
  options_.limits.max_pages.reset();
  collect_all();
  EXPECT_FALSE(alias(site_) && alias(mirror_));
  const std::string& whole = alias(site_) ? mirror_ : site_;
  for (int i = 0; i < kPages; ++i) {
    EXPECT_TRUE(has_page(at_host(whole, "/" + std::to_string(i)))) << i;
  }
}

TEST_F(Agents, PageThatAUserAnnouncesIsVisitedSoon) {
  const std::string own = host_of(0, 0);
  web_.set(at_host(own), links({}));
  options_.seeds = {at_host(own)};
  work(0);
  options_.run = crawl::RunOptions{.requests_per_second = 1};
  options_.agent =
      crawl::AgentRole{.shards = agents_[0].shards, .writer = 1, .may_send = [] { return true; }};
  size_t before = 0;
  after(Duration::hours(3), [&] {
    before = web_.times(at_host(own));
    const store::Discovery ping{.key = collection::page_key(at_host(own)),
                                .url = at_host(own),
                                .depth = 1,
                                .listed_date = now(),
                                .found_at = now()};
    EXPECT_TRUE(store_.commit({.holding = store::Holding(), .discoveries = {ping}},
                              store::Durability::kProcess));
    engine().post([this](crawl::AgentPort& port) { port.take_in(pending(0)); });
  });
  after(Duration::hours(3) + Duration::seconds(10), [&] {
    EXPECT_EQ(web_.times(at_host(own)), before + 1);
    EXPECT_TRUE(pending(0).empty());
    stop();
  });
  current_ = 0;
  EngineWorld::run();
  EXPECT_GT(before, 1u);
}

class RankedAgents : public Agents {
 protected:
  RankedAgents() {
    for (int n = 0; n < 3; ++n) {
      const std::string host = host_of(0, n);
      std::vector<std::string> paths = {at_host(host_of(0, (n + 1) % 3))};
      for (int i = 1; i < 8; ++i) paths.push_back("/" + std::to_string(i));
      web_.set(at_host(host), links(paths));
      for (int i = 1; i < 8; ++i) web_.set(at_host(host, paths[i]), links({"/"}));
    }
    options_.seeds = {at_host(host_of(0, 0))};
    work(0);
    pages_before_ = pages();
  }
  // A day of a run, with rankings in it.
  void run_for_a_day(Duration between_rankings) {
    run_without_end(0.1);
    options_.agent =
        crawl::AgentRole{.shards = agents_[0].shards, .writer = 1, .may_send = [] { return true; }};
    current_ = 0;
    rank_again(between_rankings);
    run_for(Duration::days(1));
  }
  void rank_again(Duration interval) {
    after(interval, [this, interval] {
      if (!is_running()) return;
      ++rankings_;
      rank([](const Status& stored) { EXPECT_TRUE(stored) << stored.error().message; });
      rank_again(interval);
    });
  }
  // Passes new importances of all pages to the engine.
  void rank(const std::function<void(const Status&)>& answered) {
    std::vector<crawl::PageImportance> ranks;
    float importance = static_cast<float>(rankings_);
    for (const auto& [url, page] : pages_before_) {
      ranks.push_back({page.key, importance += 0.01f});
      last_rank_[url] = importance;
    }
    ranks.push_back({collection::page_key(at_host(host_of(0, 0), "/unknown")), 1});
    engine().post([this, ranks, answered](crawl::AgentPort& port) {
      answered(port.store_importance(ranks));
      if (!is_full_) written_ += expect_written(ranks);
    });
  }
  size_t expect_written(const std::vector<crawl::PageImportance>& ranks) {
    for (const crawl::PageImportance& rank : ranks) {
      const auto page = store_.page(rank.page).value();
      if (!page) continue;
      EXPECT_EQ(page->importance, rank.importance) << page->url;
    }
    return ranks.size();
  }

  std::map<std::string, store::PageState> pages_before_;
  std::map<std::string, float> last_rank_;
  int rankings_ = 0;
  size_t written_ = 0;
  bool is_full_ = false;
};

TEST_F(RankedAgents, RankingChangesTheImportanceAndNothingElse) {
  run_for_a_day(Duration::seconds(61));
  EXPECT_GT(rankings_, 1'000);
  EXPECT_EQ(pages().size(), pages_before_.size());
  uint64_t visits = 0;
  for (const auto& [url, page] : pages()) {
    const store::PageState& before = pages_before_.at(url);
    EXPECT_GT(page.last_visit, before.last_visit) << url;
    EXPECT_EQ(page.importance, last_rank_[url]) << url << " was in flight";
    // Each visit is in the history, and the page's entry in due() is that of its state.
    EXPECT_EQ(history(url).totals().requests, web_.times(url)) << url;
    visits += web_.times(url);
    const auto due = store_.due(page.key.site, Instant::never(), 100, std::nullopt).value();
    EXPECT_EQ(std::count_if(due.begin(), due.end(),
                            [&, key = page.key](const auto& one) { return one.key == key; }),
              page.next_visit == Instant::never() ? 0 : 1)
        << url;
  }
  EXPECT_GT(visits, 2 * pages_before_.size());
}

TEST_F(RankedAgents, RankingIsRepeatedAfterADiskWasFull) {
  std::vector<bool> stored;
  const auto note = [&](const Status& status) { stored.push_back(status.has_value()); };
  after(Duration::hours(1), [&] {
    is_full_ = true;
    fill_disk();
    ++rankings_;
    rank(note);
  });
  after(Duration::hours(2), [&] {
    make_room();
    is_full_ = false;
    rank(note);
  });
  run_for_a_day(Duration::days(7));
  EXPECT_EQ(stored, (std::vector<bool>{false, true}));
  EXPECT_GT(written_, pages_before_.size());
}

TEST_F(RankedAgents, PagesOfOtherAgentsAreRefused) {
  bool is_refused = false;
  after(Duration::hours(1), [&] {
    engine().post([&](crawl::AgentPort& port) {
      const crawl::PageImportance rank{collection::page_key(at_host(host_of(1, 0))), 1};
      is_refused = !port.store_importance({&rank, 1});
    });
  });
  run_for_a_day(Duration::days(7));
  EXPECT_TRUE(is_refused);
  EXPECT_TRUE(status_) << "the engine goes on";
}

}  // namespace
}  // namespace freshet::test
