#include "dom/selector.h"

#include "gtest/gtest.h"

namespace freshet::dom {
namespace {

// The ids of the elements that are selected.
std::string select_in(const Document& document, NodeId scope, std::string_view text,
                      WorkBudget& budget) {
  const auto selector = Selector::parse(text);
  EXPECT_TRUE(selector) << text << ": " << (selector ? "" : selector.error().message);
  if (!selector) return "";
  std::string ids;
  for (const NodeId id : selector->select(document, scope, SIZE_MAX, budget)) {
    ids += (ids.empty() ? "" : " ") + std::string(document[id].attribute("id").value_or("-"));
  }
  return ids;
}

std::string select(std::string_view html, std::string_view text) {
  WorkBudget budget;
  return select_in(parse_document(html), kDocumentNode, text, budget);
}

NodeId element(const Document& document, std::string_view selector) {
  WorkBudget budget;
  const auto found = Selector::parse(selector)->select(document, kDocumentNode, 1, budget);
  return found.empty() ? kNoNode : found[0];
}

TEST(Selector, CombinatorsRelateNeighbours) {
  const std::string_view html =
      "<div id=a><p id=b></p>text<p id=c><i id=d></i></p><!-- --><b id=e></b></div>";
  EXPECT_EQ(select(html, "div > p"), "b c");
  EXPECT_EQ(select(html, "body > p"), "");
  EXPECT_EQ(select(html, "body i"), "d");
  EXPECT_EQ(select(html, "p + p"), "c");
  EXPECT_EQ(select(html, "#b + b"), "");
  EXPECT_EQ(select(html, "#b ~ *"), "c e");
  EXPECT_EQ(select(html, "e, #b ~ p i, div"), "a d");
}

TEST(Selector, FartherCandidatesAreTriedWhenNearerOnesFail) {
  // The nearest p that is an ancestor of i has no #x before it.
  EXPECT_EQ(
      select("<b id=x></b><section><section><i id=i></i></section></section>", "#x + section i"),
      "i");
  EXPECT_EQ(select("<div class=a><div><div><i id=i>", ".a > div i"), "i");
  EXPECT_EQ(select("<u></u><b></b><b></b><i id=i></i>", "u + b ~ i"), "i");
  EXPECT_EQ(select("<div><u></u><b><i></i></b></div><div><b><i id=i></i></b></div>",
                   "u ~ b > i, div + div i"),
            "- i");
  EXPECT_EQ(select("<a class=x><b></b></a><p><s></s><a></a><b><i id=i></i></b></p>", "s + a ~ b i"),
            "i");
}

TEST(Selector, AncestorsOutsideTheScopeCount) {
  const Document document = parse_document("<div id=a><div id=b><p id=c></p></div></div>");
  WorkBudget budget;
  const NodeId b = element(document, "#b");
  EXPECT_EQ(select_in(document, b, "#a p", budget), "c");
  EXPECT_EQ(select_in(document, b, "div", budget), "");
  EXPECT_EQ(select_in(document, b, ":scope > p", budget), "c");
  EXPECT_EQ(select_in(document, b, "#a > :scope p", budget), "c");
  EXPECT_EQ(select_in(document, kDocumentNode, ":scope > body > div", budget), "a");
}

TEST(Selector, NamesMatchWithoutCaseInHtmlAndWithCaseInSvg) {
  const std::string_view html =
      "<DIV id=a DATA-x=1></DIV><svg id=s viewBox='0 0 1 1'><linearGradient id=g "
      "xlink:href=#x></linearGradient></svg>";
  EXPECT_EQ(select(html, "DiV[Data-X]"), "a");
  EXPECT_EQ(select(html, "linearGradient"), "g");
  EXPECT_EQ(select(html, "lineargradient"), "");
  EXPECT_EQ(select(html, "[viewBox]"), "s");
  EXPECT_EQ(select(html, "[viewbox]"), "");
  EXPECT_EQ(select(html, "[*|href]"), "g");
  EXPECT_EQ(select(html, "*|svg, |div"), "s");
}

TEST(Selector, AttributeOperatorsCompareValues) {
  const std::string_view html =
      "<p id=a title='one two'></p><p id=b title=en-US></p><p id=c title></p><p id=d title=ONE>";
  EXPECT_EQ(select(html, "[title]"), "a b c d");
  EXPECT_EQ(select(html, "[title='']"), "c");
  EXPECT_EQ(select(html, "[title~=two]"), "a");
  EXPECT_EQ(select(html, "[title~='one two'], [title~='']"), "");
  EXPECT_EQ(select(html, "[title|=en]"), "b");
  EXPECT_EQ(select(html, "[title^=one i]"), "a d");
  EXPECT_EQ(select(html, "[title$=US]"), "b");
  EXPECT_EQ(select(html, "[title*='e t']"), "a");
  EXPECT_EQ(select(html, "[title^=''], [title$=''], [title*='']"), "");
}

TEST(Selector, ListedAttributesIgnoreTheCaseOfValuesInHtml) {
  const std::string_view html = "<input id=a type=TEXT><svg id=b type=TEXT></svg>";
  EXPECT_EQ(select(html, "[type=text]"), "a");
  EXPECT_EQ(select(html, "[type=text s]"), "");
  EXPECT_EQ(select(html, "[type=text i]"), "a b");
}

TEST(Selector, ClassesAreWholeWords) {
  const std::string_view html = "<p id=a class='x y'></p><p id=b class='xy'></p><p id=c class=X>";
  EXPECT_EQ(select(html, ".x"), "a");
  EXPECT_EQ(select(html, ".y.x"), "a");
  EXPECT_EQ(select(html, "p.xy"), "b");
}

TEST(Selector, SiblingsAreCountedFromBothEnds) {
  const std::string_view html =
      "<ul>x<li id=1></li><b id=2></b><li id=3></li><li id=4 class=k></li><b id=5 class=k></b>";
  EXPECT_EQ(select(html, "ul > :nth-child(odd)"), "1 3 5");
  EXPECT_EQ(select(html, "ul > :nth-child(-n+2)"), "1 2");
  EXPECT_EQ(select(html, "ul > :nth-last-child(2)"), "4");
  EXPECT_EQ(select(html, "li:nth-of-type(2), b:nth-last-of-type(2)"), "2 3");
  EXPECT_EQ(select(html, "ul > :first-child, ul > :last-child"), "1 5");
  EXPECT_EQ(select(html, "li:first-of-type, b:last-of-type"), "1 5");
  EXPECT_EQ(select(html, "ul:only-child, li:only-of-type"), "-");
  EXPECT_EQ(select(html, ":nth-child(2 of .k, b)"), "4");
  EXPECT_EQ(select(html, ":nth-last-child(1 of li)"), "4");
  EXPECT_EQ(select(html, ":root:first-child:only-of-type"), "-");
}

TEST(Selector, ManySiblingsAreCountedInLinearTime) {
  constexpr int kRows = 20'000;
  std::string html = "<div>";
  for (int i = 1; i <= kRows; ++i) {
    html += (i % 2 == 0 ? "<p id=p" : "<i id=p") + std::to_string(i) + ">" +
            (i % 2 == 0 ? "</p>" : "</i>");
  }
  const Document document = parse_document(html);
  for (const auto& [selector, expected] : {std::pair{"div > :nth-child(10000)", "p10000"},
                                           {"div > :nth-last-child(10000)", "p10001"},
                                           {"p:nth-of-type(5000)", "p10000"},
                                           {"i:nth-last-of-type(5000)", "p10001"},
                                           {":nth-child(5000 of p)", "p10000"}}) {
    WorkBudget budget{.steps = 100 * kRows};
    EXPECT_EQ(select_in(document, kDocumentNode, selector, budget), expected);
  }
}

TEST(Selector, HasLooksWhereItsCombinatorPoints) {
  const std::string_view html =
      "<div id=a><p id=b><i id=c></i></p><p id=d></p><u id=e><i id=f></i></u></div>";
  EXPECT_EQ(select(html, "#a :has(i)"), "b e");
  EXPECT_EQ(select(html, "div:has(> i), div:has(> p > i)"), "a");
  EXPECT_EQ(select(html, "p:has(+ u)"), "d");
  EXPECT_EQ(select(html, "p:has(~ u)"), "b d");
  EXPECT_EQ(select(html, "p:has(~ u i, nope)"), "b d");
  EXPECT_EQ(select(html, "p:has(+ u > i):not(:has(*))"), "d");
  EXPECT_EQ(select(html, "p:has(div i)"), "");  // the div would have to be inside the p
  EXPECT_EQ(select(html, "p:has(:is(div i))"), "b");
}

TEST(Selector, LanguageIsInherited) {
  const std::string_view html =
      "<div id=a lang=de-Latn-CH><p id=b></p><p id=c lang=''></p><p id=d lang=den></p></div>";
  EXPECT_EQ(select(html, ":lang(de)"), "a b");
  EXPECT_EQ(select(html, ":lang('*-ch', en)"), "a b");
  EXPECT_EQ(select(html, "p:lang(de-CH)"), "b");
  EXPECT_EQ(select(html, "p:lang('')"), "c");
}

TEST(Selector, ControlsAreDisabledByTheirFieldset) {
  const std::string_view html =
      "<fieldset id=f disabled><legend><input id=a></legend><legend><input id=b></legend>"
      "<input id=c></fieldset><select id=s><optgroup disabled id=g><option id=o></optgroup>"
      "<option id=p selected></select><input id=d type=radio checked><a id=l href></a><a id=m></a>";
  EXPECT_EQ(select(html, ":disabled"), "f b c g o");
  EXPECT_EQ(select(html, ":enabled"), "a s p d");
  EXPECT_EQ(select(html, ":checked"), "p d");
  EXPECT_EQ(select(html, ":any-link, :link"), "l");
  EXPECT_EQ(select(html, "a:not(:hover, :visited)"), "l m");
}

TEST(Selector, EmptyElementsHaveNoTextAndNoElements) {
  EXPECT_EQ(select("<p id=a></p><p id=b> </p><p id=c><!-- --></p><p id=d><b></b></p>", "p:empty"),
            "a c");
}

TEST(Selector, AtMostTheWantedNumberIsSelected) {
  const Document document = parse_document("<p><p><p>");
  WorkBudget budget;
  EXPECT_EQ(Selector::parse("p")->select(document, kDocumentNode, 2, budget).size(), 2u);
  EXPECT_TRUE(Selector::parse("p")->select(document, kDocumentNode, 0, budget).empty());
}

TEST(Selector, TextIsNoMatch) {
  const Document document = parse_document("<p id=a>text");
  WorkBudget budget;
  const NodeId p = element(document, "p");
  EXPECT_TRUE(Selector::parse("*")->matches(document, p, kDocumentNode, budget));
  EXPECT_FALSE(
      Selector::parse("*")->matches(document, document[p].first_child, kDocumentNode, budget));
}

// A page on which everything is as deep and as wide as the limits of the tree allow.
Document hostile_page() {
  std::string html;
  for (int i = 0; i < 500; ++i) html += "<div class=a>";
  for (int i = 0; i < 20'000; ++i) html += "<i class='a b'></i>";
  return parse_document(html);
}

TEST(Selector, WorkEndsAtTheBudget) {
  const Document document = hostile_page();
  for (const char* selector :
       {"* * * * * * * * x *", "x ~ * ~ * + * ~ *", ":has(:is(* * x))", "*:not(:has(x))",
        ":nth-child(1000001 of :nth-child(n of * ~ i))", ":is(x ~ i, :where(x ~ * i))",
        ":has(~ * ~ x, + * i x)", "i:lang(x)", "x > * * ~ * * ~ *"}) {
    WorkBudget budget{.steps = 300'000};
    select_in(document, kDocumentNode, selector, budget);
    EXPECT_EQ(budget.steps, 0u) << selector;
  }
}

TEST(Selector, NothingMatchesWhenTheBudgetIsSpent) {
  const Document document = parse_document("<p id=a><b></b></p><p id=b>");
  WorkBudget budget{.steps = 9};
  EXPECT_EQ(select_in(document, kDocumentNode, "p:not(:has(i))", budget), "");
  EXPECT_EQ(budget.steps, 0u);
  EXPECT_FALSE(
      Selector::parse("*")->matches(document, element(document, "p"), kDocumentNode, budget));
}

TEST(Selector, LongAttributesAreCharged) {
  const std::string value(20'000, 'a');
  std::string html = "<p title='" + value + "'>";
  for (int i = 0; i < 100; ++i) html += "<b></b>";
  const Document document = parse_document(html);
  WorkBudget budget{.steps = 1'000'000};
  const std::string part(2000, 'a');
  select_in(document, kDocumentNode, "[title*='" + part + "b'] b", budget);
  EXPECT_EQ(budget.steps, 0u);
}

}  // namespace
}  // namespace freshet::dom
