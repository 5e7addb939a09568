#include "refresh/audit_draw.h"

#include <set>

#include "gtest/gtest.h"

namespace freshet::refresh {
namespace {

TEST(AuditDraw, AuditsAreTheGivenShareOfTheVisits) {
  AuditDraw draw(0.25, 1);
  int audits = 0;
  for (int visit = 0; visit < 1'000; ++visit) {
    draw.count_visit();
    if (draw.is_due() && draw.draw(10, [](schedule::Page) { return true; })) ++audits;
  }
  EXPECT_EQ(audits, 250);
}

TEST(AuditDraw, DrawsEveryFreePageAndNoOther) {
  AuditDraw draw(1, 1);
  std::set<schedule::Page> drawn;
  for (int i = 0; i < 500; ++i) {
    if (const auto page = draw.draw(10, [](schedule::Page p) { return p % 2 == 0; }))
      drawn.insert(*page);
  }
  EXPECT_EQ(drawn, (std::set<schedule::Page>{0, 2, 4, 6, 8}));
}

TEST(AuditDraw, StaysDueWhileNoPageIsFree) {
  AuditDraw draw(1, 1);
  draw.count_visit();
  EXPECT_FALSE(draw.draw(10, [](schedule::Page) { return false; }));
  EXPECT_FALSE(draw.draw(0, [](schedule::Page) { return true; }));
  EXPECT_TRUE(draw.is_due());
  EXPECT_TRUE(draw.draw(10, [](schedule::Page) { return true; }));
  EXPECT_FALSE(draw.is_due());
}

}  // namespace
}  // namespace freshet::refresh
