#include "change/history.h"

#include <cmath>
#include <random>

#include "change/compact.h"
#include "gtest/gtest.h"

namespace freshet::change {
namespace {

constexpr Instant kStart = Instant::from_unix_seconds(1'760'000'000);

Visit success(Instant at, bool changed, uint64_t size) {
  return {.at = at, .outcome = Outcome::kSuccess, .changed = changed, .size = size};
}

Visit failure(Instant at, Outcome outcome = Outcome::kFailed) {
  return {.at = at, .outcome = outcome};
}

Instant day(double days) {
  return kStart + Duration::from_seconds(days * 86'400);
}

History again(const History& history) {
  auto decoded = History::decode(history.encode());
  EXPECT_TRUE(decoded.has_value());
  return decoded.value_or(History());
}

TEST(History, ReturnsVisitsAsTheyWereRecorded) {
  History history;
  const std::vector<Visit> visits = {
      {.at = day(0), .size = 1000, .last_modified = kStart - Duration::seconds(3000)},
      success(day(0) + Duration::seconds(4000), false, 1000),
      failure(day(0) + Duration::seconds(4100)),
      failure(day(0) + Duration::seconds(4200), Outcome::kGone),
      success(day(0) + Duration::seconds(4300), true, 4095),
      success(day(0) + Duration::seconds(4300), false, 4095)};
  for (const Visit& visit : visits) history.record(visit);
  EXPECT_EQ(history.recent(), visits);
  EXPECT_EQ(history.totals(), (History::Totals{.requests = 6, .successes = 4, .changes = 1}));
  EXPECT_EQ(history.last_visit(), visits.back().at);
  EXPECT_EQ(history.last_success(), visits.back().at);
  EXPECT_EQ(again(history), history);
}

TEST(History, FirstSuccessIsNeverAChange) {
  History history;
  history.record(failure(day(0)));
  history.record(success(day(1), true, 10));
  EXPECT_EQ(history.totals().changes, 0u);
  EXPECT_FALSE(history.recent().back().changed);
}

TEST(History, RetractedChangesCountAsUnchangedVisits) {
  History history;
  History expected;
  for (int i = 0; i < 12; ++i) {
    const bool changed = i == 4 || i == 9 || i == 11;
    const bool retracted = i == 9 || i == 11;
    history.record(success(day(2 * i), changed, 100 + i));
    expected.record(success(day(2 * i), changed && !retracted, 100 + i));
  }
  history.retract_changes(2);
  EXPECT_EQ(again(history), history);
  EXPECT_EQ(history.recent(), expected.recent());
  EXPECT_EQ(history.totals(), expected.totals());
  EXPECT_NEAR(history.sums(day(30)).changes, expected.sums(day(30)).changes, 1e-5);
}

TEST(History, ChangesThatAreNotRecentAreNotRetracted) {
  History history;
  for (int i = 0; i < 30; ++i) history.record(success(day(i), i == 3 || i == 29, 10));
  history.retract_changes(3);
  EXPECT_EQ(history.totals().changes, 1u);
  EXPECT_EQ(again(history), history);
}

TEST(History, WithoutVisitsIsEncodedAsNoBytes) {
  EXPECT_EQ(History().encode(), "");
  EXPECT_EQ(History::decode("").value(), History());
  EXPECT_EQ(History().last_visit(), std::nullopt);
  EXPECT_EQ(History().last_success(), std::nullopt);
}

TEST(History, KeepsTheLastSixteenVisitsWithSpansWithinA4096th) {
  History history;
  for (int i = 0; i < 100; ++i)
    history.record(success(day(1.37 * i), i % 7 == 3, 50'000 + 100u * i));
  const std::vector<Visit> recent = history.recent();
  ASSERT_EQ(recent.size(), 16u);
  EXPECT_EQ(recent.back().at, day(1.37 * 99));
  for (int i = 0; i < 16; ++i) {
    const double age = (day(1.37 * 99) - recent[i].at).in_days();
    EXPECT_NEAR(age, 1.37 * (15 - i), 1.37 * (15 - i) / 4096 + 1e-4);
    EXPECT_EQ(recent[i].changed, (84 + i) % 7 == 3);
  }
  // Unchanged visits have the size of the content that visit 94 found. It has no exact code.
  EXPECT_NEAR(static_cast<double>(recent.back().size), 59'400, 59'400 / 4096.0);
  EXPECT_EQ(history.totals().requests, 100u);
  EXPECT_EQ(again(history), history);
}

TEST(History, SumsAreDividedByEIn200Days) {
  History history;
  history.record(success(day(0), false, 1));
  history.record(success(day(10), true, 1));
  history.record(failure(day(20)));
  history.record(success(day(40), false, 1));
  const auto kept = [](double days) { return std::exp(-days / 200); };
  const History::Sums now = history.sums(day(40));
  EXPECT_NEAR(now.exposure, 10 * kept(30) + 30, 1e-3);
  EXPECT_NEAR(now.changes, kept(30), 1e-4);
  EXPECT_NEAR(now.successes, kept(40) + kept(30) + 1, 1e-4);
  EXPECT_NEAR(now.requests, kept(40) + kept(30) + kept(20) + 1, 1e-4);
  const History::Sums later = history.sums(day(240));
  EXPECT_NEAR(later.changes / now.changes, std::exp(-1), 1e-12);
  EXPECT_NEAR(later.exposure / now.exposure, std::exp(-1), 1e-12);
}

// Records hourly visits for a year and compares the sums, which are rounded to 24 bits at each
// visit, with the same sums in doubles. Rounding to nearest hardly drifts; the tolerance is 1 %.
TEST(History, RoundingErrorsDoNotAccumulateInTheSums) {
  History history;
  double changes = 0;
  double successes = 0;
  for (int hour = 0; hour < 24 * 365; ++hour) {
    const bool changed = hour % 50 == 49;
    history.record(success(kStart + Duration::hours(hour), changed, 1));
    const double kept = std::exp(-1.0 / (24 * 200));
    changes = changes * kept + (changed ? 1 : 0);
    successes = successes * kept + 1;
  }
  const History::Sums sums = history.sums(*history.last_visit());
  EXPECT_NEAR(sums.changes / changes, 1, 0.01);
  EXPECT_NEAR(sums.successes / successes, 1, 0.01);
}

TEST(History, ExposureCountsFromTheLastSuccessEvenIfItIsNoLongerAmongTheRecentVisits) {
  History history;
  history.record(success(day(0), false, 1));
  for (int i = 1; i <= 30; ++i) history.record(failure(day(i)));
  ASSERT_TRUE(history.last_success());
  EXPECT_NEAR((*history.last_success() - day(0)).in_days(), 0, 0.01);
  history = again(history);
  history.record(success(day(31), true, 1));
  EXPECT_NEAR(history.sums(day(31)).exposure, 31, 0.02);
  EXPECT_EQ(history.last_success(), day(31));
  EXPECT_EQ(again(history), history);
}

TEST(History, VisitEarlierThanTheLastGetsTheTimeOfTheLast) {
  History history;
  history.record(success(day(5), false, 1));
  history.record(success(day(3), true, 1));
  EXPECT_EQ(history.last_visit(), day(5));
  EXPECT_EQ(history.sums(day(5)).exposure, 0);
  EXPECT_EQ(history.sums(day(2)).changes, 1);
  EXPECT_EQ(again(history), history);
}

TEST(History, AcceptsExtremeValues) {
  History history;
  Visit odd = success(Instant::from_unix_seconds(-5), false, ~uint64_t{0});
  odd.last_modified = Instant::from_unix_microseconds(std::numeric_limits<int64_t>::min());
  history.record(odd);
  odd = success(Instant::never(), true, 0);
  odd.last_modified = Instant::never();
  history.record(odd);
  EXPECT_EQ(again(history), history);
  EXPECT_EQ(history.recent().back().last_modified, std::nullopt);
  EXPECT_GT(history.recent().front().size, uint64_t{1} << 40);
}

TEST(History, OfATypicalPageFitsIn80Bytes) {
  std::mt19937_64 random(31);
  std::uniform_real_distribution<double> days(0.5, 6);
  for (const bool dated : {false, true}) {
    History history;
    Instant now = kStart;
    for (int visit = 0; visit < 40; ++visit) {
      now += Duration::from_seconds(86'400 * days(random));
      Visit seen = success(now, visit % 8 == 7, 30'000u + 17u * visit);
      if (dated) seen.last_modified = now - Duration::hours(7);
      history.record(seen);
    }
    const size_t size = history.encode().size();
    EXPECT_EQ(size, dated ? 75u : 66u);
    RecordProperty(dated ? "bytes_with_dates" : "bytes", static_cast<int>(size));
  }
}

TEST(History, LaterFormatIsAnErrorThatSaysSo) {
  History history;
  history.record(success(day(0), false, 1));
  std::string bytes = history.encode();
  bytes[0] = 2;
  const auto decoded = History::decode(bytes);
  ASSERT_FALSE(decoded);
  EXPECT_NE(decoded.error().message.find("later version"), std::string::npos);
  bytes[0] = 0;
  EXPECT_EQ(History::decode(bytes).error().message, "the history of a page is damaged");
}

History any_history(std::mt19937_64& random) {
  const auto below = [&](uint64_t n) {
    return std::uniform_int_distribution<uint64_t>(0, n - 1)(random);
  };
  History history;
  Instant now = kStart;
  const uint64_t visits = below(40);
  for (uint64_t i = 0; i < visits; ++i) {
    now += Duration::seconds(static_cast<int64_t>(below(uint64_t{1} << below(28))));
    Visit visit{.at = now, .outcome = Outcome::kSuccess, .changed = below(3) == 0};
    if (below(4) == 0) visit.outcome = below(2) == 0 ? Outcome::kFailed : Outcome::kGone;
    visit.size = below(uint64_t{1} << below(40));
    if (below(3) == 0)
      visit.last_modified = now - Duration::seconds(static_cast<int64_t>(below(1u << 20)));
    history.record(visit);
  }
  return history;
}

TEST(History, SurvivesEncodingAndDecoding) {
  std::mt19937_64 random(32);
  for (int i = 0; i < 2000; ++i) {
    const History history = any_history(random);
    const std::string bytes = history.encode();
    const auto decoded = History::decode(bytes);
    ASSERT_TRUE(decoded) << "seed 32, history " << i;
    EXPECT_EQ(*decoded, history) << "seed 32, history " << i;
    EXPECT_EQ(decoded->encode(), bytes) << "seed 32, history " << i;
  }
}

TEST(History, DamagedBytesAreAnErrorOrAnotherHistory) {
  std::mt19937_64 random(33);
  int errors = 0;
  for (int i = 0; i < 2000; ++i) {
    std::string bytes = any_history(random).encode();
    if (bytes.empty()) continue;
    const size_t at = std::uniform_int_distribution<size_t>(0, bytes.size() - 1)(random);
    if (i % 3 == 0) {
      bytes.resize(at);
    } else {
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << (i % 8)));
    }
    const auto decoded = History::decode(bytes);
    if (decoded) {
      EXPECT_EQ(decoded->encode(), bytes) << "seed 33, history " << i;
    } else {
      ++errors;
    }
  }
  EXPECT_GT(errors, 500);
}

TEST(Compact, RoundedNumbersStayInOrderAndWithinA4096th) {
  using internal::from_rounded;
  using internal::rounded;
  uint16_t before = 0;
  for (uint64_t value = 0; value < 4'390'000'000'000; value += 1 + value / 5000) {
    const uint16_t code = rounded(value);
    ASSERT_GE(code, before) << value;
    before = code;
    const auto off = std::abs(static_cast<double>(from_rounded(code)) - static_cast<double>(value));
    ASSERT_LE(off, static_cast<double>(value) / 4096) << value;
    if (value < 4096) {
      ASSERT_EQ(off, 0) << value;
    }
    ASSERT_EQ(rounded(from_rounded(code)), code) << value;
  }
  EXPECT_EQ(rounded(~uint64_t{0}), internal::kMostRounded);
}

TEST(History, EachCauseOfAbsenceIsStored) {
  const Instant start = Instant::from_unix_seconds(1'800'000'000);
  const std::vector<Outcome> outcomes = {Outcome::kGone,     Outcome::kSuccess,
                                         Outcome::kSoftGone, Outcome::kRedirected,
                                         Outcome::kFailed,   Outcome::kGone};
  History history;
  for (size_t i = 0; i < outcomes.size(); ++i) {
    history.record(
        {.at = start + Duration::hours(static_cast<int64_t>(i)), .outcome = outcomes[i]});
  }
  EXPECT_EQ(history.totals().successes, 1u);
  EXPECT_EQ(history.absence().visits, 3);
  EXPECT_EQ(history.absence().since, start + Duration::hours(2));
  const std::string bytes = history.encode();
  const auto again = History::decode(bytes);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(*again, history);
  std::vector<Outcome> kept;
  for (const Visit& visit : again->recent()) kept.push_back(visit.outcome);
  EXPECT_EQ(kept, outcomes);
  for (size_t size = 1; size < bytes.size(); ++size) {
    EXPECT_FALSE(History::decode(bytes.substr(0, size))) << size;
  }
}

TEST(History, WithOnly404And410IsEncodedWithoutCausesOfAbsence) {
  History history;
  for (int i = 0; i < 3; ++i) {
    history.record(
        {.at = Instant::from_unix_seconds(1'800'000'000 + i), .outcome = Outcome::kGone});
  }
  std::string bytes = history.encode();
  EXPECT_EQ(bytes[0], 1);
  bytes[0] = 0x41;
  EXPECT_FALSE(History::decode(bytes)) << "the flag requires an absence that is not a 404 or 410";
}

TEST(History, AbsenceBeginsAfterTheLastSuccess) {
  History history;
  EXPECT_EQ(history.absence().visits, 0);
  const Instant start = Instant::from_unix_seconds(1'800'000'000);
  history.record({.at = start, .outcome = Outcome::kGone});
  history.record({.at = start + Duration::days(1), .outcome = Outcome::kFailed});
  EXPECT_EQ(history.absence().visits, 1) << "a failure does not count";
  history.record({.at = start + Duration::days(2)});
  EXPECT_EQ(history.absence().visits, 0);
}

// After two visits with right times, the clock was 400 days ahead for two more.
TEST(History, SetBackMovesVisitsOfAClockThatWasAhead) {
  History history;
  history.record(success(day(0), false, 100));
  history.record(success(day(1), true, 200));
  history.record(success(day(402), true, 300));
  history.record(failure(day(402.5)));
  history.set_back(day(3), Duration::days(400));
  const auto visits = history.recent();
  ASSERT_EQ(visits.size(), 4u);
  EXPECT_NEAR((visits[2].at - day(2)).in_days(), 0, 0.2);  // a span of 400 days is rounded
  EXPECT_EQ(visits[3].at, day(2.5));
  EXPECT_TRUE(visits[2].changed);
  EXPECT_EQ(history.totals(), (History::Totals{.requests = 4, .successes = 3, .changes = 2}));
  EXPECT_NEAR(history.sums(day(3)).exposure, 2, 0.3);
  history.record(success(day(3), false, 300));
  EXPECT_EQ(history.last_visit(), day(3));
}

TEST(History, CanBeEncodedAfterSetBack) {
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    History history;
    const auto length = random() % 40;
    const auto wrong_from = random() % 40;
    for (unsigned i = 0; i < length; ++i) {
      Visit visit{.at = day(i + (i >= wrong_from ? 400 : 0)),
                  .outcome = static_cast<Outcome>(random() % 5),
                  .changed = random() % 2 == 0,
                  .size = random() % 100'000};
      if (random() % 3 == 0) visit.last_modified = visit.at - Duration::hours(random() % 10'000);
      history.record(visit);
    }
    const auto totals = history.totals();
    history.set_back(day(41), Duration::days(400));
    EXPECT_EQ(again(history), history) << "round " << round;
    EXPECT_EQ(history.totals(), totals);
    if (history.last_visit()) {
      EXPECT_LE(*history.last_visit(), day(41));
    }
  }
}

}  // namespace
}  // namespace freshet::change
