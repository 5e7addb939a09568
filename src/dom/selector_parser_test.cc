#include "dom/selector_parser.h"

#include "gtest/gtest.h"

namespace freshet::dom {
namespace {

SelectorList parsed(std::string_view text) {
  auto list = SelectorParser(text).parse();
  EXPECT_TRUE(list) << text << ": " << (list ? "" : list.error().message);
  return list ? std::move(*list) : SelectorList{};
}

QueryError error_of(std::string_view text) {
  const auto list = SelectorParser(text).parse();
  EXPECT_FALSE(list) << text;
  return list ? QueryError{} : list.error();
}

const SimpleSelector& only_simple(const SelectorList& list) {
  return list.at(0).compounds.at(0).simple.at(0);
}

NthTest nth(std::string_view formula) {
  const SelectorList list = parsed(":nth-child(" + std::string(formula) + ")");
  return list.empty() ? NthTest{} : std::get<NthTest>(only_simple(list));
}

TEST(SelectorParser, CompoundsAreKeptFromRightToLeft) {
  const SelectorList list = parsed("a > b  c+d ~ e");
  ASSERT_EQ(list.size(), 1u);
  const auto& compounds = list[0].compounds;
  ASSERT_EQ(compounds.size(), 5u);
  EXPECT_EQ(std::get<TypeTest>(compounds[0].simple[0]).name, "e");
  EXPECT_EQ(compounds[0].combinator, Combinator::kNone);
  EXPECT_EQ(compounds[1].combinator, Combinator::kLaterSibling);
  EXPECT_EQ(compounds[2].combinator, Combinator::kNextSibling);
  EXPECT_EQ(compounds[3].combinator, Combinator::kDescendant);
  EXPECT_EQ(compounds[4].combinator, Combinator::kChild);
}

TEST(SelectorParser, EscapesAreDecoded) {
  EXPECT_EQ(std::get<IdTest>(only_simple(parsed("#\\31 23"))).id, "123");
  EXPECT_EQ(std::get<IdTest>(only_simple(parsed("#a\\:b"))).id, "a:b");
  EXPECT_EQ(std::get<ClassTest>(only_simple(parsed(".\\e9"))).name, "\xC3\xA9");
  EXPECT_EQ(std::get<ClassTest>(only_simple(parsed(".\\110000 x"))).name, "\xEF\xBF\xBDx");
  EXPECT_EQ(std::get<AttributeTest>(only_simple(parsed("[a='x\\\ny\\27']"))).value, "xy'");
}

TEST(SelectorParser, CommentIsNoCombinator) {
  EXPECT_EQ(parsed("a/* */.b")[0].compounds.size(), 1u);
  EXPECT_EQ(parsed("a/* */ .b")[0].compounds.size(), 2u);
  EXPECT_EQ(error_of("a/**/b").at, 5u);
}

TEST(SelectorParser, FormulasOfCssSyntaxAreRead) {
  struct Case {
    std::string_view text;
    int step, offset;
  };
  const Case cases[] = {{"odd", 2, 1},
                        {"EVEN", 2, 0},
                        {"3", 0, 3},
                        {"-3", 0, -3},
                        {"n", 1, 0},
                        {"-N", -1, 0},
                        {"+n+3", 1, 3},
                        {" 2n - 1 ", 2, -1},
                        {"-3n+ 7", -3, 7},
                        {"0n+1", 0, 1},
                        {"n\n+\n2", 1, 2},
                        {"2n -1", 2, -1},
                        {"99999999999", 0, 1'000'000'000}};
  for (const Case& c : cases) {
    EXPECT_EQ(nth(c.text).step, c.step) << c.text;
    EXPECT_EQ(nth(c.text).offset, c.offset) << c.text;
  }
}

TEST(SelectorParser, WhatIsNoFormulaIsAnError) {
  for (const char* text : {"", "+ n", "2nx", "n-+1", "3.5", "- 3", "+odd", "n+", "n-b1", "a"}) {
    EXPECT_EQ(error_of(":nth-child(" + std::string(text) + ")").at, 11u) << text;
  }
  for (const char* text : {"2 n", "n 3", "n -2 3"}) {
    error_of(":nth-child(" + std::string(text) + ")");
  }
}

TEST(SelectorParser, OnlyIsAndWhereForgive) {
  EXPECT_EQ(std::get<ListTest>(only_simple(parsed(":is(a, :nope, [x=')'], b{,}, c)"))).list.size(),
            3u);
  EXPECT_TRUE(std::get<ListTest>(only_simple(parsed(":where()"))).list.empty());
  error_of(":not()");
  error_of(":not(a, :nope)");
  error_of(":has()");
  error_of(":nth-child(2 of )");
  error_of("a, :nope");
  error_of(":is(a, ])");
}

TEST(SelectorParser, WhatIsOpenAtTheEndCountsAsClosed) {
  EXPECT_EQ(std::get<AttributeTest>(only_simple(parsed("[a='x y"))).value, "x y");
  EXPECT_EQ(std::get<ListTest>(only_simple(parsed(":not(a, b"))).list.size(), 2u);
}

TEST(SelectorParser, ErrorsSayWhereAndWhatWasExpected) {
  struct Case {
    std::string_view text;
    size_t at;
    std::string_view message;
  };
  const Case cases[] = {
      {"", 0, "expected a selector, not the end"},
      {"div >", 5, "expected a selector, not the end"},
      {"div, ", 5, "expected a selector, not the end"},
      {".5cm", 1, "expected the name of a class after \".\", not \"5\""},
      {"p#", 2, "expected an id after \"#\", not the end"},
      {"a & b", 2, "expected a selector, not \"&\""},
      {"a)", 1, "expected a combinator, a comma or the end, not \")\""},
      {"[a=b c]", 5, "expected \"i\", \"s\" or \"]\", not \"c\""},
      {"[a!=b]", 2, "expected \"=\", \"~=\", \"|=\", \"^=\", \"$=\", \"*=\" or \"]\", not \"!\""},
      {"p:nope", 1, "there is no pseudo-class \":nope\""},
      {"p:text(x)", 1, "there is no pseudo-class \":text()\""},
      {"p:not", 5, "expected \"(\" after \":not\", not the end"},
      {"p::before", 1, "\"before\" is a pseudo-element, which is no element of the page"},
      {"p:after", 1, "\"after\" is a pseudo-element, which is no element of the page"},
      {"x|p", 0, "namespace prefix \"x\" is not declared; only \"*|\" can stand here"},
      {":has(a:has(b))", 6, ":has() cannot stand inside :has()"},
      {"[a='\n']", 3, "expected a name, or a string in quotes on one line, not \"'\""},
  };
  for (const Case& c : cases) {
    const QueryError error = error_of(c.text);
    EXPECT_EQ(error.message, c.message) << c.text;
    EXPECT_EQ(error.at, c.at) << c.text;
  }
}

TEST(SelectorParser, LimitsAreErrorsEvenWhereListsForgive) {
  std::string deep, wide;
  for (int i = 0; i < 17; ++i) deep += ":is(";
  EXPECT_EQ(error_of(deep + "a").message, "the selector is nested more than 16 levels deep");
  for (int i = 0; i < 257; ++i) wide += "a ";
  EXPECT_EQ(error_of(wide).message, "the selector has more than 256 compound selectors");
  error_of(":is(" + wide + ")");
  error_of(std::string(5000, 'a'));
  parsed(deep.substr(4) + "a");
}

TEST(SelectorParser, ReachOfRelativeSelectorsIsAsSmallAsPossible) {
  const auto reach = [](std::string_view relative) {
    const SelectorList list = parsed(":has(" + std::string(relative) + ")");
    return std::get<ListTest>(only_simple(list)).list.at(0).reach;
  };
  EXPECT_EQ(reach("a"), Reach::kDescendants);
  EXPECT_EQ(reach("> a"), Reach::kChildren);
  EXPECT_EQ(reach("> a + b"), Reach::kDescendants);
  EXPECT_EQ(reach("+ a"), Reach::kNextSibling);
  EXPECT_EQ(reach("+ a + b"), Reach::kLaterSiblings);
  EXPECT_EQ(reach("~ a > b"), Reach::kLaterSubtrees);
}

}  // namespace
}  // namespace freshet::dom
