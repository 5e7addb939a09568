// Tests of a run of a month on a web that changes, fails, grows and shrinks. Each takes a second or
// two.
#include <algorithm>

#include "engine/engine_world.h"

namespace freshet::test {
namespace {

class Month : public EngineWorld {
 protected:
  static constexpr int kSites = 6;
  static constexpr int kPages = 10;  // of each

  Month() {
    options_.seeds.clear();
    for (int site = 0; site < kSites; ++site) {
      std::vector<std::string> hrefs;
      for (int i = 1; i < kPages; ++i) hrefs.push_back("/" + std::to_string(i));
      web_.set(url(site, 0), links(hrefs));
      for (int i = 1; i < kPages; ++i) {
        // One page in three changes, from twice a day to twice a month.
        web_.set(url(site, i),
                 i % 3 == 0 ? changing_every(Duration::hours(12 * i * i)) : links({}));
      }
      options_.seeds.push_back(url(site, 0));
    }
    run_without_end(kSites * kPages * 2.0 / 86'400);  // two visits a page and day
    options_.collection.refresh.audit_share = 0.02;
    options_.collection.refresh.visits_per_page_day = 2;
  }
  static std::string site_name(int site) { return "http://s" + std::to_string(site) + ".test"; }
  static std::string url(int site, int page) {
    return site_name(site) + "/" + (page == 0 ? "" : std::to_string(page));
  }
};

TEST_F(Month, OfAQuietWebUsesTheBudgetAndFindsTheChanges) {
  const crawl::Progress progress = run_for(Duration::days(30));
  EXPECT_NEAR(static_cast<double>(progress.requests), kSites * kPages * 2 * 30, 40);
  for (int site = 0; site < kSites; ++site) {
    for (int i = 1; i < kPages; ++i) {
      const uint32_t changes = history(url(site, i)).totals().changes;
      if (i % 3 != 0) {
        EXPECT_EQ(changes, 0u) << url(site, i);
      } else {
        EXPECT_GE(changes, 30 * 2 / (i * i) * 8 / 10u) << url(site, i);
        EXPECT_LE(changes, 30 * 2 / (i * i) + 1u) << url(site, i);
      }
    }
  }
  EXPECT_GT(progress.believed_freshness.value(), 0.9);
}

TEST_F(Month, OfFaultsEndsWithEveryPageCurrent) {
  // Down for three days; sending Retry-After; refusing robots.txt; no address; a wall; all pages
  // gone.
  at(Duration::days(3), [&] {
    web_.instead(site_name(0), Answer(fetch::TimedOut{fetch::TimedOut::Stage::kConnect}));
  });
  at(Duration::days(6), [&] { web_.as_before(site_name(0)); });
  at(Duration::days(5), [&] { web_.instead(site_name(1), status(429, "Retry-After: 40000\r\n")); });
  at(Duration::days(8), [&] { web_.as_before(site_name(1)); });
  at(Duration::days(4), [&] { web_.set(site_name(2) + "/robots.txt", status(503)); });
  at(Duration::days(9), [&] { web_.set(site_name(2) + "/robots.txt", status(404)); });
  at(Duration::days(10), [&] { web_.set_lookup_failure("s3.test", fetch::NoAddress{}); });
  at(Duration::days(11), [&] { web_.forget_lookups("s3.test"); });
  at(Duration::days(7), [&] {
    web_.instead(site_name(4), html("<title>Just a moment...</title><script>"
                                    "window._cf_chl_opt={}</script>"));
  });
  at(Duration::days(12), [&] { web_.as_before(site_name(4)); });
  at(Duration::days(6), [&] { web_.instead(site_name(5), status(404)); });
  at(Duration::days(15), [&] { web_.as_before(site_name(5)); });
  // Faults on our side.
  at(Duration::days(13), [&] { fill_disk(); });
  at(Duration::hours(13 * 24 + 5), [&] { make_room(); });
  at(Duration::days(16), [&] { execute(collection::Pause{}); });
  at(Duration::days(17), [&] { execute(collection::Resume{}); });
  at(Duration::days(18), [&] { crash(); });
  run();
  run_for(Duration::days(12));
  EXPECT_EQ(pages().size(), size_t{kSites * kPages});
  for (const auto& [url, page] : pages()) {
    EXPECT_EQ(page.left, std::nullopt) << url;
    EXPECT_EQ(page.gone_since, std::nullopt) << url;
    EXPECT_GT(page.last_success, kStart + Duration::days(27)) << url;
    EXPECT_EQ(page.failures, 0) << url;
  }
}

TEST_F(Month, OfNewAndGonePagesIsFollowed) {
  // Every day each site gets a new page and loses the one of ten days before.
  std::vector<std::string> hrefs;
  for (int day = 0; day < 30; ++day) {
    at(Duration::days(day), [&, day] {
      const std::string number = "/day" + std::to_string(day);
      web_.set(site_name(0) + number, links({"/"}));
      hrefs.push_back(number);
      if (hrefs.size() > 10) {
        web_.set(site_name(0) + hrefs.front(), status(404));
        hrefs.erase(hrefs.begin());
      }
      web_.set(url(0, 0), links(hrefs));
    });
  }
  run_for(Duration::days(31));
  for (int day = 0; day < 29; ++day) {
    const store::PageState state = page(site_name(0) + "/day" + std::to_string(day));
    EXPECT_LE(state.first_seen, kStart + Duration::days(day) + Duration::days(2)) << day;
    EXPECT_TRUE(day >= 5 || state.left) << day;
    EXPECT_TRUE(day < 20 || !state.gone_since) << day;
  }
}

TEST_F(Month, IsTheSameInOneRunAndInThirty) {
  for (int day = 0; day < 30; ++day) run_for(Duration::days(1));
  EXPECT_NEAR(static_cast<double>(web_.count()), kSites * kPages * 2 * 30, 100);
  for (int site = 0; site < kSites; ++site) {
    EXPECT_GE(history(url(site, 3)).totals().changes, 5u) << "of six";
    EXPECT_EQ(history(url(site, 1)).totals().changes, 0u);
    EXPECT_EQ(history(url(site, 3)).totals().requests, web_.times(url(site, 3)));
    EXPECT_LE(web_.times(site_name(site) + "/robots.txt"), 31u);
  }
}

}  // namespace
}  // namespace freshet::test
