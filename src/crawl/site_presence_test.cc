#include "crawl/site_presence.h"

#include "crawl/site_memory.h"
#include "gtest/gtest.h"

namespace freshet::crawl {
namespace {

const Instant kStart = Instant::from_unix_seconds(1'800'000'000);

digest::Digest256 digest_of(std::string_view text) {
  return digest::sha256(text);
}

Likeness likeness(std::string_view title, std::string_view text) {
  return Likeness::of(digest_of(std::string(title).append(text)), title,
                      digest::simhash_of_text(text));
}

TEST(SitePresence, ASiteFailsWhenNoneOfItsPagesIsThere) {
  SitePresence presence;
  for (uint64_t page = 1; page <= 20; ++page) presence.saw({page}, true, true, kStart);
  for (uint64_t page = 1; page <= 7; ++page) presence.saw({page}, false, true, kStart);
  EXPECT_FALSE(presence.is_failing(kStart));
  presence.saw({7}, false, false, kStart);
  EXPECT_FALSE(presence.is_failing(kStart)) << "each page counts once";
  presence.saw({8}, false, true, kStart);
  EXPECT_TRUE(presence.is_failing(kStart));
  EXPECT_TRUE(presence.is_failing(kStart + Duration::days(29)));
  EXPECT_FALSE(presence.is_failing(kStart + Duration::days(30))) << "then it is to be believed";
  presence.saw({9}, true, true, kStart);
  EXPECT_FALSE(presence.is_failing(kStart)) << "one that is there is enough";
}

TEST(SitePresence, OfFewPagesAllMustBeGone) {
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

TEST(SitePresence, PagesThatWereGoneBeforeSayNothing) {
  SitePresence presence;
  for (uint64_t page = 1; page <= 20; ++page) presence.saw({page}, false, false, kStart);
  EXPECT_FALSE(presence.is_failing(kStart));
}

TEST(SitePresence, NothingThereIsKnownAgain) {
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

TEST(SitePresence, ASiteIsAskedForNothingRarely) {
  NothingThere nothing;
  EXPECT_TRUE(nothing.may_be_asked(kStart));
  nothing = {.answer = NothingThere::Answer::kRefusal, .asked = kStart};
  EXPECT_FALSE(nothing.may_be_asked(kStart + Duration::days(29)));
  EXPECT_TRUE(nothing.may_be_asked(kStart + Duration::days(30)));
  EXPECT_FALSE(nothing.is_proof(kStart));
  nothing.answer = NothingThere::Answer::kContent;
  EXPECT_FALSE(nothing.may_be_asked(kStart + Duration::hours(23)));
  EXPECT_TRUE(nothing.may_be_asked(kStart + Duration::days(1)));
  EXPECT_TRUE(nothing.is_proof(kStart + Duration::days(29)));
  EXPECT_FALSE(nothing.is_proof(kStart + Duration::days(30)));
}

TEST(SitePresence, IsKeptWithWhatElseIsRememberedOfASite) {
  SiteMemory memory;
  memory.load.add({.failed = true}, kStart);
  const std::string before = memory.encode();
  EXPECT_EQ(SiteMemory::decode(before).presence, SitePresence());
  for (uint64_t page = 1; page <= 9; ++page) memory.presence.saw({page}, false, true, kStart);
  memory.presence.nothing_there = {.answer = NothingThere::Answer::kContent,
                                   .asked = kStart,
                                   .likeness = likeness("Oops", "not here")};
  const SiteMemory again = SiteMemory::decode(memory.encode());
  EXPECT_EQ(again.presence, memory.presence);
  EXPECT_TRUE(again.presence.is_failing(kStart));
  EXPECT_EQ(again.load.mean().error_share, memory.load.mean().error_share);
  EXPECT_EQ(again.conditions, memory.conditions);
}

TEST(SitePresence, BytesThatAreNoneAreAsNothing) {
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
}  // namespace freshet::crawl
