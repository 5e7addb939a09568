// Tests of sites that are the same as others: how they are found, what follows, and how that is
// undone. And of sites that only look like it.
#include "collection/site_profile.h"
#include "engine/engine_world.h"

namespace freshet::test {
namespace {

using collection::Alias;
using Evidence = Alias::Evidence;

constexpr int kPages = 40;

class Aliases : public EngineWorld {
 protected:
  Aliases() {
    options_.collection.scope.kind = collection::ScopeKind::kAny;
    options_.seeds = {kSite + "/", kMirror + "/"};
  }

  static std::string path(int number) { return "/" + std::to_string(number); }
  // A long text, so that texts of different words have different simhashes.
  static std::string text(const std::string& words) {
    std::string text;
    for (int i = 0; i < 40; ++i) text += words + std::to_string(i) + " ";
    return text;
  }
  // A page that links to all pages of its site.
  static std::string body(const std::string& words, int pages = kPages) {
    std::string body = "<title>" + words + "</title><p>" + text(words) + "</p>";
    for (int i = 0; i < pages; ++i) body += "<a href='" + path(i) + "'>" + path(i) + "</a>";
    return body;
  }
  // The root of the site and its pages; `content` makes the words of a path.
  void set_site(const std::string& site, int pages,
                const std::function<std::string(const std::string&)>& content,
                const std::string& fields = "") {
    web_.set(site + "/", html(body(content("root"), pages), fields));
    for (int i = 0; i < pages; ++i) {
      web_.set(site + path(i), html(body(content("page" + path(i).substr(1)), pages), fields));
    }
  }
  void set_same(const std::string& site, int pages = kPages) {
    set_site(site, pages, [](const std::string& words) { return words; });
  }
  void set_other(const std::string& site, const std::string& prefix, int pages = kPages) {
    set_site(site, pages, [prefix](const std::string& words) { return prefix + words; });
  }
  void set_redirecting(const std::string& site, const std::string& target) {
    web_.set(site + "/", redirect(target + "/"));
    for (int i = 0; i < kPages; ++i) web_.set(site + path(i), redirect(target + path(i)));
  }
  // Another site that links to all pages of this one.
  void set_hub(const std::string& to) {
    std::string body = "<p>" + text("hub") + "</p>";
    for (int i = 0; i < kPages; ++i) body += "<a href='" + to + path(i) + "'>x</a>";
    web_.set("http://hub.test/", html(body));
    options_.seeds.emplace_back("http://hub.test/");
  }

  collection::SiteProfile profile(const std::string& text) const {
    return collection::SiteProfile::decode(site(text).learned);
  }
  std::optional<Alias> alias(const std::string& text) const { return profile(text).alias; }
  // Every page of the site was collected.
  void expect_whole(const std::string& site, int pages = kPages) const {
    EXPECT_TRUE(has_page(site + "/"));
    for (int i = 0; i < pages; ++i) {
      const std::string url = site + path(i);
      ASSERT_TRUE(has_page(url)) << url;
      EXPECT_TRUE(page(url).last_success) << url;
    }
  }
  void expect_two_sites() const {
    EXPECT_FALSE(alias(kSite));
    EXPECT_FALSE(alias(kMirror));
    expect_whole(kSite);
    expect_whole(kMirror);
  }

  std::string kSite = "http://a.test";
  std::string kMirror = "http://www.a.test";
};

TEST_F(Aliases, MirrorUnderWwwIsFoundAndNotCrawledFurther) {
  set_same(kSite);
  set_same(kMirror);
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.ended, crawl::kAllCollected);
  expect_whole(kSite);
  const auto found = alias(kMirror);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->of, kSite);
  EXPECT_EQ(found->evidence, Evidence::kContent);
  EXPECT_GE(found->pages, 8u);
  EXPECT_EQ(found->examples.size(), Alias::kMostExamples);
  EXPECT_TRUE(found->is_handed_over);
  EXPECT_FALSE(alias(kSite));
  EXPECT_LE(web_.count(kMirror), 25u) << "of 42 requests";
  EXPECT_GE(progress.at_aliases, 15u);
  EXPECT_EQ(progress.at_aliases, site(kMirror).waiting);
  EXPECT_EQ(progress.waiting, 0u);
  EXPECT_EQ(progress.outside_scope, 0u);
  EXPECT_EQ(logged("a site is an alias of another"), 1u);
  EXPECT_EQ(logged("alias_of=http://a.test"), 1u);
}

TEST_F(Aliases, HttpsAndHttpAreOneSite) {
  kMirror = "https://a.test";
  options_.seeds = {kSite + "/", kMirror + "/"};
  set_same(kSite);
  set_same(kMirror);
  run();
  ASSERT_TRUE(alias(kMirror) || alias(kSite));
  EXPECT_FALSE(alias(kMirror) && alias(kSite));
  expect_whole(alias(kMirror) ? kSite : kMirror);
  EXPECT_LE(web_.count(alias(kMirror) ? kMirror : kSite), 30u);
}

TEST_F(Aliases, HostThatRedirectsToAnotherIsFound) {
  set_same(kSite);
  set_redirecting("http://old.test", kSite);
  set_hub("http://old.test");
  options_.seeds.emplace_back("http://old.test/");
  options_.seeds.erase(options_.seeds.begin() + 1);
  run();
  const auto found = alias("http://old.test");
  ASSERT_TRUE(found) << "redirects need no address in common";
  EXPECT_EQ(found->of, kSite);
  EXPECT_EQ(found->evidence, Evidence::kRedirects);
  expect_whole(kSite);
  EXPECT_LE(web_.count("http://old.test"), 14u);
}

TEST_F(Aliases, RedirectsToTheRootAreNoEvidence) {
  set_same(kSite);
  set_redirecting("http://old.test", kSite);
  for (int i = 0; i < kPages; ++i) web_.set("http://old.test" + path(i), redirect(kSite + "/"));
  set_hub("http://old.test");
  options_.seeds.emplace_back("http://old.test/");
  run();
  EXPECT_FALSE(alias("http://old.test"));
  EXPECT_EQ(web_.count("http://old.test"), 2u + kPages);
}

TEST_F(Aliases, CanonicalLinksOfAllPagesShowIt) {
  set_same(kSite);
  kMirror = "http://copy.test";
  options_.seeds = {kSite + "/", kMirror + "/"};
  const auto with_link = [&](const std::string& words, const std::string& path) {
    return html("<link rel=canonical href='" + kSite + path + "'>" + body("copy" + words));
  };
  web_.set(kMirror + "/", with_link("root", "/"));
  for (int i = 0; i < kPages; ++i) web_.set(kMirror + path(i), with_link(path(i), path(i)));
  run();
  const auto found = alias(kMirror);
  ASSERT_TRUE(found) << "though the contents differ";
  EXPECT_EQ(found->evidence, Evidence::kCanonical);
  expect_whole(kSite);
  EXPECT_LE(web_.count(kMirror), 14u);
}

TEST_F(Aliases, SitesThatNameEachOtherWithCanonicalLinksAreBothCrawled) {
  kMirror = "http://copy.test";
  options_.seeds = {kSite + "/", kMirror + "/"};
  for (const auto& [site, other] : {std::pair{kSite, kMirror}, std::pair{kMirror, kSite}}) {
    const auto with_link = [&](const std::string& words, const std::string& path) {
      return html("<link rel=canonical href='" + other + path + "'>" + body(site + words));
    };
    web_.set(site + "/", with_link("root", "/"));
    for (int i = 0; i < kPages; ++i) web_.set(site + path(i), with_link(path(i), path(i)));
  }
  run();
  expect_two_sites();
}

TEST_F(Aliases, CanonicalLinksOfSomePagesAreNoEvidence) {
  set_same(kSite);
  set_other(kMirror, "own");
  for (int i = 0; i < kPages; i += 2) {
    const std::string url = kSite + path(i);
    web_.set(kMirror + path(i), html("<link rel=canonical href='" + url + "'>" + body("x" + url)));
  }
  run();
  expect_two_sites();
}

TEST_F(Aliases, NamesOfOneServerAreOneSite) {
  kMirror = "http://b.test";
  options_.seeds = {kSite + "/", kMirror + "/"};
  set_same(kSite);
  set_same(kMirror);
  web_.set_address("a.test", "93.184.216.34");
  web_.set_address("b.test", "93.184.216.34");
  run();
  ASSERT_TRUE(alias(kMirror));
  EXPECT_EQ(alias(kMirror)->of, kSite);
  expect_whole(kSite);
}

TEST_F(Aliases, ServersAtTwoPortsOfAHostAreTwoSites) {
  kMirror = "http://a.test:8081";
  options_.seeds = {kSite + "/", kMirror + "/"};
  set_same(kSite);
  set_same(kMirror);
  run();
  expect_two_sites();
}

TEST_F(Aliases, MirrorOfAnotherOwnerOnAnotherAddressIsNone) {
  kMirror = "http://docs.mirror.test";
  options_.seeds = {kSite + "/", kMirror + "/"};
  set_same(kSite);
  set_same(kMirror);
  run();
  expect_two_sites();
}

TEST_F(Aliases, ParkedSitesWithOneRootAreNone) {
  set_other(kSite, "one");
  set_other(kMirror, "two");
  for (const auto& site : {kSite, kMirror}) web_.set(site + "/", html(body("parked")));
  run();
  expect_two_sites();
}

TEST_F(Aliases, SitesThatShareSomePagesAndTheRootAreNone) {
  set_same(kSite);
  set_same(kMirror);
  for (int i = 0; i < kPages; i += 3) web_.set(kMirror + path(i), html(body("own" + path(i))));
  run();
  expect_two_sites();
}

TEST_F(Aliases, SitesWithOneContentForAllPathsAreNone) {
  for (const auto& site : {kSite, kMirror}) {
    for (int i = 0; i < kPages; ++i) web_.set(site + path(i), html(body("parked")));
    web_.set(site + "/", html(body("parked")));
  }
  run();
  expect_two_sites();
}

TEST_F(Aliases, HostOfAnotherLanguageIsNone) {
  kMirror = "http://de.a.test";
  options_.seeds = {kSite + "/", kMirror + "/"};
  set_same(kSite);
  set_other(kMirror, "deutsch");
  // Pictures and legal pages are the same.
  for (int i = 20; i < kPages; ++i)
    web_.set(kMirror + path(i), html(body("page" + path(i).substr(1))));
  for (const char* host : {"a.test", "de.a.test"}) web_.set_address(host, "93.184.216.34");
  run();
  expect_two_sites();
}

TEST_F(Aliases, PagesThatDifferByAdvertsAtEachVisitAreNoEvidence) {
  for (const auto& site : {kSite, kMirror}) {
    const auto with_advert = [](const std::string& words) {
      return [words](const Hit& hit) {
        return html(body(words) + "<p>advert " + std::to_string(hit.now.unix_microseconds()) +
                    std::string(hit.request.url.host()));
      };
    };
    web_.set(site + "/", with_advert("root"));
    for (int i = 0; i < kPages; ++i) web_.set(site + path(i), with_advert("page" + path(i)));
  }
  run();
  expect_two_sites();
}

TEST_F(Aliases, ThousandSitesOnOneAddressAreThousandSites) {
  options_.seeds.clear();
  options_.politeness.per_address = 100;
  for (int i = 0; i < 1'000; ++i) {
    const std::string host = "h" + std::to_string(i) + ".test";
    web_.set_address(host, "93.184.216.34");
    options_.seeds.push_back("http://" + host + "/");
    set_other("http://" + host, host, 5);
    // The hosting company puts the same pages into all sites.
    for (int page = 0; page < 3; ++page)
      web_.set("http://" + host + path(page), html(body("legal" + path(page), 5)));
  }
  run();
  for (const std::string& seed : options_.seeds) {
    const std::string site = seed.substr(0, seed.size() - 1);
    EXPECT_FALSE(alias(site)) << site;
    expect_whole(site, 5);
  }
}

TEST_F(Aliases, PageThatOnlyTheMirrorLinksToIsCollectedFromTheOtherSite) {
  set_same(kSite);
  set_same(kMirror);
  std::string all = "<p>" + text("hub") + "</p>";
  for (int i = 0; i < 30; ++i)
    all += "<a href='" + kMirror + "/deep" + std::to_string(i) + "'>x</a>";
  web_.set("http://hub.test/", html(all));
  options_.seeds.emplace_back("http://hub.test/");
  for (int i = 0; i < 30; ++i) {
    for (const auto& site : {kSite, kMirror}) {
      web_.set(site + "/deep" + std::to_string(i), html(text("deep" + std::to_string(i))));
    }
  }
  run();
  ASSERT_TRUE(alias(kMirror));
  for (int i = 0; i < 30; ++i) {
    const std::string path = "/deep" + std::to_string(i);
    EXPECT_TRUE(has_page(kSite + path)) << path;
    EXPECT_TRUE(page(kSite + path).last_success) << path;
  }
}

TEST_F(Aliases, UrlsThatAreFoundLaterBecomeUrlsOfTheOtherSite) {
  set_same(kSite);
  set_same(kMirror);
  run();
  ASSERT_TRUE(alias(kMirror));
  const size_t before = web_.count(kMirror);
  web_.set(kSite + "/late", html(text("late")));
  web_.set("http://hub.test/", html("<a href='" + kMirror + "/late'>x</a>" + text("hub")));
  options_.seeds = {"http://hub.test/"};
  run();
  EXPECT_EQ(web_.count(kMirror), before);
  EXPECT_EQ(page(kSite + "/late").result, store::VisitResult::kNew);
  EXPECT_FALSE(has_page(kMirror + "/late"));
  const auto refused = store_.unadmitted(collection::page_key(kMirror + "/late")).value();
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->reason, store::UnadmittedReason::kAlias);
  EXPECT_EQ(refused->found_on, collection::page_key("http://hub.test/"));
}

// Crawls sites twice, and returns how many reads more of the store recognising aliases needs.
class CostOfAliases : public Aliases {
 protected:
  int64_t extra_reads() {
    const auto reads_of = [this](bool recognises, const std::string& prefix) {
      options_.collection.aliases = recognises;
      const uint64_t before = store_.reads();
      for (std::string& seed : options_.seeds) seed = prefix + seed.substr(seed.find("://"));
      run();
      return static_cast<int64_t>(store_.reads() - before);
    };
    // The first start reads once more than later ones.
    const int64_t without = reads_of(false, "http");
    return reads_of(true, "https") - without;
  }
  void set_both(const std::string& host, const std::string& prefix) {
    for (const char* scheme : {"http://", "https://"}) {
      set_other(scheme + host, scheme + prefix);
    }
  }
};

TEST_F(CostOfAliases, SitesWithoutSuspectsCostNoReadOfTheStore) {
  set_both("a.test", "a");
  set_both("www.a.test", "b");
  EXPECT_LE(extra_reads(), 0);
  EXPECT_EQ(pages().size(), 4u * (kPages + 1));
}

TEST_F(CostOfAliases, SitesWithSuspectsCostOneReadForEightVisits) {
  options_.seeds = {"http://a.test/", "http://x.test/"};
  set_both("a.test", "a");
  set_both("x.test", "a");  // on another address: the suspicion never ends
  const int64_t extra = extra_reads();
  EXPECT_FALSE(profile("https://a.test").suspects.empty() &&
               profile("https://x.test").suspects.empty());
  EXPECT_LE(extra, 2 * 2 * kPages / 8 + 4);
  EXPECT_EQ(pages().size(), 4u * (kPages + 1));
}

TEST_F(Aliases, AliasIsNotDecidedIfTheSettingIsOff) {
  options_.collection.aliases = false;
  set_same(kSite);
  set_same(kMirror);
  run();
  expect_two_sites();
}

TEST_F(Aliases, SettingThatIsSwitchedOffUndoesThem) {
  set_same(kSite);
  set_same(kMirror);
  run();
  ASSERT_TRUE(alias(kMirror));
  options_.collection.aliases = false;
  run();
  expect_two_sites();
}

TEST_F(Aliases, AreKeptByARestart) {
  set_same(kSite);
  set_same(kMirror);
  run();
  const size_t before = web_.count(kMirror);
  const auto found = alias(kMirror);
  run();
  options_.collection.scope.max_depth = 50;  // other rules
  const crawl::Progress progress = run();
  EXPECT_EQ(web_.count(kMirror), before);
  EXPECT_EQ(alias(kMirror), found);
  EXPECT_EQ(progress.at_aliases, site(kMirror).waiting);
  EXPECT_EQ(progress.outside_scope, 0u);
}

TEST_F(Aliases, CrashAtAnyCommitLosesNoPage) {
  set_same(kSite);
  set_same(kMirror);
  for (int number = 1; number < 400; number += 7) {
    crash_at_commit(number);
    if (run().ended == crawl::kAllCollected && status_) break;
  }
  crash_at_commit(0);
  run();
  ASSERT_TRUE(alias(kMirror));
  expect_whole(kSite);
}

class AliasesInARun : public Aliases {
 protected:
  AliasesInARun() {
    set_same(kSite);
    set_same(kMirror);
    run_without_end(0.01);
  }
};

TEST_F(AliasesInARun, AreVisitedOnlyToCheckTheRoot) {
  size_t before = 0;
  after(Duration::days(2), [&] { before = web_.count(kMirror); });
  run_for(Duration::days(30));
  ASSERT_TRUE(alias(kMirror));
  size_t of_robots = 0;
  size_t others = 0;
  for (const auto& request : web_.requests(kMirror)) {
    if (request.at < Duration::days(2)) continue;
    const bool is_robots = request.url.ends_with("/robots.txt");
    const bool is_root = request.url == kMirror + "/";
    of_robots += is_robots ? 1 : 0;
    others += is_robots || is_root ? 0 : 1;
  }
  EXPECT_EQ(others, 0u);
  EXPECT_EQ(web_.count(kMirror) - before - of_robots, 4u) << "once a week";
  EXPECT_EQ(of_robots, 4u);
  EXPECT_EQ(alias(kMirror)->misses, 0);
  EXPECT_GT(alias(kMirror)->checked, kStart + Duration::days(20));
  EXPECT_GT(web_.count(kSite), 1'000u) << "the budget goes to the other site";
}

TEST_F(AliasesInARun, RootThatChangesAtBothSitesIsNoSignOfDivergence) {
  for (const auto& site : {kSite, kMirror}) {
    web_.set(site + "/", [&](const Hit& hit) {
      const auto day = (hit.now - kStart).in_seconds() / 86'400;
      return html(body("root of day " + std::to_string(static_cast<int>(day))));
    });
  }
  run_for(Duration::days(60));
  EXPECT_TRUE(alias(kMirror));
}

TEST_F(AliasesInARun, AliasThatDivergesIsUndoneAndCrawledAgain) {
  at(Duration::days(3), [&] {
    EXPECT_TRUE(alias(kMirror));
    set_other(kMirror, "own");
  });
  at(Duration::days(6), [&] { EXPECT_TRUE(alias(kMirror)); });
  run_for(Duration::days(20));
  EXPECT_FALSE(alias(kMirror));
  expect_two_sites();
  EXPECT_EQ(logged("a site is not an alias any more"), 1u);
  EXPECT_FALSE(page(kMirror + "/39").duplicate_of);
  EXPECT_GT(web_.times(kMirror + "/39"), 5u) << "known pages are revisited";
}

TEST_F(AliasesInARun, SiteThatFailsIsNoSignOfDivergence) {
  at(Duration::days(3), [&] { web_.instead(kMirror, status(503)); });
  run_for(Duration::days(40));
  EXPECT_TRUE(alias(kMirror));
}

TEST_F(AliasesInARun, AliasIsUndoneWhenTheOtherSiteRedirectsToIt) {
  at(Duration::days(3), [&] {
    EXPECT_TRUE(alias(kMirror));
    set_redirecting(kSite, kMirror);
  });
  run_for(Duration::days(10));
  EXPECT_FALSE(alias(kMirror));
  expect_whole(kMirror);
}

TEST_F(AliasesInARun, SitesThatAreAliasesOfEachOtherAreBothVisited) {
  run_for(Duration::days(1));
  ASSERT_TRUE(alias(kMirror));
  store::SiteState state = site(kSite);
  collection::SiteProfile changed = profile(kSite);
  changed.alias = Alias{.of = kMirror, .since = now(), .pages = 8, .checked = now()};
  state.learned = changed.encode();
  state.in_scope = false;
  ASSERT_TRUE(store_.commit({.sites = {state}}, store::Durability::kPower));
  run_for(Duration::days(1));
  expect_two_sites();
}

TEST_F(AliasesInARun, AreListedAndExplained) {
  at(Duration::days(1), [&] {
    const auto status = status_now();
    EXPECT_EQ(status.sites.aliases, 1u);
    ASSERT_EQ(status.aliases.size(), 1u);
    EXPECT_EQ(status.aliases[0].site, kMirror);
    EXPECT_EQ(status.aliases[0].alias.of, kSite);
    const auto listed = query<collection::AliasesReport>(collection::AliasesQuery{});
    ASSERT_EQ(listed.aliases.size(), 1u);
    EXPECT_EQ(listed.aliases[0].site, kMirror);
    EXPECT_GT(listed.aliases[0].waiting, 0u);

    for (const std::string path : {"/", "/39", "/never"}) {
      const auto report = why(kMirror + path);
      EXPECT_EQ(report.obstacle.kind, collection::Obstacle::Kind::kAlias) << path;
      EXPECT_NE(report.words.find("collected as " + kSite + path), std::string::npos)
          << report.words;
      EXPECT_FALSE(report.next_visit);
    }
    EXPECT_EQ(why(kMirror + "/").standing, collection::Standing::kKept);
    EXPECT_EQ(why(kMirror + "/39").standing, collection::Standing::kAlias);
    EXPECT_NE(why(kSite + "/39").obstacle.kind, collection::Obstacle::Kind::kAlias);
    stop();
  });
  run();
}

TEST_F(AliasesInARun, AliasThatAUserUndoesIsNeverOneAgainUntilAllowed) {
  at(Duration::days(1), [&] {
    EXPECT_TRUE(alias(kMirror));
    EXPECT_FALSE(perform(collection::UndoAlias{"no site"}));
    const auto report = query<collection::AliasesReport>(collection::UndoAlias{kMirror + "/x"});
    EXPECT_TRUE(report.aliases.empty());
    EXPECT_EQ(report.excluded, std::vector<std::string>{kMirror});
  });
  run_for(Duration::days(2));
  expect_two_sites();
  run_for(Duration::days(40));
  EXPECT_FALSE(alias(kMirror)) << "a restart does not forget it";
  after(Duration::hours(1), [&] {
    EXPECT_TRUE(query<collection::AliasesReport>(collection::AllowAlias{kMirror}).excluded.empty());
    EXPECT_FALSE(perform(collection::AllowAlias{kMirror}));
  });
  run_for(Duration::days(40));
  EXPECT_TRUE(alias(kMirror));
}

TEST_F(AliasesInARun, AliasThatIsUndoneAtRestIsCrawledAtTheNextStart) {
  run_for(Duration::days(1));
  ASSERT_TRUE(alias(kMirror));
  web_.set("http://hub.test/", html("<a href='" + kMirror + "/late'>x</a>" + text("hub")));
  options_.seeds.emplace_back("http://hub.test/");
  for (const auto& site : {kSite, kMirror}) web_.set(site + "/late", html(text("late")));
  run_for(Duration::days(1));
  EXPECT_FALSE(has_page(kMirror + "/late"));
  ASSERT_TRUE(store_.commit({.facts = {{collection::kRunControlFact,
                                        [&] {
                                          auto run = collection::stored_run_control(store_).value();
                                          EXPECT_TRUE(collection::exclude_alias(run, kMirror));
                                          return run.encode();
                                        }()}}},
                            store::Durability::kPower));
  run_for(Duration::days(1));
  expect_two_sites();
  EXPECT_EQ(page(kMirror + "/late").result, store::VisitResult::kDuplicate);
}

TEST_F(AliasesInARun, AliasIsUndoneWhenTheOtherSiteLeavesTheScope) {
  options_.collection.scope.kind = collection::ScopeKind::kHost;
  at(Duration::days(1), [&] {
    EXPECT_TRUE(alias(kMirror));
    execute(collection::RemoveSeed{kSite + "/"});
  });
  run_for(Duration::days(2));
  EXPECT_FALSE(alias(kMirror));
  expect_whole(kMirror);
}

}  // namespace
}  // namespace freshet::test
