#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>

#include "schedule/policy.h"

namespace freshet::refresh {

// Decides when a visit is an audit and draws the pages for audits, so that audits are a given share
// of the visits and each page is as likely as any other.
class AuditDraw {
 public:
  AuditDraw(double share, uint64_t seed) : share_(share), random_(seed) {}

  // A visit that is no audit was chosen.
  void count_visit() { credit_ = std::min(credit_ + share_, kMostCredit); }
  bool is_due() const { return credit_ >= 1; }
  // Draws one of the pages 0 to `pages` - 1 for which `is_free(page)` returns true, and counts the
  // audit. Returns nullopt, and counts none, if a few attempts find no such page.
  template <typename IsFree>
  std::optional<schedule::Page> draw(size_t pages, const IsFree& is_free) {
    for (int i = 0; i < kDraws && pages > 0; ++i) {
      const auto page = static_cast<schedule::Page>(random_() % pages);
      if (!is_free(page)) continue;
      credit_ -= 1;
      return page;
    }
    return std::nullopt;
  }

 private:
  static constexpr int kDraws = 20;
  static constexpr double kMostCredit = 10;

  const double share_;
  double credit_ = 0;  // audits that are due
  std::mt19937_64 random_;
};

}  // namespace freshet::refresh
