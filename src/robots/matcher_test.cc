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
  return !matcher.check(path).allowed;
}

// The definition in its simplest and slowest form: whether `pattern` matches a beginning of `path`.
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

TEST(NormalForm, DecodesOnlyUnreservedCharacters) {
  EXPECT_EQ(normal_path("/%62%61%7A%7e"), "/baz~");
  EXPECT_EQ(normal_path("/9%2f11"), "/9%2F11");
  EXPECT_EQ(normal_path("/%c3%b6"), "/%C3%B6");
}

TEST(NormalForm, EscapesCharactersThatAUrlMustNotContain) {
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

TEST(NormalForm, NormalisingAgainChangesNothing) {
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

TEST(Matcher, AStarMatchesAnyCharactersAndADollarTheEnd) {
  EXPECT_TRUE(matches("/*.php$", "/a/b.php"));
  EXPECT_FALSE(matches("/*.php$", "/a/b.php?c"));
  EXPECT_TRUE(matches("/*.php$", "/a.php.php"));
  EXPECT_TRUE(matches("/a*$", "/abc"));
  EXPECT_TRUE(matches("/$", "/"));
  EXPECT_FALSE(matches("/$", "/a"));
  EXPECT_TRUE(matches("*", "/"));
  EXPECT_FALSE(matches("/ab*ba$", "/aba"));  // the two parts must not overlap
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

// Tries every rule by the definition.
Verdict verdict_by_definition(const std::vector<Rule>& rules, std::string_view path) {
  const Rule* best = nullptr;
  for (const Rule& rule : rules) {
    if (!matches_by_definition(rule.pattern, path)) continue;
    const bool better = best == nullptr || rule.pattern.size() > best->pattern.size() ||
                        (rule.pattern.size() == best->pattern.size() && rule.allow && !best->allow);
    if (better) best = &rule;
  }
  return best == nullptr ? Verdict() : Verdict{.allowed = best->allow, .line = best->line};
}

struct RandomRules {
  size_t most;
  size_t longest_pattern;
  std::string_view characters;  // of patterns
  size_t longest_path;
};

void expect_same_as_by_definition(const RandomRules& how, int rounds) {
  std::mt19937 random(1);
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::string> patterns;
    for (size_t n = random() % how.most; n > 0; --n) {
      std::string pattern = "/";
      for (size_t i = random() % how.longest_pattern; i > 0; --i) {
        pattern += how.characters[random() % how.characters.size()];
      }
      if (random() % 5 == 0) pattern += '$';
      patterns.push_back(pattern);
    }
    std::vector<Rule> rules;
    for (const std::string& pattern : patterns) {
      const int line = static_cast<int>(rules.size()) + 1;
      rules.push_back({.pattern = pattern, .line = line, .allow = random() % 2 == 0});
    }
    const Matcher matcher(rules);
    for (int check = 0; check < 10; ++check) {
      std::string path = "/";
      for (size_t i = random() % how.longest_path; i > 0; --i) path += "ab/"[random() % 3];
      ASSERT_EQ(matcher.check(path), verdict_by_definition(rules, path)) << path;
    }
  }
}

TEST(Matcher, TheLongestMatchWinsAndAllowWinsTies) {
  expect_same_as_by_definition(
      {.most = 12, .longest_pattern = 5, .characters = "ab/*", .longest_path = 6}, 5'000);
}

// More rules than are tried one after another: their segments are looked up together.
TEST(Matcher, ManyRulesWithWildcardsAgreeWithTheDefinition) {
  expect_same_as_by_definition(
      {.most = 150, .longest_pattern = 8, .characters = "ab*", .longest_path = 12}, 1'000);
  expect_same_as_by_definition(
      {.most = 400, .longest_pattern = 12, .characters = "abab/**", .longest_path = 16}, 200);
  expect_same_as_by_definition(
      {.most = 200, .longest_pattern = 7, .characters = "a*", .longest_path = 14}, 500);
}

TEST(Matcher, ManyStarsAndALongPathTakeLittleTime) {
  std::string pattern = "/";
  for (int i = 0; i < 5'000; ++i) pattern += "*a";
  pattern += "b$";
  EXPECT_FALSE(matches(pattern, "/" + std::string(100'000, 'a')));
}

// As many rules as a robots.txt of the maximum size can have. To try each rule by itself would mean
// a search of the whole path for each.
TEST(Matcher, ManyExpensiveRulesTakeLittleTime) {
  std::vector<std::string> patterns;
  for (int i = 0; i < 27'000; ++i) patterns.push_back("/*aaaab" + std::to_string(i));
  std::vector<Rule> rules;
  for (const std::string& pattern : patterns) {
    rules.push_back({.pattern = pattern, .line = static_cast<int>(rules.size()) + 1});
  }
  const Matcher matcher(rules);
  const std::string path = "/" + std::string(2'000, 'a');
  for (int i = 0; i < 200; ++i) EXPECT_TRUE(matcher.check(path).allowed);
  EXPECT_EQ(matcher.check(path + "b26999").line, 27'000);
  EXPECT_EQ(matcher.check(path + "b2").line, 3);
}

TEST(Matcher, ManyRulesWithManySegmentsTakeLittleTime) {
  std::vector<std::string> patterns;
  for (int i = 0; i < 5'000; ++i) {
    std::string& pattern = patterns.emplace_back("/");
    for (int k = 0; k < 40; ++k) pattern += "*a";
    pattern += "*b" + std::to_string(i);
  }
  std::vector<Rule> rules;
  for (const std::string& pattern : patterns) {
    rules.push_back({.pattern = pattern, .line = static_cast<int>(rules.size()) + 1});
  }
  const Matcher matcher(rules);
  const std::string path = "/" + std::string(2'000, 'a');
  for (int i = 0; i < 50; ++i) EXPECT_TRUE(matcher.check(path).allowed);
  EXPECT_EQ(matcher.check(path + "/b4321").line, 4'322);
}

}  // namespace
}  // namespace freshet::robots
