#pragma once

#include <optional>
#include <string>

#include "frontier/frontier.h"
#include "result/check.h"

namespace freshet::frontier {

inline constexpr Instant kStart = Instant::from_unix_seconds(1'700'000'000);
inline constexpr Duration kSecond = Duration::seconds(1);

// A frontier, a clock, and short functions for tests.
class Scene {
 protected:
  void begin(const Politeness& politeness, const FrontierLimits& limits = {}) {
    frontier_.emplace(politeness, limits);
  }

  // Adds a site whose address and rules are known.
  void add_site(uint64_t site, uint64_t address = 0) {
    frontier_->add_site({.id = {site}});
    frontier_->set_address({site}, address);
    frontier_->set_rules({site}, Duration(), Instant::never());
  }
  static Queued page(uint64_t site, uint64_t number, Instant not_before = Instant()) {
    return {.key = {{site}, {site * 1'000'000 + number}},
            .url = std::to_string(number),
            .not_before = not_before};
  }
  void queue(uint64_t site, uint64_t pages, uint64_t from = 0) {
    for (uint64_t i = 0; i < pages; ++i) {
      FRESHET_CHECK(frontier_->queue(page(site, from + i)), "the page of a test was refused");
    }
  }

  std::optional<Lease> next() { return frontier_->next(now_); }
  // Returns "3:7" for page 7 of site 3, "3:robots" or "nothing".
  static std::string named(const std::optional<Lease>& lease) {
    if (!lease) return "nothing";
    const std::string site = std::to_string(lease->site().value) + ":";
    return site + (lease->kind() == Lease::Kind::kRobots ? "robots" : lease->page().url);
  }
  // Leases the next request and settles it at once.
  std::string visit(const Settlement& settlement = {}) {
    auto lease = next();
    const std::string name = named(lease);
    if (lease) settle(std::move(*lease), settlement);
    return name;
  }
  void settle(Lease lease, const Settlement& settlement = {}) {
    frontier_->settle(std::move(lease), settlement, now_);
  }
  Duration until_wake() { return frontier_->wake_at(now_) - now_; }

  Instant now_ = kStart;
  std::optional<Frontier> frontier_ = std::make_optional<Frontier>(Politeness{}, FrontierLimits{});
};

}  // namespace freshet::frontier
