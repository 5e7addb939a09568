#include "robots/matcher.h"

#include <random>
#include <string>

#include "gtest/gtest.h"
#include "robots/normal_form.h"

namespace freshet::robots {
namespace {

std::string normal_pattern(std::string_view pattern) {
  std::string out;
  append_normal_pattern(out, pattern);
  return out;
}

std::string normal_path(std::string_view path) {
  std::string out(path.size() * 3, '\0');
  out.resize(normalise_path(path, out.data()));
  return out;
}

bool matches(std::string_view pattern, std::string_view path) {
  const Matcher matcher({{.pattern = pattern, .line = 1, .allow = false}});
  return !matcher.ask(path).allowed;
}

// The definition, as slow as it is plain: `pattern` against the beginning of `path`.
bool matches_by_definition(std::string_view pattern, std::string_view path) {
  if (pattern.empty()) return true;
  if (pattern == "$") return path.empty();
  if (pattern[0] != '*') {
    return !path.empty() && pattern[0] == path[0] &&
           matches_by_definition(pattern.substr(1), path.substr(1));
  }
  for (size_t i = 0; i <= path.size(); ++i) {
    if (matches_by_definition(pattern.substr(1), path.substr(i))) return true;
  }
  return false;
}

TEST(NormalForm, DecodesOnlyWhatIsUnreserved) {
  EXPECT_EQ(normal_path("/%62%61%7A%7e"), "/baz~");
  EXPECT_EQ(normal_path("/9%2f11"), "/9%2F11");
  EXPECT_EQ(normal_path("/%c3%b6"), "/%C3%B6");
}

TEST(NormalForm, EscapesWhatMayNotStandInAUrl) {
  EXPECT_EQ(normal_path("/a b<\xC3\xB6>"), "/a%20b%3C%C3%B6%3E");
  EXPECT_EQ(normal_path("/$100*"), "/%24100%2A");
  EXPECT_EQ(normal_path(std::string_view("/\0", 2)), "/%00");
}

TEST(NormalForm, APercentSignThatStartsNoEscapeIsEscaped) {
  EXPECT_EQ(normal_path("/100%"), "/100%25");
  EXPECT_EQ(normal_path("/%%41"), "/%25A");
  EXPECT_EQ(normal_path("/%4"), "/%254");
  EXPECT_EQ(normal_pattern("/100%/x"), "/100%25/x");
}

TEST(NormalForm, APatternMayEndInsideAnEscape) {
  EXPECT_EQ(normal_pattern("/*%"), "/*%");
  EXPECT_EQ(normal_pattern("/*%e*x"), "/*%E*x");
  EXPECT_EQ(normal_pattern("/100%$"), "/100%25$");
}

TEST(NormalForm, OnlyAFinalDollarIsAnOperator) {
  EXPECT_EQ(normal_pattern("/a$b$"), "/a%24b$");
  EXPECT_EQ(normal_pattern("/a%24"), "/a%24");
  EXPECT_EQ(normal_pattern("/a%2a*"), "/a%2A*");
}

TEST(NormalForm, IsReachedInOneStep) {
  std::mt19937 random(7);
  const std::string_view alphabet = "/%%%246aAfF*$ <\xC3z~";
  for (int round = 0; round < 20'000; ++round) {
    std::string path = "/";
    for (int i = 0; i < 8; ++i) path += alphabet[random() % alphabet.size()];
    const std::string once = normal_path(path);
    ASSERT_EQ(normal_path(once), once) << path;
  }
}

TEST(Matcher, ALiteralPatternIsAPrefix) {
  EXPECT_TRUE(matches("/fish", "/fish"));
  EXPECT_TRUE(matches("/fish", "/fish/salmon.html"));
  EXPECT_FALSE(matches("/fish", "/Fish"));
  EXPECT_FALSE(matches("/fish", "/fis"));
  EXPECT_FALSE(matches("fish", "/fish"));
}

TEST(Matcher, AStarMatchesAnyRunAndADollarTheEnd) {
  EXPECT_TRUE(matches("/*.php$", "/a/b.php"));
  EXPECT_FALSE(matches("/*.php$", "/a/b.php?c"));
  EXPECT_TRUE(matches("/*.php$", "/a.php.php"));
  EXPECT_TRUE(matches("/a*$", "/abc"));
  EXPECT_TRUE(matches("/$", "/"));
  EXPECT_FALSE(matches("/$", "/a"));
  EXPECT_TRUE(matches("*", "/"));
  EXPECT_FALSE(matches("/ab*ba$", "/aba"));  // the two ends may not overlap
}

TEST(Matcher, AgreesWithTheDefinition) {
  std::mt19937 random(42);
  const auto text = [&](std::string_view alphabet, size_t longest) {
    std::string out = "/";
    for (size_t n = random() % longest; n > 0; --n) out += alphabet[random() % alphabet.size()];
    return out;
  };
  for (int round = 0; round < 50'000; ++round) {
    std::string pattern = text("ab/**", 8);
    if (random() % 3 == 0) pattern += '$';
    const std::string path = text("ab/", 10);
    ASSERT_EQ(matches(pattern, path), matches_by_definition(pattern, path))
        << pattern << " " << path;
  }
}

// Every rule tried in turn must give what the search in the compiled form gives.
TEST(Matcher, TheLongestMatchWinsAndAllowWinsTies) {
  std::mt19937 random(1);
  for (int round = 0; round < 5'000; ++round) {
    std::vector<std::string> patterns;
    for (size_t n = random() % 12; n > 0; --n) {
      std::string pattern = "/";
      for (size_t i = random() % 5; i > 0; --i) pattern += "ab/*"[random() % 4];
      if (random() % 5 == 0) pattern += '$';
      patterns.push_back(pattern);
    }
    std::vector<Rule> rules;
    for (const std::string& pattern : patterns) {
      const int line = static_cast<int>(rules.size()) + 1;
      rules.push_back({.pattern = pattern, .line = line, .allow = random() % 2 == 0});
    }
    const Matcher matcher(rules);
    for (int ask = 0; ask < 10; ++ask) {
      std::string path = "/";
      for (size_t i = random() % 6; i > 0; --i) path += "ab/"[random() % 3];
      const Rule* best = nullptr;
      for (const Rule& rule : rules) {
        if (!matches_by_definition(rule.pattern, path)) continue;
        const bool better =
            best == nullptr || rule.pattern.size() > best->pattern.size() ||
            (rule.pattern.size() == best->pattern.size() && rule.allow && !best->allow);
        if (better) best = &rule;
      }
      const Verdict expected =
          best == nullptr ? Verdict() : Verdict{.allowed = best->allow, .line = best->line};
      ASSERT_EQ(matcher.ask(path), expected) << path;
    }
  }
}

TEST(Matcher, ManyStarsAgainstALongPathEndSoon) {
  std::string pattern = "/";
  for (int i = 0; i < 5'000; ++i) pattern += "*a";
  pattern += "b$";
  EXPECT_FALSE(matches(pattern, "/" + std::string(100'000, 'a')));
}

}  // namespace
}  // namespace freshet::robots
