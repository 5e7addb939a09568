#include "schedule/policies/optimal/belief_classes.h"

#include <gtest/gtest.h>

namespace freshet::schedule {
namespace {

TEST(BeliefClasses, AClassHasTheBeliefAndRatioOfItsKeyWithinTheGrid) {
  BeliefClasses classes;
  BeliefClasses::Class id = 0;
  for (const double a : {0.4, 1.4, 30.0}) {
    for (const double b : {0.01, 5.0, 2'000.0}) {
      for (const double ratio : {1e-9, 0.5, 40.0}) {
        const Outlook outlook{.belief = {.a = a, .b = b}, .time = std::nullopt};
        classes.add(classes.key_of(outlook, ratio));
        EXPECT_NEAR(classes.outlook(id).belief.a / a, 1, 0.1);
        EXPECT_NEAR(classes.outlook(id).belief.b / b, 1, 0.1);
        EXPECT_NEAR(classes.ratio(id) / ratio, 1, 0.1);
        EXPECT_FALSE(classes.has_group_time(id));
        ++id;
      }
    }
  }
}

TEST(BeliefClasses, OneClassWhereLittleDiffersAndAnotherForEachGroupWithTimeOfItsOwn) {
  BeliefClasses classes;
  const Outlook outlook{.belief = {.a = 1, .b = 10}, .time = std::nullopt};
  Outlook near = outlook;
  near.belief.b = 10.01;
  Outlook far = outlook;
  far.belief.b = 20;
  Outlook of_group = outlook;
  of_group.time = 7;
  EXPECT_EQ(classes.key_of(outlook, 1), classes.key_of(near, 1));
  EXPECT_NE(classes.key_of(outlook, 1), classes.key_of(far, 1));
  EXPECT_NE(classes.key_of(outlook, 1), classes.key_of(outlook, 2));
  EXPECT_NE(classes.key_of(outlook, 1), classes.key_of(of_group, 1));
  classes.add(classes.key_of(of_group, 1));
  EXPECT_EQ(classes.outlook(0).time, 7u);
  EXPECT_TRUE(classes.has_group_time(0));
}

}  // namespace
}  // namespace freshet::schedule
