// The frontier against a model that is slow and plain: it keeps every rule of Politeness as a
// number per host and address and looks through all of them each time. After every step both must
// agree on whether something can be leased, what, and when the next will be.
#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "frontier/frontier.h"
#include "gtest/gtest.h"

namespace freshet::frontier {
namespace {

constexpr Instant kStart = Instant::from_unix_seconds(1'700'000'000);

struct ModelHost {
  std::map<uint64_t, Instant> pages;  // in the frontier's memory: not_before by PageId
  std::set<uint64_t> stored;          // in the store
  std::set<uint64_t> out;
  bool robots_out = false;
  int in_flight = 0;
  std::optional<uint64_t> address;
  Instant last, held_until, resting_until, rules_until;
  Duration took, crawl_delay;
  int failures = 0;
  bool told_hungry = false;
  bool more = false;  // waits in the store, as far as the frontier can know
  bool refused_since_told = false;
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
    for (uint64_t id = 1; id <= 25; ++id) {
      hosts_[id];
      frontier_.add_site({.id = {id}});
    }
  }

  void step() {
    switch (below(10)) {
      case 0: queue_some(); break;
      case 1: feed(); break;
      case 2: resolve(); break;
      case 3:
      case 4:
      case 5: settle_one(); break;
      case 6: trouble(); break;
      case 7: now_ += Duration::milliseconds(below(3000)); break;
      default: take_what_there_is(); break;
    }
    check_counts();
  }

  // Lets time go on with a kind world until nothing waits; everything must have been visited.
  void finish() {
    for (auto& [id, host] : hosts_) {
      if (!host.address) set_address(id, 0);
    }
    for (int round = 0; round < 200'000; ++round) {
      while (!out_.empty()) settle({.asked = true}, {});
      feed_all();
      take_what_there_is();
      if (!out_.empty()) continue;
      const Instant wake = frontier_.wake_at(now_);
      if (wake == Instant::never()) break;
      now_ = std::max(now_, wake);
    }
    for (const auto& [id, host] : hosts_) {
      EXPECT_TRUE(host.pages.empty()) << "site " << id << " was not emptied";
      EXPECT_TRUE(host.stored.empty()) << "site " << id;
    }
    EXPECT_EQ(frontier_.counts().queued, 0u);
    EXPECT_EQ(done_, made_);
  }

  int leases() const { return leases_; }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<uint32_t>(n)); }
  bool chance(int percent) { return below(100) < percent; }
  uint64_t any_site() { return 1 + static_cast<uint64_t>(below(25)); }

  int slots(const ModelHost& host) const {
    return host.crawl_delay > Duration() ? 1 : rules_.per_host;
  }
  Duration gap(const ModelHost& host) const {
    Duration gap = std::max(rules_.delay, host.crawl_delay);
    if (rules_.delay > Duration() && slots(host) == 1) {
      gap = std::max(gap, Duration::from_seconds(host.took.in_seconds() * (1 / rules_.share - 1)));
    }
    return gap;
  }

  // When a request to the host may start, all rules considered.
  Instant available(const ModelHost& host) const {
    if (host.pages.empty() || host.robots_out || host.in_flight >= slots(host)) {
      return Instant::never();
    }
    if (!host.address) return host.held_until > now_ ? host.held_until : Instant::never();
    Instant when = Instant::never();
    for (const auto& [page, not_before] : host.pages) when = std::min(when, not_before);
    when = std::max({when, host.last + gap(host), host.held_until, host.resting_until});
    if (*host.address == 0) return when;
    const auto address = addresses_.find(*host.address);
    if (address == addresses_.end()) return when;
    if (address->second.in_flight >= rules_.per_address) return Instant::never();
    return std::max(when, address->second.next);
  }
  Instant earliest() const {
    Instant when = Instant::never();
    for (const auto& [id, host] : hosts_) when = std::min(when, available(host));
    return when;
  }

  void queue_some() {
    const uint64_t site = any_site();
    ModelHost& host = hosts_[site];
    for (int i = below(8); i >= 0; --i) {
      const uint64_t page = ++made_;
      const Instant not_before =
          chance(20) ? now_ + Duration::milliseconds(below(9000)) : Instant();
      const bool taken = frontier_.queue(
          {.key = {{site}, {page}}, .url = std::to_string(page), .not_before = not_before});
      ASSERT_EQ(taken, !host.more && host.pages.size() < 12) << "page " << page;
      if (taken) {
        host.pages[page] = not_before;
      } else {
        host.stored.insert(page);
        host.more = true;
        host.refused_since_told |= host.told_hungry;
      }
    }
  }

  void feed() {
    for (const store::SiteId site : frontier_.take_hungry()) {
      ModelHost& host = hosts_[site.value];
      EXPECT_FALSE(host.told_hungry);
      // Below a quarter when it was noticed; leases may have been put back since.
      EXPECT_LT(host.pages.size(), 3u + static_cast<size_t>(rules_.per_host));
      EXPECT_TRUE(host.more);
      host.told_hungry = true;
    }
    for (auto& [id, host] : hosts_) {
      if (!host.told_hungry || chance(50)) continue;
      std::vector<Queued> pages;
      for (const auto& [page, not_before] : host.pages) {  // the store knows these, too
        if (chance(30)) pages.push_back(as_queued(id, page));
      }
      for (const uint64_t page : host.out) {
        if (chance(50)) pages.push_back(as_queued(id, page));
      }
      const int wanted = 1 + below(12);
      for (int i = 0; i < wanted && !host.stored.empty(); ++i) {
        const uint64_t page = *host.stored.begin();
        host.stored.erase(host.stored.begin());
        host.pages[page] = Instant();
        pages.push_back(as_queued(id, page));
      }
      host.told_hungry = false;
      host.more = !host.stored.empty() || host.refused_since_told;
      host.refused_since_told = false;
      frontier_.refill({id}, std::move(pages), !host.stored.empty());
    }
  }
  void feed_all() {
    for (int i = 0; i < 5; ++i) feed();
  }
  static Queued as_queued(uint64_t site, uint64_t page) {
    return {.key = {{site}, {page}}, .url = std::to_string(page)};
  }

  void set_address(uint64_t site, uint64_t key) {
    hosts_[site].address = key;
    frontier_.set_address({site}, key);
  }

  void resolve() {
    for (const store::SiteId site : frontier_.take_unresolved()) {
      ModelHost& host = hosts_[site.value];
      EXPECT_FALSE(host.address);
      if (chance(20)) {
        hold(site.value);
      } else {
        set_address(site.value, static_cast<uint64_t>(below(4)));
      }
    }
  }
  void hold(uint64_t site) {
    hosts_[site].held_until = now_ + Duration::milliseconds(below(20'000));
    frontier_.hold_back({site}, hosts_[site].held_until);
  }

  void trouble() {
    const uint64_t site = any_site();
    switch (below(12)) {
      case 0:
      case 1: hold(site); break;
      case 2:
        if (hosts_[site].address) set_address(site, static_cast<uint64_t>(below(4)));
        break;
      case 3: set_rules(site); break;
      case 4:
        for (const Queued& page : frontier_.drop_pages({site})) {
          EXPECT_EQ(hosts_[site].pages.erase(page.key.page.value), 1u);
          ++done_;
        }
        EXPECT_TRUE(hosts_[site].pages.empty());
        break;
      default: break;
    }
  }
  void set_rules(uint64_t site) {
    ModelHost& host = hosts_[site];
    host.crawl_delay = chance(20) ? Duration::milliseconds(below(8000)) : Duration();
    host.rules_until = now_ + Duration::seconds(below(60));
    frontier_.set_rules({site}, host.crawl_delay, host.rules_until);
  }

  void take_what_there_is() {
    for (int most = 1 + below(12); most > 0; --most) {
      const Instant expected = earliest();
      auto lease = frontier_.next(now_);
      if (!lease) {
        // A held site without address is no lease, but news; then the model's time is not over.
        ASSERT_GT(earliest(), now_);
        const Instant wake = frontier_.wake_at(now_);
        ASSERT_EQ(wake.unix_microseconds(), earliest().unix_microseconds());
        if (chance(50) && wake != Instant::never()) {
          now_ = wake + Duration::microseconds(-1);
          ASSERT_FALSE(frontier_.next(now_)) << "something before wake_at";
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
    ModelHost& host = hosts_[id];
    ASSERT_LE(available(host), now_) << "site " << id << " may not be asked yet";
    if (lease.kind() == Lease::Kind::kRobots) {
      ASSERT_GE(now_, host.rules_until);
      host.robots_out = true;
    } else {
      ASSERT_LT(now_, host.rules_until);
      const uint64_t page = lease.page().key.page.value;
      ASSERT_TRUE(host.pages.contains(page));
      ASSERT_LE(host.pages[page], now_);
      for (const auto& [other, not_before] : host.pages) ASSERT_LE(host.pages[page], not_before);
      host.pages.erase(page);
      ASSERT_TRUE(host.out.insert(page).second);
    }
    ModelAddress& address = addresses_[*host.address];
    Out out{.lease = std::move(lease),
            .address = *host.address,
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
                                               : Settlement::Page::kPutBack,
                          .again_at = now_ + Duration::milliseconds(below(6000)),
                          .asked = chance(85),
                          .took = Duration::milliseconds(below(4000)),
                          .host_failed = chance(25)};
    if (chance(10)) settlement.host_rests = Duration::milliseconds(below(200'000));
    settle(settlement, static_cast<size_t>(below(static_cast<int>(out_.size()))));
  }

  void drop_lease() {
    const Out out = std::move(out_.back());
    out_.pop_back();
    ended(out, {.page = Settlement::Page::kPutBack, .asked = false});
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
    // The back-off is spread by a number of the frontier's own; the model takes it over, inside
    // its bounds.
    ModelHost& host = hosts_[id];
    store::SiteState state{.id = {id}};
    frontier_.write_politeness(state);
    ASSERT_EQ(state.failures, host.failures);
    if (settlement.host_failed && host.failures >= rules_.failures_before_rest) {
      ASSERT_GE(state.resting_until, host.resting_until);
      ASSERT_GE(state.resting_until, now_ + rules_.first_backoff);
      ASSERT_LE(state.resting_until, std::max(host.resting_until, now_ + rules_.longest_rest));
      host.resting_until = state.resting_until;
    }
    ASSERT_EQ(state.resting_until.unix_microseconds(), host.resting_until.unix_microseconds());
  }

  void ended(const Out& out, const Settlement& settlement) {
    ModelHost& host = hosts_[out.lease.site().value];
    ModelAddress& address = addresses_[out.address];
    --host.in_flight;
    --address.in_flight;
    if (settlement.asked) {
      host.took = settlement.took;
      if (slots(host) == 1) host.last = std::max(host.last, now_);
      if (rules_.per_address == 1 && out.address != 0) {
        address.next = std::max(address.next, now_ + rules_.address_delay);
      }
    } else {
      if (host.last == out.at) host.last = out.host_before;
      if (address.next == out.address_after) address.next = out.address_before;
    }
    if (settlement.host_failed) {
      ++host.failures;
    } else if (settlement.asked && !settlement.host_rests) {
      host.failures = 0;
    }
    if (settlement.host_rests) {
      host.resting_until = std::max(host.resting_until,
                                    now_ + std::min(*settlement.host_rests, rules_.longest_rest));
    }
    if (out.lease.kind() == Lease::Kind::kRobots) {
      host.robots_out = false;
      return;
    }
    const Queued& page = out.lease.page();
    host.out.erase(page.key.page.value);
    switch (settlement.page) {
      case Settlement::Page::kDone: ++done_; break;
      case Settlement::Page::kLater: host.pages[page.key.page.value] = settlement.again_at; break;
      case Settlement::Page::kPutBack: host.pages[page.key.page.value] = page.not_before; break;
    }
  }

  void check_counts() {
    size_t pages = 0;
    std::map<uint64_t, int> at_address;
    for (const auto& [id, host] : hosts_) {
      pages += host.pages.size();
      ASSERT_LE(host.in_flight, rules_.per_host);
    }
    for (const auto& [key, address] : addresses_) {
      if (key != 0) {
        ASSERT_LE(address.in_flight, rules_.per_address);
      }
    }
    ASSERT_EQ(frontier_.counts().queued, pages);
    ASSERT_EQ(frontier_.counts().leased, out_.size());
  }

  std::mt19937 random_;
  const Politeness rules_;
  Instant now_ = kStart;
  Frontier frontier_;
  std::map<uint64_t, ModelHost> hosts_;
  std::map<uint64_t, ModelAddress> addresses_;
  std::vector<Out> out_;
  uint64_t made_ = 0;
  uint64_t done_ = 0;
  int leases_ = 0;
};

Politeness manners(Duration delay, int per_host, Duration address_delay, int per_address) {
  return {.delay = delay,
          .address_delay = address_delay,
          .per_host = per_host,
          .per_address = per_address,
          .longest_rest = Duration::seconds(100),
          .first_backoff = Duration::seconds(5)};
}

Politeness sharing(double share) {
  Politeness manner = manners(Duration::milliseconds(500), 1, Duration(), 4);
  manner.share = share;
  return manner;
}

class FrontierModel : public testing::TestWithParam<Politeness> {};

TEST_P(FrontierModel, AgreesAfterEveryStepAndLosesNothing) {
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
    testing::Values(manners(Duration::seconds(1), 1, Duration(), 4),
                    manners(Duration::seconds(1), 1, Duration::milliseconds(300), 1),
                    manners(Duration::milliseconds(200), 3, Duration::milliseconds(50), 2),
                    manners(Duration(), 2, Duration(), 3),
                    manners(Duration(), 1, Duration::milliseconds(70), 3), sharing(0.2),
                    sharing(1)));

}  // namespace
}  // namespace freshet::frontier
