#include "collection/alias.h"

#include "collection/alias_suspect.h"
#include "collection/site_profile.h"
#include "gtest/gtest.h"

namespace freshet::collection {
namespace {

using Evidence = Alias::Evidence;
using Verdict = AliasSample::Verdict;
using Canonical = AliasSample::Canonical;

constexpr Instant kNow = Instant::from_unix_seconds(1'800'000'000);

std::string path(size_t number) {
  return "/" + std::to_string(number);
}

// A suspect with a root and so many pages that have a verdict.
AliasSuspect suspect_with(size_t pages, Verdict verdict,
                          Canonical canonical = Canonical::kUnknown) {
  AliasSuspect suspect("http://b.test");
  suspect.put({"/", verdict, canonical});
  for (size_t i = 0; i < pages; ++i) suspect.put({path(i), verdict, canonical});
  return suspect;
}

Alias some_alias() {
  return {.of = "https://b.test:8443",
          .since = kNow,
          .evidence = Evidence::kRedirects,
          .pages = 9,
          .examples = {"/1", "/2?a=b"},
          .checked = kNow + Duration::days(7),
          .misses = 2,
          .is_handed_over = true};
}

TEST(Alias, SurvivesEncoding) {
  const Alias alias = some_alias();
  EXPECT_EQ(Alias::decode(alias.encode()), alias);
}

TEST(Alias, IgnoresBytesThatAreCutOrInvalid) {
  const std::string bytes = some_alias().encode();
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(Alias::decode(bytes.substr(0, size))) << size;
  }
  std::string invalid = bytes;
  invalid[8] = 9;
  EXPECT_FALSE(Alias::decode(invalid));
}

TEST(Alias, KeepsPathAndQueryAtTheOtherSite) {
  EXPECT_EQ(at_site("https://b.test", "http://a.test:81/x/y?z=1"), "https://b.test/x/y?z=1");
  EXPECT_EQ(path_of("http://a.test/"), "/");
}

TEST(Alias, HostsAreTheSameWhateverSchemePortAndWww) {
  EXPECT_TRUE(have_same_host("http://a.test", "https://www.a.test"));
  EXPECT_TRUE(have_same_host("http://a.test:81", "http://a.test"));
  EXPECT_FALSE(have_same_host("http://en.a.test", "http://a.test"));
  EXPECT_FALSE(have_same_host("http://wwwa.test", "http://a.test"));
}

TEST(Alias, PortsOfHttpAndHttpsAreTheSame) {
  EXPECT_TRUE(have_same_port("http://a.test", "https://b.test"));
  EXPECT_TRUE(have_same_port("http://a.test:81", "https://b.test:81"));
  EXPECT_TRUE(have_same_port("http://[::1]", "http://b.test"));
  EXPECT_FALSE(have_same_port("http://a.test:81", "http://a.test"));
  EXPECT_FALSE(have_same_port("http://[::1]:81", "http://[::1]:82"));
}

TEST(AliasSuspect, NeedsEightPagesThatAgree) {
  for (const auto& [verdict, canonical, evidence] :
       {std::tuple{Verdict::kSame, Canonical::kUnknown, Evidence::kContent},
        std::tuple{Verdict::kRedirect, Canonical::kUnknown, Evidence::kRedirects},
        std::tuple{Verdict::kDiffers, Canonical::kThere, Evidence::kCanonical}}) {
    EXPECT_EQ(suspect_with(7, verdict, canonical).conclusion(false), std::nullopt);
    EXPECT_EQ(suspect_with(8, verdict, canonical).conclusion(false), evidence);
  }
}

TEST(AliasSuspect, NeedsThreePagesThatAgreeIfAllWereVisited) {
  EXPECT_EQ(suspect_with(2, Verdict::kSame).conclusion(true), std::nullopt);
  EXPECT_EQ(suspect_with(3, Verdict::kSame).conclusion(true), Evidence::kContent);
  AliasSuspect suspect = suspect_with(3, Verdict::kSame);
  suspect.put({"/own", Verdict::kOpen});
  EXPECT_EQ(suspect.conclusion(true), std::nullopt) << "it has a page that the other has not";
}

TEST(AliasSuspect, OnePageThatDiffersOutweighsAllThatAgree) {
  for (const Verdict verdict : {Verdict::kDiffers, Verdict::kMissing}) {
    AliasSuspect suspect = suspect_with(20, Verdict::kSame);
    suspect.put({"/other", verdict});
    EXPECT_EQ(suspect.conclusion(false), std::nullopt);
    EXPECT_TRUE(suspect.is_refuted());
  }
}

TEST(AliasSuspect, PagesThatSayNothingDoNotOutnumberThoseThatAgree) {
  AliasSuspect suspect = suspect_with(8, Verdict::kSame);
  for (size_t i = 0; i < 4; ++i) suspect.put({path(100 + i), Verdict::kNeutral});
  EXPECT_EQ(suspect.conclusion(false), Evidence::kContent);
  suspect.put({"/fifth", Verdict::kOpen});
  EXPECT_EQ(suspect.conclusion(false), std::nullopt);
}

TEST(AliasSuspect, RedirectsAreNoEvidenceIfAPageHasContentOrRedirectsElsewhere) {
  for (const Verdict verdict : {Verdict::kElsewhere, Verdict::kOpen}) {
    AliasSuspect suspect = suspect_with(12, Verdict::kRedirect);
    suspect.put({"/other", verdict});
    EXPECT_EQ(suspect.conclusion(false), std::nullopt);
  }
}

TEST(AliasSuspect, CanonicalUrlsAreNoEvidenceIfAPageNamesAnotherOrTheOtherPageIsMissing) {
  AliasSuspect other = suspect_with(12, Verdict::kOpen, Canonical::kThere);
  other.put({"/own", Verdict::kOpen, Canonical::kNotThere});
  EXPECT_EQ(other.conclusion(false), std::nullopt);
  AliasSuspect missing = suspect_with(12, Verdict::kOpen, Canonical::kThere);
  missing.put({"/gone", Verdict::kMissing, Canonical::kThere});
  EXPECT_EQ(missing.conclusion(false), std::nullopt);
}

TEST(AliasSuspect, CountsAPageOnceAndByItsLastVisit) {
  AliasSuspect suspect("http://b.test");
  for (int i = 0; i < 20; ++i) suspect.put({"/1", Verdict::kSame});
  EXPECT_EQ(suspect.samples().size(), 1u);
  suspect.put({"/1", Verdict::kOpen});
  EXPECT_EQ(suspect.samples()[0].verdict, Verdict::kOpen);
}

TEST(AliasSuspect, IsBoundedAndKeepsWhatContradicts) {
  AliasSuspect suspect("http://b.test");
  suspect.put({"/other", Verdict::kDiffers});
  for (size_t i = 0; i < 1'000; ++i) suspect.put({path(i), Verdict::kSame});
  suspect.put({std::string(10'000, 'x'), Verdict::kSame});
  EXPECT_EQ(suspect.samples().size(), AliasSuspect::kMostSamples);
  EXPECT_TRUE(suspect.is_refuted());
}

TEST(AliasSuspect, IsComparedAgainOnlyWithNews) {
  AliasSuspect suspect = suspect_with(8, Verdict::kSame);
  EXPECT_TRUE(suspect.is_worth_comparing(false));
  suspect.compared();
  EXPECT_FALSE(suspect.is_worth_comparing(true));
  for (size_t i = 0; i < 8; ++i) suspect.put({path(i), Verdict::kSame});
  EXPECT_FALSE(suspect.is_worth_comparing(true)) << "nothing is new";
  for (size_t i = 0; i < 7; ++i) suspect.put({path(100 + i), Verdict::kOpen});
  EXPECT_FALSE(suspect.is_worth_comparing(false));
  suspect.put({"/eighth", Verdict::kOpen});
  EXPECT_TRUE(suspect.is_worth_comparing(false));
}

TEST(AliasSuspects, KeepThoseWithTheMostSamples) {
  AliasSuspects suspects;
  suspects.at("http://b.test").put({"/1", Verdict::kSame});
  for (int i = 0; i < 100; ++i) suspects.at("http://c" + std::to_string(i) + ".test");
  EXPECT_EQ(suspects.all().size(), AliasSuspects::kMost);
  EXPECT_NE(suspects.find("http://b.test"), nullptr);
}

TEST(SiteProfile, KeepsWhatConcernsAliases) {
  SiteProfile profile;
  profile.failure = SiteFailure{kNow, "timed out"};
  profile.wall = Wall{.since = kNow, .last = kNow, .visits = 5, .mark = "cf"};
  profile.alias = some_alias();
  profile.suspects.at("http://c.test") = suspect_with(24, Verdict::kSame, Canonical::kThere);
  profile.suspects.reject("http://d.test", kNow);
  profile.addresses = {1, 2, 3};
  profile.presence.none_since = kNow;
  profile.conditions.answered(true, true);
  const std::string bytes = profile.encode();
  EXPECT_TRUE(SiteProfile::has_alias(bytes));
  EXPECT_TRUE(SiteProfile::has_suspects(bytes));
  EXPECT_TRUE(SiteProfile::has_wall(bytes));
  const SiteProfile read = SiteProfile::decode(bytes);
  EXPECT_EQ(read.alias, profile.alias);
  EXPECT_EQ(read.suspects, profile.suspects);
  EXPECT_EQ(read.addresses, profile.addresses);
  EXPECT_EQ(read.failure->words, "timed out");
  EXPECT_EQ(read.wall->mark, "cf");
  EXPECT_EQ(read.presence, profile.presence);
  EXPECT_EQ(read.conditions, profile.conditions);
}

// The encoding of versions that knew no aliases.
TEST(SiteProfile, ReadsProfilesWithoutAliases) {
  std::string bytes = "\x02\x07\x01\x05\x03";
  bytes += SiteProfile().encode().substr(Conditions::kBytes);
  const SiteProfile read = SiteProfile::decode(bytes);
  EXPECT_FALSE(read.alias);
  EXPECT_TRUE(read.suspects.empty());
  EXPECT_TRUE(read.addresses.empty());
  EXPECT_EQ(read.conditions.form(), Conditions::Form::kDateAlone);
  EXPECT_FALSE(SiteProfile::has_alias(bytes));
  EXPECT_FALSE(SiteProfile::has_suspects(bytes));
  EXPECT_EQ(read.encode(), bytes);
}

TEST(SiteProfile, AddsAddressesToAnEncodedProfile) {
  SiteProfile profile;
  profile.failure = SiteFailure{kNow, "timed out"};
  profile.alias = some_alias();
  profile.suspects.at("http://c.test");
  profile.presence.none_since = kNow;
  std::string bytes = profile.encode();
  for (const uint64_t key : {5, 6, 5, 7, 8, 9}) {
    profile.add_address(key);
    SiteProfile::add_address(bytes, key);
  }
  EXPECT_EQ(profile.addresses, (std::vector<uint64_t>{9, 8, 7, 6}));
  EXPECT_EQ(bytes, profile.encode());
  std::string empty;
  EXPECT_TRUE(SiteProfile::add_address(empty, 5));
  EXPECT_FALSE(SiteProfile::add_address(empty, 5));
  EXPECT_EQ(SiteProfile::decode(empty).addresses, std::vector<uint64_t>{5});
}

TEST(SiteProfile, IgnoresAliasesThatAreTruncated) {
  SiteProfile profile;
  profile.alias = some_alias();
  profile.suspects.at("http://c.test") = suspect_with(3, Verdict::kSame);
  profile.addresses = {1, 2};
  const std::string bytes = profile.encode();
  for (size_t size = 0; size < bytes.size(); ++size) {
    const SiteProfile read = SiteProfile::decode(bytes.substr(0, size));
    EXPECT_TRUE(!read.alias || read.alias == profile.alias) << size;
  }
}

}  // namespace
}  // namespace freshet::collection
