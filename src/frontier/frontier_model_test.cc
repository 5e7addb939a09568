// Compares the frontier with a slow and simple model. The model has numbers for every rule of
// Politeness for each host and address, and examines all of them each time. After every step both
// must agree on whether something can be leased, what, and when the next lease will be.
#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>

#include "frontier/frontier.h"
#include "gtest/gtest.h"

namespace freshet::frontier {
namespace {

constexpr Instant kStart = Instant::from_unix_seconds(1'700'000'000);

struct ModelSite {
  std::map<uint64_t, Instant> pages;  // in the frontier's memory: not_before by PageId
  std::set<uint64_t> stored;          // in the store
  std::set<uint64_t> leased;
  bool robots_leased = false;
  bool has_address = false;
  Instant held_until, resting_until, rules_until;
  Duration crawl_delay;
  int failures = 0;
  bool refill_requested = false;
  bool more = false;  // whether pages wait in the store, as far as the frontier knows
  bool refused_since_request = false;
};

// The state that all sites of a host share.
struct ModelHost {
  int in_flight = 0;
  uint64_t address = 0;
  Instant last, resting_until;
  Duration took;
};

struct ModelAddress {
  int in_flight = 0;
  Instant next;
};

struct Out {
  Lease lease;
  uint64_t address = 0;
  Instant host_before, address_before, address_after, at;
};

class World {
 public:
  World(uint32_t seed, const Politeness& politeness)
      : random_(seed),
        rules_(politeness),
        frontier_(politeness, {.queue_per_site = 12, .queue_in_all = 0}) {
    for (uint64_t id = 1; id <= kSites; ++id) {
      sites_[id];
      if (id <= kAlone) {
        frontier_.add_site({.id = {id}});
        continue;
      }
      const std::string name = "h" + std::to_string(host_id(id)) + ".test";
      frontier_.add_site({.id = {id}, .text = "http://" + name + ":" + std::to_string(id)});
      set_address(id, 0);
    }
  }

  void step() {
    switch (below(10)) {
      case 0: queue_some(); break;
      case 1: refill(); break;
      case 2: resolve(); break;
      case 3:
      case 4:
      case 5: settle_one(); break;
      case 6: disturb(); break;
      case 7: now_ += Duration::milliseconds(below(3000)); break;
      default: take_leases(); break;
    }
    check_counts();
  }

  // Lets all requests succeed until no page waits. Then all pages must have been visited.
  void finish() {
    for (auto& [id, site] : sites_) {
      if (!site.has_address) set_address(id, 0);
    }
    for (int round = 0; round < 200'000; ++round) {
      while (!out_.empty()) settle({.sent = true}, {});
      refill_all();
      take_leases();
      if (!out_.empty()) continue;
      const Instant wake = frontier_.wake_at(now_);
      if (wake == Instant::never()) break;
      now_ = std::max(now_, wake);
    }
    for (const auto& [id, site] : sites_) {
      EXPECT_TRUE(site.pages.empty()) << "site " << id << " was not emptied";
      EXPECT_TRUE(site.stored.empty()) << "site " << id;
    }
    EXPECT_EQ(frontier_.counts().queued, 0u);
    EXPECT_EQ(done_, made_);
  }

  int leases() const { return leases_; }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<uint32_t>(n)); }
  bool chance(int percent) { return below(100) < percent; }
  uint64_t any_site() { return 1 + static_cast<uint64_t>(below(static_cast<int>(kSites))); }

  // Sites after kAlone are ports of three hosts.
  static uint64_t host_id(uint64_t site) { return site <= kAlone ? site : kSites + site % 3; }
  ModelHost& host_of(uint64_t site) { return hosts_[host_id(site)]; }

  Duration crawl_delay(uint64_t host) const {
    Duration longest;
    for (const auto& [id, site] : sites_) {
      if (host_id(id) == host) longest = std::max(longest, site.crawl_delay);
    }
    return longest;
  }
  int slots(uint64_t host) const { return crawl_delay(host) > Duration() ? 1 : rules_.per_host; }
  Duration gap(uint64_t id) const {
    Duration gap = std::max(rules_.delay, crawl_delay(id));
    if (rules_.delay > Duration() && slots(id) == 1) {
      const Duration took = hosts_.at(id).took;
      gap = std::max(gap, Duration::from_seconds(took.in_seconds() * (1 / rules_.share - 1)));
    }
    return gap;
  }

  // Returns when a request to the site may start, by all rules.
  Instant available(uint64_t id) {
    const ModelSite& site = sites_[id];
    const ModelHost& host = host_of(id);
    if (site.pages.empty() || site.robots_leased || host.in_flight >= slots(host_id(id))) {
      return Instant::never();
    }
    if (!site.has_address) return site.held_until > now_ ? site.held_until : Instant::never();
    Instant when = Instant::never();
    for (const auto& [page, not_before] : site.pages) when = std::min(when, not_before);
    when = std::max({when, host.last + gap(host_id(id)), host.resting_until, site.held_until,
                     site.resting_until});
    if (host.address == 0) return when;
    const auto address = addresses_.find(host.address);
    if (address == addresses_.end()) return when;
    if (address->second.in_flight >= rules_.per_address) return Instant::never();
    return std::max(when, address->second.next);
  }
  Instant earliest() {
    Instant when = Instant::never();
    for (const auto& [id, site] : sites_) when = std::min(when, available(id));
    return when;
  }

  void queue_some() {
    const uint64_t site = any_site();
    ModelSite& entry = sites_[site];
    for (int i = below(8); i >= 0; --i) {
      const uint64_t page = ++made_;
      const Instant not_before =
          chance(20) ? now_ + Duration::milliseconds(below(9000)) : Instant();
      const bool taken = frontier_.queue(
          {.key = {{site}, {page}}, .url = std::to_string(page), .not_before = not_before});
      ASSERT_EQ(taken, !entry.more && entry.pages.size() < 12) << "page " << page;
      if (taken) {
        entry.pages[page] = not_before;
      } else {
        entry.stored.insert(page);
        entry.more = true;
        entry.refused_since_request |= entry.refill_requested;
      }
    }
  }

  void refill() {
    for (const store::SiteId site : frontier_.sites_to_refill()) {
      ModelSite& entry = sites_[site.value];
      EXPECT_FALSE(entry.refill_requested);
      // The queue was below a quarter when it was listed; leases may have been requeued since.
      EXPECT_LT(entry.pages.size(), 3u + static_cast<size_t>(rules_.per_host));
      EXPECT_TRUE(entry.more);
      entry.refill_requested = true;
    }
    for (auto& [id, entry] : sites_) {
      if (!entry.refill_requested || chance(50)) continue;
      std::vector<Queued> pages;
      for (const auto& [page, not_before] : entry.pages) {  // the store has these too
        if (chance(30)) pages.push_back(as_queued(id, page));
      }
      for (const uint64_t page : entry.leased) {
        if (chance(50)) pages.push_back(as_queued(id, page));
      }
      const int wanted = 1 + below(12);
      for (int i = 0; i < wanted && !entry.stored.empty(); ++i) {
        const uint64_t page = *entry.stored.begin();
        entry.stored.erase(entry.stored.begin());
        entry.pages[page] = Instant();
        pages.push_back(as_queued(id, page));
      }
      entry.refill_requested = false;
      entry.more = !entry.stored.empty() || entry.refused_since_request;
      entry.refused_since_request = false;
      frontier_.refill({id}, std::move(pages), !entry.stored.empty());
    }
  }
  void refill_all() {
    for (int i = 0; i < 5; ++i) refill();
  }
  static Queued as_queued(uint64_t site, uint64_t page) {
    return {.key = {{site}, {page}}, .url = std::to_string(page)};
  }

  void set_address(uint64_t site, uint64_t key) {
    sites_[site].has_address = true;
    host_of(site).address = key;
    frontier_.set_address({site}, key);
  }

  void resolve() {
    for (const store::SiteId site : frontier_.take_unresolved()) {
      ModelSite& entry = sites_[site.value];
      EXPECT_FALSE(entry.has_address);
      if (chance(20)) {
        hold(site.value);
      } else {
        set_address(site.value, static_cast<uint64_t>(below(4)));
      }
    }
  }
  void hold(uint64_t site) {
    sites_[site].held_until = now_ + Duration::milliseconds(below(20'000));
    frontier_.hold_back({site}, sites_[site].held_until);
  }

  void disturb() {
    const uint64_t site = any_site();
    switch (below(12)) {
      case 0:
      case 1: hold(site); break;
      case 2:
        if (sites_[site].has_address) set_address(site, static_cast<uint64_t>(below(4)));
        break;
      case 3: set_rules(site); break;
      case 4:
        for (const Queued& page : frontier_.drop_pages({site})) {
          EXPECT_EQ(sites_[site].pages.erase(page.key.page.value), 1u);
          ++done_;
        }
        EXPECT_TRUE(sites_[site].pages.empty());
        break;
      default: break;
    }
  }
  void set_rules(uint64_t site) {
    ModelSite& entry = sites_[site];
    entry.crawl_delay = chance(20) ? Duration::milliseconds(below(8000)) : Duration();
    entry.rules_until = now_ + Duration::seconds(below(60));
    frontier_.set_rules({site}, entry.crawl_delay, entry.rules_until);
  }

  void take_leases() {
    for (int most = 1 + below(12); most > 0; --most) {
      const Instant expected = earliest();
      auto lease = frontier_.next(now_);
      if (!lease) {
        // A held site without an address gives no lease, but take_unresolved() returns it.
        ASSERT_GT(earliest(), now_);
        const Instant wake = frontier_.wake_at(now_);
        ASSERT_EQ(wake.unix_microseconds(), earliest().unix_microseconds());
        if (chance(50) && wake != Instant::never()) {
          now_ = wake + Duration::microseconds(-1);
          ASSERT_FALSE(frontier_.next(now_)) << "a lease before wake_at()";
          now_ = wake;
        }
        return;
      }
      ASSERT_LE(expected, now_) << "leased too early";
      begin(std::move(*lease));
      if (testing::Test::HasFatalFailure()) return;
    }
  }

  void begin(Lease lease) {
    ++leases_;
    const uint64_t id = lease.site().value;
    ModelSite& site = sites_[id];
    ModelHost& host = host_of(id);
    ASSERT_LE(available(id), now_) << "site " << id << " may not be leased yet";
    if (lease.kind() == Lease::Kind::kRobots) {
      ASSERT_GE(now_, site.rules_until);
      site.robots_leased = true;
    } else {
      ASSERT_LT(now_, site.rules_until);
      const uint64_t page = lease.page().key.page.value;
      ASSERT_TRUE(site.pages.contains(page));
      ASSERT_LE(site.pages[page], now_);
      for (const auto& [other, not_before] : site.pages) ASSERT_LE(site.pages[page], not_before);
      site.pages.erase(page);
      ASSERT_TRUE(site.leased.insert(page).second);
    }
    ModelAddress& address = addresses_[host.address];
    Out out{.lease = std::move(lease),
            .address = host.address,
            .host_before = host.last,
            .address_before = address.next,
            .at = now_};
    ++host.in_flight;
    host.last = std::max(host.last, now_);
    ++address.in_flight;
    if (out.address != 0) address.next = std::max(address.next, now_ + rules_.address_delay);
    out.address_after = address.next;
    out_.push_back(std::move(out));
  }

  void settle_one() {
    if (out_.empty()) return;
    if (chance(5)) return drop_lease();
    Settlement settlement{.page = chance(70)   ? Settlement::Page::kDone
                                  : chance(50) ? Settlement::Page::kLater
                                               : Settlement::Page::kRequeue,
                          .again_at = now_ + Duration::milliseconds(below(6000)),
                          .sent = chance(85),
                          .took = Duration::milliseconds(below(4000)),
                          .host_failed = chance(25)};
    if (chance(10)) settlement.site_rests = Duration::milliseconds(below(100'000));
    if (chance(10)) settlement.host_rests = Duration::milliseconds(below(200'000));
    settle(settlement, static_cast<size_t>(below(static_cast<int>(out_.size()))));
  }

  void drop_lease() {
    const Out out = std::move(out_.back());
    out_.pop_back();
    ended(out, {.page = Settlement::Page::kRequeue, .sent = false});
  }

  void settle(const Settlement& settlement, size_t which) {
    Out out = std::move(out_[which]);
    out_.erase(out_.begin() + static_cast<std::ptrdiff_t>(which));
    const uint64_t id = out.lease.site().value;
    const bool was_robots = out.lease.kind() == Lease::Kind::kRobots;
    const bool rules_come_first = was_robots && chance(50);
    if (rules_come_first) set_rules(id);
    ended(out, settlement);
    frontier_.settle(std::move(out.lease), settlement, now_);
    if (was_robots && !rules_come_first) {
      if (chance(90))
        set_rules(id);
      else
        hold(id);
    }
    // The frontier adds a number of its own to the back-off. The model copies the result and checks
    // its bounds.
    ModelSite& site = sites_[id];
    const auto rested = [&] { return std::max(site.resting_until, host_of(id).resting_until); };
    store::SiteState state{.id = {id}};
    frontier_.write_politeness(state);
    ASSERT_EQ(state.failures, site.failures);
    if (settlement.host_failed && site.failures >= rules_.failures_before_rest) {
      ASSERT_GE(state.resting_until, rested());
      ASSERT_GE(state.resting_until, now_ + rules_.first_backoff);
      ASSERT_LE(state.resting_until, std::max(rested(), now_ + rules_.longest_rest));
      site.resting_until = state.resting_until;
    }
    ASSERT_EQ(state.resting_until.unix_microseconds(), rested().unix_microseconds());
  }

  void ended(const Out& out, const Settlement& settlement) {
    const uint64_t id = out.lease.site().value;
    ModelSite& site = sites_[id];
    ModelHost& host = host_of(id);
    ModelAddress& address = addresses_[out.address];
    --host.in_flight;
    --address.in_flight;
    if (settlement.sent) {
      host.took = settlement.took;
      if (slots(host_id(id)) == 1) host.last = std::max(host.last, now_);
      if (rules_.per_address == 1 && out.address != 0) {
        address.next = std::max(address.next, now_ + rules_.address_delay);
      }
    } else {
      if (host.last == out.at) host.last = out.host_before;
      if (address.next == out.address_after) address.next = out.address_before;
    }
    if (settlement.host_failed) {
      ++site.failures;
    } else if (settlement.sent && !settlement.host_rests) {
      site.failures = 0;
    }
    if (settlement.site_rests) {
      site.resting_until = std::max(site.resting_until,
                                    now_ + std::min(*settlement.site_rests, rules_.longest_rest));
    }
    if (settlement.host_rests) {
      host.resting_until = std::max(host.resting_until,
                                    now_ + std::min(*settlement.host_rests, rules_.longest_rest));
    }
    if (out.lease.kind() == Lease::Kind::kRobots) {
      site.robots_leased = false;
      return;
    }
    const Queued& page = out.lease.page();
    site.leased.erase(page.key.page.value);
    switch (settlement.page) {
      case Settlement::Page::kDone: ++done_; break;
      case Settlement::Page::kLater: site.pages[page.key.page.value] = settlement.again_at; break;
      case Settlement::Page::kRequeue: site.pages[page.key.page.value] = page.not_before; break;
    }
  }

  void check_counts() {
    size_t pages = 0;
    std::map<uint64_t, int> at_address;
    for (const auto& [id, site] : sites_) pages += site.pages.size();
    for (const auto& [id, host] : hosts_) ASSERT_LE(host.in_flight, rules_.per_host);
    for (const auto& [key, address] : addresses_) {
      if (key != 0) {
        ASSERT_LE(address.in_flight, rules_.per_address);
      }
    }
    ASSERT_EQ(frontier_.counts().queued, pages);
    ASSERT_EQ(frontier_.counts().leased, out_.size());
  }

  static constexpr uint64_t kSites = 25;
  static constexpr uint64_t kAlone = 14;  // the first sites, each the only one of its host

  std::mt19937 random_;
  const Politeness rules_;
  Instant now_ = kStart;
  Frontier frontier_;
  std::map<uint64_t, ModelSite> sites_;
  std::map<uint64_t, ModelHost> hosts_;
  std::map<uint64_t, ModelAddress> addresses_;
  std::vector<Out> out_;
  uint64_t made_ = 0;
  uint64_t done_ = 0;
  int leases_ = 0;
};

Politeness politeness(Duration delay, int per_host, Duration address_delay, int per_address) {
  return {.delay = delay,
          .address_delay = address_delay,
          .per_host = per_host,
          .per_address = per_address,
          .longest_rest = Duration::seconds(100),
          .first_backoff = Duration::seconds(5)};
}

Politeness with_share(double share) {
  Politeness result = politeness(Duration::milliseconds(500), 1, Duration(), 4);
  result.share = share;
  return result;
}

class FrontierModel : public testing::TestWithParam<Politeness> {};

TEST_P(FrontierModel, AgreesWithTheFrontierAfterEveryStepAndNoPageIsLost) {
  int leases = 0;
  for (uint32_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    World world(seed, GetParam());
    for (int step = 0; step < 6'000; ++step) {
      ASSERT_NO_FATAL_FAILURE(world.step()) << "step " << step;
    }
    ASSERT_NO_FATAL_FAILURE(world.finish());
    leases += world.leases();
  }
  EXPECT_GT(leases, 20'000);
}

INSTANTIATE_TEST_SUITE_P(
    Politeness, FrontierModel,
    testing::Values(politeness(Duration::seconds(1), 1, Duration(), 4),
                    politeness(Duration::seconds(1), 1, Duration::milliseconds(300), 1),
                    politeness(Duration::milliseconds(200), 3, Duration::milliseconds(50), 2),
                    politeness(Duration(), 2, Duration(), 3),
                    politeness(Duration(), 1, Duration::milliseconds(70), 3), with_share(0.2),
                    with_share(1)));

}  // namespace
}  // namespace freshet::frontier
