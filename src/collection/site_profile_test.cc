#include "collection/site_profile.h"

#include <gtest/gtest.h>

namespace freshet::collection {
namespace {

const Instant kNow = Instant::from_unix_seconds(1'700'000'000);

TEST(SiteProfile, StoresTheLastFailureWithTheOtherParts) {
  SiteProfile profile;
  profile.conditions.compared(true);
  profile.presence.none_since = kNow;
  profile.failure = SiteFailure{kNow, "no connection: Connection refused"};
  const std::string bytes = profile.encode();
  EXPECT_TRUE(SiteProfile::has_failure(bytes));
  const SiteProfile read = SiteProfile::decode(bytes);
  EXPECT_EQ(read.failure, profile.failure);
  EXPECT_EQ(read.presence, profile.presence);
  EXPECT_EQ(read.conditions, profile.conditions);
}

TEST(SiteProfile, HasNoFailureIfNoneWasStored) {
  SiteProfile profile;
  profile.presence.none_since = kNow;
  EXPECT_FALSE(SiteProfile::has_failure(profile.encode()));
  EXPECT_FALSE(SiteProfile::decode(profile.encode()).failure);
  EXPECT_FALSE(SiteProfile::has_failure(""));
}

TEST(SiteProfile, CutsTextThatIsTooLong) {
  SiteProfile profile;
  profile.failure = SiteFailure{kNow, std::string(10'000, 'x')};
  const SiteProfile read = SiteProfile::decode(profile.encode());
  ASSERT_TRUE(read.failure);
  EXPECT_EQ(read.failure->words, std::string(SiteFailure::kLongestWords, 'x'));
  EXPECT_EQ(read.conditions, profile.conditions);
}

TEST(SiteProfile, IgnoresATruncatedFailure) {
  SiteProfile profile;
  profile.failure = SiteFailure{kNow, "timed out"};
  const std::string bytes = profile.encode();
  for (size_t size = 0; size < 10; ++size) {
    EXPECT_FALSE(SiteProfile::decode(bytes.substr(0, size)).failure) << size;
  }
}

}  // namespace
}  // namespace freshet::collection
