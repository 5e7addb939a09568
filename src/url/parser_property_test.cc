// Compares the parser with a literal implementation of the URL Standard's steps on random input.
#include <gtest/gtest.h>

#include <random>

#include "url/canonical.h"
#include "url/state_machine.h"
#include "url/surt.h"
#include "url/url.h"

namespace freshet::url {
namespace {

constexpr uint64_t kSeed = 20240501;
constexpr int kRounds = 60000;

using namespace std::string_view_literals;

// Fragments of input, many of them with a special meaning for the parser.
constexpr std::string_view kPieces[] = {
    "http:",
    "https:",
    "HTTP:",
    "file:",
    "foo:",
    "ws:",
    "ftp:",
    "//",
    "/",
    "\\",
    "///",
    "?",
    "#",
    ":",
    "@",
    ":80",
    ":443",
    ":0",
    ":8080",
    ":65536",
    ":x",
    ".",
    "..",
    "/.",
    "/..",
    "/../",
    "/./",
    "%2e",
    "%2E",
    "/%2e",
    "%2e%2e",
    "%",
    "%4",
    "%41",
    "%7e",
    "%2f",
    "%C3%A9",
    "\xC3\xA9",
    "\xFF",
    "\xE2\x82",
    "\xE2\x82\xAC",
    " ",
    "\t",
    "\n",
    "\0"sv,
    "\x1F",
    "a",
    "b",
    "abc",
    "A",
    "example",
    "example.com",
    "Example.ORG",
    "1",
    "127.1",
    "0x7f",
    "1.2.3.4",
    "[::1]",
    "[1::]",
    "[",
    "]",
    "xn--",
    "b\xC3\xBC"
    "cher",
    "C:",
    "C|",
    "/C:",
    "/c|/",
    "localhost",
    "user",
    "user:pass@",
    "@@",
    "^",
    "|",
    "{",
    "}",
    "`",
    "\"",
    "'",
    "<",
    ">",
    "=",
    "&",
    ";",
    "+",
    "(",
    ")",
    ";jsessionid=1",
    "sid=1",
    "utm_source=x",
    "amp;",
    "x=1",
    "~",
    "_",
    "-",
    "\xC2\xAD",
    "\xEF\xBC\x8E",
    "*",
    ",",
    "!",
    "$",
};

constexpr std::string_view kOrdinary[] = {
    "https://www.example.com/",
    "http://example.org/a/b/c.html?x=1&y=2#top",
    "/a/b/",
    "../c/d.html",
    "?q=a+b&utm_source=mail",
    "#fragment",
    "//cdn.example.net/app.js",
    "index.php?sid=12&id=3",
    "https://user:pw@example.com:8443/x/../y/./z?a=%41%7e&b=%zz",
    "file:///C:/dir/file.txt",
    "mailto:someone@example.com",
    "foo:/bar/../baz",
    "foo://host/a//b",
    "/a;jsessionid=0A1B/b?x",
    "https://b\xC3\xBC"
    "cher.example/\xC3\xA9?\xC3\xA9",
};

class Generator {
 public:
  explicit Generator(uint64_t seed) : random_(seed) {}

  size_t below(size_t n) { return std::uniform_int_distribution<size_t>(0, n - 1)(random_); }

  std::string input() {
    std::string text;
    if (below(2) == 0) {
      text = kOrdinary[below(std::size(kOrdinary))];
      for (size_t changes = below(4); changes > 0; --changes) mutate(text);
    } else {
      for (size_t pieces = below(9); pieces > 0; --pieces)
        text += kPieces[below(std::size(kPieces))];
    }
    return text;
  }

 private:
  void mutate(std::string& text) {
    const size_t at = below(text.size() + 1);
    switch (below(4)) {
      case 0: text.insert(at, kPieces[below(std::size(kPieces))]); break;
      case 1: text.erase(at, below(4)); break;
      case 2: text.insert(at, 1, static_cast<char>(below(256))); break;
      default: text.insert(at, text.substr(below(text.size() + 1), below(8))); break;
    }
  }

  std::mt19937_64 random_;
};

std::string shown(std::string_view text) {
  return testing::PrintToString(std::string(text));
}

// Expects that the serialised URL parses to the same parts.
void expect_round_trip(const Url& url, const std::string& from) {
  const auto again = parse(url.href());
  ASSERT_TRUE(again) << from;
  EXPECT_EQ(again->href(), url.href()) << from;
  EXPECT_EQ(again->scheme(), url.scheme()) << from;
  EXPECT_EQ(again->username(), url.username()) << from;
  EXPECT_EQ(again->password(), url.password()) << from;
  EXPECT_EQ(again->host(), url.host()) << from;
  EXPECT_EQ(again->port(), url.port()) << from;
  EXPECT_EQ(again->path(), url.path()) << from;
  EXPECT_EQ(again->query(), url.query()) << from;
  EXPECT_EQ(again->fragment(), url.fragment()) << from;
}

TEST(ParserProperty, ParseAgreesWithTheStateMachineOfTheStandard) {
  RecordProperty("seed", std::to_string(kSeed));
  Generator generator(kSeed);
  int parsed = 0;
  for (int round = 0; round < kRounds; ++round) {
    const std::string input = generator.input();
    const std::string from = "seed " + std::to_string(kSeed) + ": " + shown(input);
    const auto got = parse(input);
    const auto expected = parse_by_state_machine(input, std::nullopt);
    ASSERT_EQ(got ? std::optional(std::string(got->href())) : std::nullopt, expected) << from;
    if (got) {
      ++parsed;
      expect_round_trip(*got, from);
    }
  }
  EXPECT_GT(parsed, kRounds / 5);
}

TEST(ParserProperty, ResolveAgreesWithTheStateMachineOfTheStandard) {
  RecordProperty("seed", std::to_string(kSeed));
  Generator generator(kSeed + 1);
  int resolved = 0;
  for (int round = 0; round < kRounds; ++round) {
    const std::string base_text = generator.input();
    const auto base = parse(base_text);
    if (!base) continue;
    const std::string input = generator.input();
    const std::string from = shown(input) + " at " + shown(base_text);
    const auto got = resolve(input, *base);
    const auto expected = parse_by_state_machine(input, base_text);
    ASSERT_EQ(got ? std::optional(std::string(got->href())) : std::nullopt, expected) << from;
    if (got) {
      ++resolved;
      expect_round_trip(*got, from);
    }
  }
  EXPECT_GT(resolved, kRounds / 8);
}

TEST(CanonicalProperty, CanonicalFormIsAFixedPoint) {
  RecordProperty("seed", std::to_string(kSeed));
  Generator generator(kSeed + 2);
  CanonicalRules sorting = CanonicalRules::defaults();
  sorting.sort_query = true;
  const Canonicalizer canonicalizers[] = {Canonicalizer(), Canonicalizer(sorting)};
  const Url base = parse("https://example.com/dir/page;sid=1?x=1&sid=2").value();
  int compared = 0;
  for (int round = 0; round < kRounds; ++round) {
    const std::string input = generator.input();
    const auto url = resolve(input, base);
    if (!url || !url->is_web()) continue;
    for (const Canonicalizer& canonicalizer : canonicalizers) {
      const auto once = canonicalizer.canonical(*url);
      ASSERT_TRUE(once);
      const auto reparsed = parse(once->text());
      ASSERT_TRUE(reparsed) << shown(input);
      ASSERT_EQ(reparsed->href(), once->text()) << shown(input);
      ASSERT_EQ(canonicalizer.canonical(*reparsed), once) << shown(input);
      ++compared;
    }
    EXPECT_FALSE(surt(*url).empty());
  }
  EXPECT_GT(compared, kRounds / 2);
}

}  // namespace
}  // namespace freshet::url
