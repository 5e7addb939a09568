// Compares the policy cycle with others at the same spend, on the synthetic web with changes in
// office hours or at night. The web is the judge: freshness is the share of copies that were
// current, all pages weighing the same.
#include <cstdio>

#include "engine/kept_world.h"

namespace freshet::test {
namespace {

constexpr double kDays = 12 * 7;  // of which the last two thirds are measured

struct Kept {
  double requests_a_day = 0;
  double freshness = 0;
};

struct Judged {
  std::string policy;
  double requests_per_page_day = 0;
  aquarium::ChangeKind changes = aquarium::ChangeKind::kOfficeHours;
};

// A run of one policy; each has a world of its own, with the same pages and changes.
class KeptByPolicy : public KeptWorld {
 public:
  Kept result(const Judged& judged) {
    aquarium::WorldOptions world = small_world();
    world.changes = aquarium::Mix<aquarium::ChangeKind>()
                        .with(aquarium::ChangeKind::kNever, 0.3)
                        .with(judged.changes, 0.7);
    world.changes_per_day = 0.5;
    start(world);
    set_run(judged.policy, judged.requests_per_page_day);
    options_.collection.importance = collection::Importance::kEqual;
    keep(kDays);
    for (auto& [url, page] : pages_) page.weight = 1;
    const Duration measured = Duration::from_seconds((end_ - begin_).in_seconds() * 2 / 3);
    const auto answers = served();
    const auto count = std::count_if(answers.begin(), answers.end(),
                                     [&](const Served& one) { return one.at >= end_ - measured; });
    return {.requests_a_day = static_cast<double>(count) / measured.in_days(),
            .freshness = measured_freshness()};
  }

 private:
  void TestBody() override {}
};

Kept keep_by(const Judged& judged) {
  KeptByPolicy world;
  const Kept kept = world.result(judged);
  std::printf("  %-16s %8.1f requests a day  freshness %.4f\n", judged.policy.c_str(),
              kept.requests_a_day, kept.freshness);
  return kept;
}

class CycleFreshness : public testing::TestWithParam<aquarium::ChangeKind> {};

TEST_P(CycleFreshness, IsBelowThatOfOptimalAtTheSameSpend) {
  constexpr double kPages = 12 * 40;
  constexpr double kAmple = 4;  // cycle sends at most two requests a page and day
  const Kept cycle = keep_by({"cycle", kAmple, GetParam()});
  const double spend = cycle.requests_a_day / kPages;
  EXPECT_LT(spend, 2);
  const Kept optimal = keep_by({"optimal", spend, GetParam()});
  const Kept uniform = keep_by({"uniform", spend, GetParam()});
  EXPECT_NEAR(optimal.requests_a_day, cycle.requests_a_day, 0.02 * cycle.requests_a_day);
  EXPECT_GT(optimal.freshness, cycle.freshness);
  EXPECT_GT(optimal.freshness, uniform.freshness);
}

INSTANTIATE_TEST_SUITE_P(Changes, CycleFreshness,
                         testing::Values(aquarium::ChangeKind::kOfficeHours,
                                         aquarium::ChangeKind::kNightly,
                                         aquarium::ChangeKind::kPoisson),
                         [](const auto& tested) -> std::string {
                           switch (tested.param) {
                             case aquarium::ChangeKind::kOfficeHours: return "OfficeHours";
                             case aquarium::ChangeKind::kNightly: return "Nightly";
                             default: return "AtAnyTime";
                           }
                         });

}  // namespace
}  // namespace freshet::test
