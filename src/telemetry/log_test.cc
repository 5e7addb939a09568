#include "telemetry/log.h"

#include <algorithm>
#include <thread>

#include "clock/civil.h"
#include "gtest/gtest.h"
#include "json/read.h"
#include "support/manual_clock.h"
#include "telemetry/escape.h"

namespace freshet::telemetry {
namespace {

class LogTest : public testing::Test {
 protected:
  Log text(Level level = Level::kInfo) { return Log({.level = level}, clock_, writer()); }
  Log json() { return Log({.form = Log::Form::kJson}, clock_, writer()); }
  Log::Write writer() {
    return [this](std::string_view line) { out_ += line; };
  }
  long lines() const { return std::count(out_.begin(), out_.end(), '\n'); }

  test::ManualClock clock_{*to_instant({2026, 11, 15, 7, 9, 34})};
  std::string out_;
};

TEST_F(LogTest, TextFormIsOneLineOfKeyValuePairs) {
  Log log = text();
  log.warning("fetch failed", {{"host", "example.org"},
                               {"tries", 3},
                               {"after", Duration::milliseconds(1500)},
                               {"final", true},
                               {"share", 0.25}});
  EXPECT_EQ(out_,
            "2026-11-15T07:09:34Z warning: fetch failed host=example.org tries=3 after=1.5 "
            "final=true share=0.25\n");
}

TEST_F(LogTest, JsonFormIsOneObjectPerLine) {
  Log log = json();
  clock_.advance(Duration::milliseconds(120));
  log.error("store \"full\"",
            {{"bytes", uint64_t{1} << 63}, {"left", -1}, {"path", std::string("a b")}});
  EXPECT_EQ(out_,
            "{\"time\":\"2026-11-15T07:09:34.120000Z\",\"level\":\"error\","
            "\"message\":\"store \\\"full\\\"\",\"bytes\":9223372036854775808,\"left\":-1,"
            "\"path\":\"a b\"}\n");
}

TEST_F(LogTest, MessagesOfLowerLevelsAreNotWritten) {
  Log log = text(Level::kWarning);
  log.debug("a");
  log.info("b");
  EXPECT_EQ(out_, "");
  log.warning("c");
  log.error("d");
  EXPECT_EQ(lines(), 2);
  EXPECT_FALSE(log.writes(Level::kInfo));
}

TEST_F(LogTest, EveryLevelIsFoundByItsName) {
  EXPECT_EQ(level_named("warning"), Level::kWarning);
  EXPECT_EQ(level_named("loud"), std::nullopt);
  for (const Level level : {Level::kDebug, Level::kInfo, Level::kWarning, Level::kError}) {
    EXPECT_EQ(level_named(name_of(level)), level);
  }
}

TEST_F(LogTest, SettingSelectsTheFormAndAutoDependsOnTheTerminal) {
  EXPECT_EQ(form_of("auto", true), Log::Form::kText);
  EXPECT_EQ(form_of("auto", false), Log::Form::kJson);
  EXPECT_EQ(form_of("always", true), Log::Form::kJson);
  EXPECT_EQ(form_of("never", false), Log::Form::kText);
}

TEST_F(LogTest, ValueCannotForgeALineOrControlTheTerminal) {
  const std::string evil =
      "x\n2026-11-15T07:09:34Z error: owned\r\x1b[2J\x7f\xC2\x9B\xE2\x80\xAE\xFF \"";
  Log log = text();
  log.info("seen", {{"title", evil}});
  EXPECT_EQ(
      out_,
      "2026-11-15T07:09:34Z info: seen title=\"x\\n2026-11-15T07:09:34Z error: owned\\r\\x1b[2J"
      "\\x7f\\u{9b}\\u{202e}\\xff \\\"\"\n");
}

TEST_F(LogTest, JsonValueCannotControlTheTerminal) {
  Log log = json();
  log.info("seen", {{"title", "\x1b\x7f\xC2\x9B\xE2\x80\xAE\xFF"}});
  EXPECT_EQ(lines(), 1);
  EXPECT_EQ(out_.find_first_of("\x1b\x7f"), std::string::npos);
  json::Reader reader;
  const auto value = reader.read(out_);
  ASSERT_TRUE(value) << out_;
  EXPECT_EQ((*value)["title"].string(), "\x1b\x7f\xC2\x9B\xE2\x80\xAE\xEF\xBF\xBD");
}

TEST_F(LogTest, ValuesAreQuotedOnlyIfNecessary) {
  const auto shown = [](std::string_view value) {
    std::string out;
    append_value(out, value);
    return out;
  };
  EXPECT_EQ(shown("https://example.org/ä"), "https://example.org/ä");
  EXPECT_EQ(shown(""), "\"\"");
  EXPECT_EQ(shown("a=b"), "\"a=b\"");
  EXPECT_EQ(shown("c:\\d"), "\"c:\\\\d\"");
  EXPECT_EQ(shown("\xED\xA0\x80"), "\\xed\\xa0\\x80");  // a surrogate
}

TEST_F(LogTest, LongValuesAreCutBetweenCharacters) {
  Log log = json();
  std::string value(2047, 'x');
  for (int i = 0; i < 1000; ++i) value += "ä";
  log.info("seen", {{"title", value}});
  json::Reader reader;
  const auto read = reader.read(out_);
  ASSERT_TRUE(read) << out_;
  EXPECT_EQ((*read)["title"].string(), value.replace(2047, std::string::npos, "…"));
}

TEST_F(LogTest, RepeatsBeyondTheBurstAreCountedNotWritten) {
  Log log = text();
  for (int i = 0; i < 1244; ++i) log.warning("odd header", {{"i", i}});
  log.warning("other");
  EXPECT_EQ(lines(), 11);
  clock_.advance(Duration::seconds(10));
  out_.clear();
  log.warning("odd header", {{"i", 9999}});
  EXPECT_EQ(out_,
            "2026-11-15T07:09:44Z warning: odd header (repeated 1,234 times)\n"
            "2026-11-15T07:09:44Z warning: odd header i=9999\n");
}

TEST_F(LogTest, LinesOfAFloodDependOnItsTimeNotOnItsCount) {
  Log log = text();
  for (int second = 0; second < 100; ++second) {
    for (int i = 0; i < 1000; ++i) log.warning("bad byte", {{"i", i}});
    clock_.advance(Duration::seconds(1));
  }
  EXPECT_LE(lines(), 10 * 11);
}

TEST_F(LogTest, FlushWritesSuppressedCountsOnce) {
  Log log = json();
  for (int i = 0; i < 13; ++i) log.info("again");
  out_.clear();
  log.flush();
  EXPECT_EQ(out_,
            "{\"time\":\"2026-11-15T07:09:34.000000Z\",\"level\":\"info\",\"message\":\"again\","
            "\"repeated\":3}\n");
  log.flush();
  EXPECT_EQ(lines(), 1);
}

TEST_F(LogTest, DestructorWritesSuppressedCounts) {
  {
    Log log = text();
    for (int i = 0; i < 11; ++i) log.info("again");
  }
  EXPECT_TRUE(out_.ends_with("again (repeated 1 time)\n")) << out_;
}

TEST_F(LogTest, ClockSetBackBeginsANewWindow) {
  Log log = text();
  for (int i = 0; i < 11; ++i) log.info("again");
  clock_.advance(-Duration::hours(5));
  out_.clear();
  log.info("again");
  EXPECT_EQ(lines(), 2);
}

TEST_F(LogTest, LinesOfManyThreadsAreNotMixed) {
  Log log({.burst = 1'000'000}, clock_, writer());
  std::vector<std::jthread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 500; ++i) log.info("tick", {{"at", i}});
    });
  }
  threads.clear();
  EXPECT_EQ(lines(), 2000);
}

}  // namespace
}  // namespace freshet::telemetry
