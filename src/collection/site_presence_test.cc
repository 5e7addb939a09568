#include "collection/site_presence.h"

#include "collection/site_profile.h"
#include "gtest/gtest.h"

namespace freshet::collection {
namespace {

const Instant kStart = Instant::from_unix_seconds(1'800'000'000);

digest::Digest256 digest_of(std::string_view text) {
  return digest::sha256(text);
}

Likeness likeness(std::string_view title, std::string_view text) {
  return Likeness::of(digest_of(std::string(title).append(text)), title,
                      digest::simhash_of_text(text));
}

TEST(SitePresence, ASiteFailsWhenNoneOfItsPagesExists) {
  SitePresence presence;
  for (uint64_t page = 1; page <= 20; ++page) presence.saw({page}, true, true, kStart);
  for (uint64_t page = 1; page <= 7; ++page) presence.saw({page}, false, true, kStart);
  EXPECT_FALSE(presence.is_failing(kStart));
  presence.saw({7}, false, false, kStart);
  EXPECT_FALSE(presence.is_failing(kStart)) << "each page counts once";
  presence.saw({8}, false, true, kStart);
  EXPECT_TRUE(presence.is_failing(kStart));
  EXPECT_TRUE(presence.is_failing(kStart + Duration::days(29)));
  EXPECT_FALSE(presence.is_failing(kStart + Duration::days(30)))
      << "after that its pages count as gone";
  presence.saw({9}, true, true, kStart);
  EXPECT_FALSE(presence.is_failing(kStart)) << "one existing page is enough";
}

TEST(SitePresence, ASmallSiteFailsWhenAllItsPagesAreGone) {
  SitePresence presence;
  for (uint64_t page = 1; page <= 4; ++page) presence.saw({page}, true, true, kStart);
  for (uint64_t page = 1; page <= 3; ++page) presence.saw({page}, false, true, kStart);
  EXPECT_FALSE(presence.is_failing(kStart));
  presence.saw({4}, false, true, kStart);
  EXPECT_TRUE(presence.is_failing(kStart));

  SitePresence small;
  for (uint64_t page = 1; page <= 3; ++page) small.saw({page}, false, true, kStart);
  EXPECT_FALSE(small.is_failing(kStart)) << "three pages can go one by one";
}

TEST(SitePresence, PagesThatWereGoneBeforeAreNoEvidence) {
  SitePresence presence;
  for (uint64_t page = 1; page <= 20; ++page) presence.saw({page}, false, false, kStart);
  EXPECT_FALSE(presence.is_failing(kStart));
}

TEST(SitePresence, TheSignatureRecognisesTheSameAnswer) {
  const std::string text(
      "The page that you asked for is not on this server. It may have moved, or it may never have "
      "been here. Please go back to where you came from, or begin at the front page. Our search "
      "knows all that we have. If you think that this is a mistake, write to us.");
  const Likeness answer = likeness("Oops", text);
  EXPECT_TRUE(answer.is_like(answer));
  EXPECT_TRUE(answer.is_like(likeness("Oops", text + " 17")));
  EXPECT_FALSE(answer.is_like(likeness("News", text + " 17"))) << "another title";
  EXPECT_FALSE(answer.is_like(likeness("Oops", "An article about something else entirely.")));
  EXPECT_FALSE(likeness("", "").is_like(likeness("x", ""))) << "no text is no likeness";
}

TEST(SitePresence, ProbesAreRare) {
  Soft404Signature nothing;
  EXPECT_TRUE(nothing.may_be_probed(kStart));
  nothing = {.answer = Soft404Signature::Answer::kRefusal, .probed = kStart};
  EXPECT_FALSE(nothing.may_be_probed(kStart + Duration::days(29)));
  EXPECT_TRUE(nothing.may_be_probed(kStart + Duration::days(30)));
  EXPECT_FALSE(nothing.is_proof(kStart));
  nothing.answer = Soft404Signature::Answer::kContent;
  EXPECT_FALSE(nothing.may_be_probed(kStart + Duration::hours(23)));
  EXPECT_TRUE(nothing.may_be_probed(kStart + Duration::days(1)));
  EXPECT_TRUE(nothing.is_proof(kStart + Duration::days(29)));
  EXPECT_FALSE(nothing.is_proof(kStart + Duration::days(30)));
}

TEST(SitePresence, IsStoredInTheProfileOfASite) {
  SiteProfile profile;
  profile.load.add({.failed = true}, kStart);
  const std::string before = profile.encode();
  EXPECT_EQ(SiteProfile::decode(before).presence, SitePresence());
  for (uint64_t page = 1; page <= 9; ++page) profile.presence.saw({page}, false, true, kStart);
  profile.presence.soft_404_signature = {.answer = Soft404Signature::Answer::kContent,
                                         .probed = kStart,
                                         .likeness = likeness("Oops", "not here")};
  const SiteProfile again = SiteProfile::decode(profile.encode());
  EXPECT_EQ(again.presence, profile.presence);
  EXPECT_TRUE(again.presence.is_failing(kStart));
  EXPECT_EQ(again.load.mean().error_share, profile.load.mean().error_share);
  EXPECT_EQ(again.conditions, profile.conditions);
}

TEST(SitePresence, TimesMayBeMissing) {
  SitePresence presence;
  EXPECT_EQ(SitePresence::decode(presence.encode()), presence);
  presence.none_since = kStart;
  EXPECT_EQ(SitePresence::decode(presence.encode()), presence);
  presence.soft_404_signature.probed = kStart;
  presence.none_since.reset();
  EXPECT_EQ(SitePresence::decode(presence.encode()), presence);
}

TEST(SitePresence, InvalidBytesAreIgnored) {
  SitePresence presence;
  for (uint64_t page = 1; page <= 9; ++page) presence.saw({page}, false, true, kStart);
  const std::string bytes = presence.encode();
  EXPECT_EQ(SitePresence::decode(bytes), presence);
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_EQ(SitePresence::decode(bytes.substr(0, size)), SitePresence()) << size;
  }
  EXPECT_EQ(SitePresence::decode(bytes + "x"), SitePresence());
}

}  // namespace
}  // namespace freshet::collection
