#include "change/compare.h"

#include <functional>
#include <random>

#include "digest/fingerprint.h"
#include "gtest/gtest.h"

namespace freshet::change {
namespace {

constexpr Duration kMinute = Duration::minutes(1);
constexpr Duration kDay = Duration::days(1);

// What a visit finds: a text, whose words may be links ("[target]").
class Seen {
 public:
  explicit Seen(std::string text, uint64_t metadata = 1)
      : text_(std::move(text)), metadata_(metadata), lines_(lines_of(text_)) {
    for (Line& line : lines_) {
      const size_t at = line.text.find('[');
      if (at == std::string_view::npos) continue;
      line.links = digest::fingerprint(line.text.substr(at)).value;
      line.text = line.text.substr(0, at);
    }
  }
  Seen(const Seen&) = delete;
  Seen& operator=(const Seen&) = delete;
  ~Seen() = default;

  Fetched fetched() const {
    return {.body = digest::sha256(text_ + std::to_string(metadata_)),
            .simhash = digest::simhash_of_text(text_),
            .metadata = metadata_,
            .lines = lines_};
  }

 private:
  const std::string text_;
  const uint64_t metadata_;
  std::vector<Line> lines_;
};

// A page that is visited again and again.
class Page {
 public:
  explicit Page(const std::string& text, CompareRule rule = {})
      : rule_(rule), version_(version_of(Seen(text).fetched())) {}

  // After the time that the last visit is ago.
  Page& every(Duration gap) {
    gap_ = gap;
    return *this;
  }
  Comparison visit(const std::string& text, uint64_t metadata = 1) {
    Comparison comparison = compare(version_, Seen(text, metadata).fetched(), gap_, mask_, rule_);
    version_ = comparison.now;
    // As it would come back from the store.
    EXPECT_EQ(Sketch::decode(version_.sketch.encode()).value(), version_.sketch);
    mask_ = VolatileMask::decode(mask_.encode()).value();
    return comparison;
  }
  // How many of the visits found a change.
  int changes(int from, int to, const std::function<std::string(int)>& text) {
    int changed = 0;
    for (int i = from; i < to; ++i) changed += visit(text(i)).same ? 0 : 1;
    return changed;
  }
  const VolatileMask& mask() const { return mask_; }
  const Version& version() const { return version_; }

 private:
  CompareRule rule_;
  Duration gap_ = kMinute;
  Version version_;
  VolatileMask mask_;
};

// Ten paragraphs of an article.
std::string article(const std::string& third = "The council met on the third day.") {
  std::string text = "How the river was moved\n";
  const std::vector<std::string> lines = {"For a century the river ran where it liked.",
                                          "Then came the railway, and with it the engineers.",
                                          third,
                                          "Nobody asked the fishermen, who knew the banks best.",
                                          "Maps of the old bed are kept in the town hall.",
                                          "A plan was drawn, and drawn again, and forgotten.",
                                          "Winter floods took the lower bridge twice.",
                                          "What was left of the meadows became gardens.",
                                          "Today the water is quiet and shallow.",
                                          "Children build dams in it, as children do."};
  for (const auto& line : lines) text += line + "\n";
  return text;
}

std::string two_digits(int n) {
  return {static_cast<char>('0' + n / 10 % 10), static_cast<char>('0' + n % 10)};
}

std::string clock_at(int i) {
  return two_digits(i * 7 % 24) + ":" + two_digits(i * 13 % 60) + ":" + two_digits(i * 31 % 60);
}

std::string word(int i) {
  static const std::vector<std::string> kWords = {"shoes", "mortgage",  "holiday", "kettle",
                                                  "piano", "insurance", "garden",  "bicycle"};
  return kWords[static_cast<size_t>(i) % kWords.size()];
}

// A name that no other number has.
std::string name(int i) {
  return {static_cast<char>('a' + i / 26 % 26), static_cast<char>('a' + i % 26), 'o'};
}

TEST(Compare, SameTextInOtherBytesIsTheSameAtTextLevelOnly) {
  const Seen before("A\n  B", 1);
  const Seen other_bytes("A\nB\n", 1);
  VolatileMask mask;
  const Version version = version_of(before.fetched());
  EXPECT_TRUE(compare(version, other_bytes.fetched(), kMinute, mask).same);
  EXPECT_FALSE(
      compare(version, other_bytes.fetched(), kMinute, mask, {.level = Level::kBytes}).same);
  EXPECT_TRUE(compare(version, other_bytes.fetched(), kMinute, mask, {.level = Level::kNear}).same);
  EXPECT_TRUE(mask.empty());
}

TEST(Compare, BodyWithoutTextIsComparedByBytes) {
  VolatileMask mask;
  const Fetched one{.body = digest::sha256("one")};
  const Version image = version_of(one);
  EXPECT_TRUE(compare(image, one, kMinute, mask).same);
  const Comparison other = compare(image, {.body = digest::sha256("two")}, kMinute, mask);
  EXPECT_FALSE(other.same);
  EXPECT_EQ(other.kind, DifferenceKind::kBytes);
  EXPECT_EQ(other.share, 1);
}

TEST(Compare, LinkThatLeadsElsewhereIsAChangeOfLinks) {
  Page page(article() + "Download [a.tar]\nImprint [imprint]\n");
  const Comparison moved = page.visit(article() + "Download [b.tar]\nImprint [imprint]\n");
  EXPECT_EQ(moved.kind, DifferenceKind::kLinks);
  EXPECT_FALSE(moved.same);
  EXPECT_NEAR(moved.share, 1.0 / 13, 1e-12);
  const Comparison both = page.visit(article("x") + "Download [c.tar]\nImprint [imprint]\n");
  EXPECT_EQ(both.kind, DifferenceKind::kText);
}

TEST(Compare, MetadataIsADifferenceThatCountsOnlyIfAsked) {
  Page page(article());
  const Comparison other = page.visit(article(), 2);
  EXPECT_EQ(other.kind, DifferenceKind::kMetadata);
  EXPECT_TRUE(other.same);
  Page strict(article(), {.metadata_counts = true});
  EXPECT_FALSE(strict.visit(article(), 2).same);
}

TEST(Compare, KindsThatDoNotCountAreStillNamed) {
  Page page(article() + "More [a]\n", {.links_count = false});
  const Comparison moved = page.visit(article() + "More [b]\n");
  EXPECT_TRUE(moved.same);
  EXPECT_EQ(moved.kind, DifferenceKind::kLinks);
}

TEST(Compare, EditIsAChangeOfItsSize) {
  Page page(article());
  const Comparison edited = page.visit(article("The council never met."));
  EXPECT_FALSE(edited.same);
  EXPECT_NEAR(edited.share, 1.0 / 11, 1e-12);
  EXPECT_TRUE(page.visit(article("The council never met.")).same);
  EXPECT_EQ(page.visit("Something else\nentirely\n").share, 1);
}

TEST(Compare, NumberIsAsMuchPartOfTheTextAsAWord) {
  Page page("Price list\nCoffee 3.20\nTea 2.10\n");
  EXPECT_FALSE(page.visit("Price list\nCoffee 3.40\nTea 2.10\n").same);
  EXPECT_TRUE(page.visit("Price list\nCoffee 3.40\nTea 2.10\n").same);
}

TEST(Compare, ClockInAFooterIsMaskedAfterThreeVisits) {
  const auto text = [](int i) {
    return article() + "Page served on Monday at " + clock_at(i) + "\n";
  };
  Page page(text(0));
  EXPECT_EQ(page.changes(1, 3, text), 2);
  EXPECT_EQ(page.changes(3, 40, text), 0);
  EXPECT_FALSE(page.visit(article("The council met.") + "Page served on Monday at 09:00\n").same);
}

TEST(Compare, ClockThatNamesTheDayIsOneToo) {
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

// After an edit right before the advert, the edited line is no part of the advert's place.
TEST(Compare, NumberInTheLineBeforeAnAdvertIsSeenAfterAnEditOfThatLine) {
  const auto text = [](const std::string& before, int i) {
    return article() + before + "\nBuy " + word(i) + " now\nImprint\n";
  };
  Page page(text("There are 10 seats left", 0));
  page.changes(1, 6, [&](int i) { return text("There are 10 seats left", i); });
  EXPECT_FALSE(page.visit(text("We have 10 seats left", 6)).same);
  EXPECT_FALSE(page.visit(text("We have 11 seats left", 7)).same);
  EXPECT_TRUE(page.visit(text("We have 11 seats left", 8)).same);
}

// A long paragraph is several blocks: what is masked of it and the advert shrinks to the advert at
// once.
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

TEST(Compare, ClockThatStopsIsForgotten) {
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

TEST(Compare, PageThatAlternatesAsAWholeIsLearnedAndNewsIsStillNews) {
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

TEST(Compare, ReorderedListIsAChangeOfWhatMoved) {
  Page page("Top songs\nred\ngreen\nblue\nwhite\nblack\ngrey\npink\nbrown\ncyan\n");
  const Comparison moved =
      page.visit("Top songs\ncyan\nred\ngreen\nblue\nwhite\nblack\ngrey\npink\nbrown\n");
  EXPECT_FALSE(moved.same);
  EXPECT_NEAR(moved.share, 0.1, 1e-12);
}

TEST(Compare, PageThatGrowsAtEitherEndIsNewsEveryTime) {
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

TEST(Compare, ListOfFixedLengthIsNewsEveryTime) {
  const auto text = [](int i) {
    std::string list = "Latest\n";
    for (int k = i; k > i - 10; --k) list += "The " + word(k + 80) + " of " + name(k + 80) + "\n";
    return list + article();
  };
  Page page(text(0));
  EXPECT_EQ(page.changes(1, 30, text), 29);
}

TEST(Compare, TableOfNumbersThatAllChangeIsNews) {
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
  // Two visits of three find it changed.
  const auto text = [](int i) { return article("Now playing: the " + word(i - i / 3) + " song."); };
  Page page(text(0));
  int real = 0;
  for (int i = 1; i < 60; ++i) real += text(i) == text(i - 1) ? 0 : 1;
  EXPECT_EQ(page.changes(1, 60, text), real);
}

// A price that is new every day is news, however long that goes on.
TEST(Compare, NumberThatIsNewEveryDayIsNewsEveryDay) {
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

TEST(Compare, QuickVisitProvesACounterOnAPageThatIsSeenDaily) {
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

TEST(Compare, QuickVisitsInVainBecomeRare) {
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

TEST(Compare, AgesOfManyEntriesAreMaskedAndANewEntryIsNews) {
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

// A clock, a counter, an advert and a token on every page, and one word of the rest edited at a
// time.
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

TEST(Compare, NearAcceptsSmallEditsOfALongText) {
  std::mt19937_64 random(52);
  std::string text;
  for (int i = 0; i < 3000; ++i)
    text += "w" + std::to_string(random() % 2000) + (i % 12 == 11 ? "\n" : " ");
  Page page(text, {.level = Level::kNear, .near_bits = 6});
  std::string edited = text;
  edited.insert(edited.size() / 2, " inserted ");
  const Comparison near = page.visit(edited);
  EXPECT_TRUE(near.same);
  EXPECT_FALSE(page.visit(article()).same);
}

}  // namespace
}  // namespace freshet::change
