#include "refresh/floor_gate.h"

#include "gtest/gtest.h"
#include "schedule/registry.h"

namespace freshet::refresh {
namespace {

const Instant kStart = Instant::from_unix_seconds(1'800'000'000);
constexpr store::PageKey kPage{{1}, {1}};

class Gate : public testing::Test {
 protected:
  Gate() {
    page_ = table_.number(kPage, "https://a.example/");
    table_.enter(page_, kStart);
    beliefs_.add(page_, {}, kStart);
  }

  const GainFloor floor_;
  PageTable table_;
  const std::unique_ptr<schedule::Policy> policy_ = schedule::find_policy("uniform")->make({});
  Beliefs beliefs_{*policy_, 1};
  FloorGate gate_{floor_, table_, beliefs_};
  schedule::Page page_ = 0;
};

TEST_F(Gate, HoldsAPageUntilItIsWorthARequest) {
  table_[page_].last_visit += 3'600;  // unchanged for an hour
  const Instant now = kStart + Duration::hours(1);
  ASSERT_TRUE(gate_.hold_if_below(page_, now));
  EXPECT_EQ(gate_.held(), 1U);
  const auto below = gate_.below(page_, now);
  ASSERT_TRUE(below);
  EXPECT_EQ(below->until, gate_.wake());
  EXPECT_FALSE(gate_.take_due(below->until - Duration::seconds(1)));
  EXPECT_EQ(gate_.take_due(below->until), page_);
  EXPECT_FALSE(gate_.hold_if_below(page_, below->until));
}

TEST_F(Gate, PassesAPageThatWasAnnounced) {
  table_[page_].last_visit += 3'600;
  table_[page_].announced = true;
  EXPECT_FALSE(gate_.hold_if_below(page_, kStart + Duration::hours(1)));
  EXPECT_FALSE(gate_.below(page_, kStart + Duration::hours(1)));
}

TEST_F(Gate, PageThatIsReleasedIsNotDueLater) {
  table_[page_].last_visit += 3'600;
  ASSERT_TRUE(gate_.hold_if_below(page_, kStart + Duration::hours(1)));
  EXPECT_TRUE(gate_.release(page_));
  EXPECT_FALSE(gate_.release(page_));
  EXPECT_FALSE(gate_.take_due(kStart + Duration::days(9)));
  EXPECT_EQ(gate_.wake(), Instant::never());
}

}  // namespace
}  // namespace freshet::refresh
