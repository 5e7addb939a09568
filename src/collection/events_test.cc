#include "collection/events.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace freshet::collection {
namespace {

TEST(Events, HaveNamesOfTheirOwnInTheOrderOfTheNames) {
  std::set<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(kLastEvent); ++i) {
    const std::string_view name = name_of(static_cast<Event>(i));
    ASSERT_FALSE(name.empty()) << i;
    EXPECT_TRUE(names.empty() || name > *names.rbegin()) << name;
    names.insert(name);
  }
  EXPECT_EQ(names.size(), static_cast<size_t>(kLastEvent) + 1);
}

TEST(Events, ResultsAndRefusalsHaveEvents) {
  EXPECT_EQ(event_of(store::VisitResult::kRedirected), Event::kRedirect);
  EXPECT_EQ(event_of(store::VisitResult::kBrokenOff), Event::kBrokenOff);
  EXPECT_EQ(event_of(store::UnadmittedReason::kSiteBudget), Event::kOverSiteBudget);
  EXPECT_EQ(event_of(store::UnadmittedReason::kScope), std::nullopt);
}

}  // namespace
}  // namespace freshet::collection
