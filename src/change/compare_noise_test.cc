// Tests of compare() with parts that differ at every visit, and with edits beside them.
#include <random>

#include "change/compare_pages.h"
#include "gtest/gtest.h"

namespace freshet::change {
namespace {

TEST(Compare, ClockInAFooterIsMaskedAfterThreeVisits) {
  const auto text = [](int i) {
    return article() + "Page served on Monday at " + clock_at(i) + "\n";
  };
  Page page(text(0));
  EXPECT_EQ(page.changes(1, 3, text), 2);
  EXPECT_EQ(page.changes(3, 40, text), 0);
  EXPECT_FALSE(page.visit(article("The council met.") + "Page served on Monday at 09:00\n").same);
}

TEST(Compare, DateInWordsIsMasked) {
  static const std::vector<std::string> kDays = {"Monday, 3 March", "Tuesday, 4 March",
                                                 "Wed, 1 Apr",      "Sunday, May 3",
                                                 "2 hours ago",     "yesterday"};
  const auto text = [](int i) {
    return article() + "Last seen " + kDays[static_cast<size_t>(i) % kDays.size()] + "\n";
  };
  Page page(text(0));
  page.changes(1, 4, text);
  EXPECT_EQ(page.changes(4, 40, text), 0);
}

TEST(Compare, VisitorCounterInsideASentenceIsLearned) {
  const auto text = [](int i) {
    return "You are visitor number " + std::to_string(998 + i * 37) + " of this page, welcome.\n" +
           article();
  };
  Page page(text(0));
  page.changes(1, 4, text);
  EXPECT_EQ(page.changes(4, 40, text), 0);
}

TEST(Compare, CounterInATextWithoutSpacesIsLearnedAndTheRestOfTheLineIsNot) {
  const auto text = [](const std::string& name) {
    return [name](int i) {
      return article() + "您是" + name + "第" + std::to_string(1000 + i) + "位访客\n";
    };
  };
  Page page(text("本站")(0));
  page.changes(1, 4, text("本站"));
  EXPECT_EQ(page.changes(4, 20, text("本站")), 0);
  EXPECT_FALSE(page.visit(text("本页")(20)).same);
}

TEST(Compare, RequestTokensAreLearned) {
  std::mt19937_64 random(51);
  const auto text = [&](int) {
    static constexpr char kHex[] = "0123456789abcdef";
    std::string token;
    for (int i = 0; i < 40; ++i) token += kHex[random() % 16];
    return article() + "csrf " + token + "\n";
  };
  Page page(text(0));
  page.changes(1, 4, text);
  EXPECT_EQ(page.changes(4, 40, text), 0) << "seed 51";
}

std::string with_advert(int i, const std::string& story) {
  return "Sponsored\nBuy a new " + word(i) + " while stocks of " + word(i * 3 + 1) + " last\n" +
         story;
}

TEST(Compare, RotatingAdvertIsMaskedAfterThreeVisits) {
  const auto text = [](int i) { return with_advert(i, article()); };
  Page page(text(0));
  EXPECT_EQ(page.changes(1, 3, text), 2);
  EXPECT_EQ(page.changes(3, 40, text), 0);
}

TEST(Compare, EditBesideARotatingAdvertIsAChangeAndTheAdvertStaysLearned) {
  Page page(with_advert(0, article()));
  page.changes(1, 8, [](int i) { return with_advert(i, article()); });
  // The headline, right behind the advert.
  const std::string edited =
      "How the river was moved back" + article().substr(article().find('\n'));
  const Comparison change = page.visit(with_advert(8, edited));
  EXPECT_FALSE(change.same);
  EXPECT_NEAR(change.share, 1.0 / 13, 1e-12);
  EXPECT_EQ(page.changes(9, 30, [&](int i) { return with_advert(i, edited); }), 0);
}

// An edited line right before an advert must not become part of the advert's masked place.
TEST(Compare, NumberInTheLineBeforeAnAdvertIsComparedAfterAnEditOfThatLine) {
  const auto text = [](const std::string& before, int i) {
    return article() + before + "\nBuy " + word(i) + " now\nImprint\n";
  };
  Page page(text("There are 10 seats left", 0));
  page.changes(1, 6, [&](int i) { return text("There are 10 seats left", i); });
  EXPECT_FALSE(page.visit(text("We have 10 seats left", 6)).same);
  EXPECT_FALSE(page.visit(text("We have 11 seats left", 7)).same);
  EXPECT_TRUE(page.visit(text("We have 11 seats left", 8)).same);
}

// A long paragraph is several blocks. At first it is masked together with the advert; the mask
// shrinks to the advert at once.
TEST(Compare, LongParagraphBesideAnAdvertIsNeverPartOfIt) {
  const auto text = [](int edit, int advert) {
    std::string paragraph;
    for (int i = 0; i < 120 + edit % 40; ++i) paragraph += name(edit * 131 + i) + " ";
    return article() + paragraph + "\nBuy " + word(advert) + " now\nImprint\n";
  };
  Page page(text(0, 0));
  page.every(kDay);
  page.visit(text(1, 1));
  page.visit(text(2, 2));
  page.every(kMinute).visit(text(2, 3));
  page.every(kDay);
  for (int i = 3; i < 40; ++i) EXPECT_FALSE(page.visit(text(i, i + 1)).same) << i;
}

TEST(Compare, AdvertOfSeveralLinesAmongOthersIsLearned) {
  const auto text = [](int i) {
    return "Menu\n" + word(i) + " for all\nbest of " + word(i + 3) + "\nonly " + word(i + 5) +
           " today\n" + article() + "Sponsored\n" + word(i * 5) + " shop\nImprint\n" + article("x");
  };
  Page page(text(0));
  page.changes(1, 5, text);
  EXPECT_EQ(page.changes(5, 40, text), 0);
}

TEST(Compare, EditInTheBlockOfAClockIsAChangeAndTheClockStaysLearned) {
  const auto text = [](const std::string& words) {
    return [words](int i) { return article() + words + " " + clock_at(i) + "\n"; };
  };
  Page page(text("Open today until six, it is now")(0));
  page.changes(1, 8, text("Open today until six, it is now"));
  EXPECT_FALSE(page.visit(text("Closed for good, it is now")(8)).same);
  EXPECT_EQ(page.changes(9, 30, text("Closed for good, it is now")), 0);
}

TEST(Compare, ClockThatStopsIsNoLongerMasked) {
  const auto text = [](int i) { return article() + "Updated " + clock_at(i) + "\n"; };
  Page page(text(0));
  page.changes(1, 8, text);
  page.every(kDay);
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(page.visit(text(8)).same);
  EXPECT_FALSE(page.visit(text(9)).same);
}

TEST(Compare, BlockThatAlternatesBetweenTwoVersionsIsLearned) {
  const auto text = [](int i) {
    return article() + (i % 2 == 0 ? "Try it for free" : "Start your journey now") + "\nImprint\n";
  };
  Page page(text(0));
  EXPECT_LE(page.changes(1, 6, text), 4);
  EXPECT_EQ(page.changes(6, 30, text), 0);
}

TEST(Compare, PageThatAlternatesAsAWholeIsLearnedAndAnEditIsStillAChange) {
  const std::string other =
      "Welcome\nto a very different\nlayout of the same page\nwith few lines\n";
  const auto text = [&](int i) { return i % 2 == 0 ? article() : other; };
  Page page(text(0));
  EXPECT_LE(page.changes(1, 6, text), 3);
  EXPECT_EQ(page.changes(6, 20, text), 0);
  EXPECT_FALSE(page.visit(article("The council was dissolved.")).same);
}

TEST(Compare, OneReturnToAnOlderVersionIsAChange) {
  Page page(article());
  EXPECT_FALSE(page.visit(article("A slip.")).same);
  EXPECT_FALSE(page.visit(article()).same);
  EXPECT_TRUE(page.visit(article()).same);
}

TEST(Compare, ReorderedListIsAChangeOfTheBlocksThatMoved) {
  Page page("Top songs\nred\ngreen\nblue\nwhite\nblack\ngrey\npink\nbrown\ncyan\n");
  const Comparison moved =
      page.visit("Top songs\ncyan\nred\ngreen\nblue\nwhite\nblack\ngrey\npink\nbrown\n");
  EXPECT_FALSE(moved.same);
  EXPECT_NEAR(moved.share, 0.1, 1e-12);
}

TEST(Compare, PageThatGrowsAtEitherEndIsAChangeEveryTime) {
  std::string up = "News\n" + article();
  std::string down = article() + "News\n";
  Page newest_first(up);
  Page newest_last(down);
  for (int i = 0; i < 30; ++i) {
    up = "News\nThe " + word(i) + " of number " + std::to_string(i) + " was found\n" + up.substr(5);
    down += "The " + word(i) + " was found again\n";
    EXPECT_FALSE(newest_first.visit(up).same) << i;
    EXPECT_FALSE(newest_last.visit(down).same) << i;
  }
}

TEST(Compare, NewEntryInAListOfFixedLengthIsAChangeEveryTime) {
  const auto text = [](int i) {
    std::string list = "Latest\n";
    for (int k = i; k > i - 10; --k) list += "The " + word(k + 80) + " of " + name(k + 80) + "\n";
    return list + article();
  };
  Page page(text(0));
  EXPECT_EQ(page.changes(1, 30, text), 29);
}

TEST(Compare, TableWhoseNumbersAllChangeIsAChangeEveryTime) {
  const auto text = [](int i) {
    std::string table = "Exchange rates\n";
    for (int k = 0; k < 12; ++k)
      table += "Currency " + word(k) + " " + std::to_string(i * 17 + k) + "\n";
    return table;
  };
  Page page(text(0));
  EXPECT_EQ(page.changes(1, 30, text), 29);
}

TEST(Compare, ParagraphEditedNowAndThenIsNeverMasked) {
  // Two of three visits find it changed.
  const auto text = [](int i) { return article("Now playing: the " + word(i - i / 3) + " song."); };
  Page page(text(0));
  int real = 0;
  for (int i = 1; i < 60; ++i) real += text(i) == text(i - 1) ? 0 : 1;
  EXPECT_EQ(page.changes(1, 60, text), real);
}

// A price that is new every day is a change, however long that goes on.
TEST(Compare, NumberThatIsNewEveryDayIsAChangeEveryDay) {
  const auto text = [](int i) { return article() + "Price: " + std::to_string(100 + i) + "\n"; };
  Page page(text(0));
  EXPECT_EQ(page.every(kDay).changes(1, 40, text), 39);
}

TEST(Compare, DateThatIsNewEveryDayIsMasked) {
  const auto text = [](int i) {
    return article() + "Today is the " + std::to_string(i % 28 + 1) + " May 2024\n";
  };
  Page page(text(0));
  EXPECT_EQ(page.every(kDay).changes(1, 3, text), 2);
  EXPECT_EQ(page.changes(3, 28, text), 0);
}

TEST(Compare, QuickVisitProvesACounterOnAPageThatIsVisitedDaily) {
  const auto text = [](int i) { return article() + "Visitors: " + std::to_string(100 + i) + "\n"; };
  Page page(text(0));
  page.every(kDay);
  EXPECT_FALSE(page.visit(text(1)).needs_quick_visit);
  const Comparison second = page.visit(text(2));
  EXPECT_FALSE(second.same);
  EXPECT_TRUE(second.needs_quick_visit);
  EXPECT_TRUE(page.every(kMinute).visit(text(3)).same);
  EXPECT_EQ(page.every(kDay).changes(4, 40, text), 0);
}

TEST(Compare, ChangesOfOnlyACounterAreRetractedWhenTheCounterIsProven) {
  const auto text = [](int i) { return article() + "Visitors: " + std::to_string(100 + i) + "\n"; };
  Page page(text(0));
  page.every(kDay);
  EXPECT_TRUE(page.visit(text(1)).doubts.is_doubtful);
  EXPECT_TRUE(page.visit(text(2)).doubts.is_doubtful);
  const Comparison proof = page.every(kMinute).visit(text(3));
  EXPECT_FALSE(proof.doubts.is_doubtful);
  EXPECT_EQ(proof.doubts.retracted, 2);
  EXPECT_EQ(proof.doubts.confirmed, 0);
  EXPECT_EQ(page.visit(text(4)).doubts.retracted, 0);
}

TEST(Compare, DoubtfulChangesAreConfirmedWhenAQuickVisitFindsTheSame) {
  const auto text = [](int i) { return article() + "Price: " + std::to_string(100 + i) + "\n"; };
  Page page(text(0));
  page.every(kDay).changes(1, 3, text);
  const Comparison same = page.every(kMinute).visit(text(2));
  EXPECT_EQ(same.doubts.confirmed, 2);
  EXPECT_EQ(same.doubts.retracted, 0);
}

TEST(Compare, EditBesideACounterIsNotRetracted) {
  const auto text = [](int i, const std::string& first) {
    return article(first) + "Visitors: " + std::to_string(100 + i) + "\n";
  };
  Page page(text(0, "The council met."));
  page.every(kDay).visit(text(1, "The council met."));
  page.visit(text(2, "The council did not meet."));
  int retracted = 0;
  for (int i = 3; i < 8; ++i) {
    retracted += page.every(kMinute).visit(text(i, "The council did not meet.")).doubts.retracted;
  }
  EXPECT_EQ(retracted, 0);
}

TEST(Compare, QuickVisitsThatProveNothingBecomeRare) {
  const auto text = [](int i) { return article() + "Price: " + std::to_string(100 + i) + "\n"; };
  Page page(text(0));
  int quick_visits = 0;
  for (int i = 1; i < 200; ++i) {
    const Comparison comparison = page.every(kDay).visit(text(i));
    EXPECT_FALSE(comparison.same) << i;
    if (!comparison.needs_quick_visit) continue;
    ++quick_visits;
    EXPECT_TRUE(page.every(kMinute).visit(text(i)).same);
  }
  EXPECT_LE(quick_visits, 8);
}

TEST(Compare, LinksWithATokenAllOverThePageAreMasked) {
  const auto text = [](int i) {
    std::string page = article();
    for (int k = 0; k < 40; ++k) {
      page += "Entry " + word(k) + " " + name(k) + " [/e" + std::to_string(k) +
              "?t=" + std::to_string(i) + "]\n";
    }
    return page;
  };
  Page page(text(0));
  EXPECT_EQ(page.changes(1, 3, text), 2);
  EXPECT_EQ(page.changes(3, 20, text), 0);
  EXPECT_FALSE(page.visit("A new line\n" + text(20)).same);
}

TEST(Compare, AgesOfManyEntriesAreMaskedAndANewEntryIsAChange) {
  const auto text = [](int i) {
    std::string page = "Latest\n";
    for (int k = 0; k < 30; ++k) {
      page += "The " + word(k) + " of " + name(k) + ", " + std::to_string(i + k) + " minutes ago\n";
    }
    return page;
  };
  Page page(text(0));
  EXPECT_EQ(page.changes(1, 3, text), 2);
  EXPECT_EQ(page.changes(3, 20, text), 0);
  EXPECT_FALSE(page.visit("Latest\nThe new one, 1 minute ago\n" + text(20).substr(7)).same);
}

// Every page has a clock, a counter, an advert and a token, and one of its other words is edited at
// a time.
TEST(Compare, EveryEditBesideNoiseIsSeenAndNoiseAloneIsNot) {
  std::mt19937_64 random(53);
  int false_alarms = 0;
  int unchanged = 0;
  for (int n = 0; n < 60; ++n) {
    std::vector<std::string> words(200);
    for (auto& w : words) w = name(static_cast<int>(random() % 676));
    int visit = 0;
    const auto text = [&] {
      ++visit;
      std::string page = "A title\n";
      for (size_t i = 0; i < words.size(); ++i) page += words[i] + (i % 7 == 6 ? "\n" : " ");
      page += "\nIt is " + clock_at(visit) + "\nVisitor " + std::to_string(1000 + visit) +
              "\nBuy " + word(static_cast<int>(random() % 8)) + " now [/ad" +
              std::to_string(visit) + "]\ntoken " + std::to_string(random()) + "\nImprint\n";
      return page;
    };
    Page page(text());
    page.every(kMinute);
    for (int i = 0; i < 2; ++i) page.visit(text());
    for (int i = 0; i < 40; ++i) {
      if (i % 4 == 3) {
        words[random() % words.size()] += "x";
        EXPECT_FALSE(page.visit(text()).same) << "seed 53, page " << n << ", visit " << visit;
      } else {
        ++unchanged;
        false_alarms += page.visit(text()).same ? 0 : 1;
      }
    }
  }
  EXPECT_LE(false_alarms, unchanged / 100) << "seed 53, of " << unchanged;
}

}  // namespace
}  // namespace freshet::change
