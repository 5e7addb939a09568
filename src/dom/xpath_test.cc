#include "dom/xpath.h"

#include "gtest/gtest.h"

namespace freshet::dom {
namespace {

constexpr std::string_view kPage =
    "<!doctype html><title>T</title><h1 id=top class='a b'>One</h1>"
    "<ul><li>1<li>2<li class=x>3</ul>"
    "<dl><dt>k<dd>v<dd>w<dt>l<dd>u</dl>"
    "<p><a href=/a>A</a> and <a href=/b>B <b>bold</b></a>"
    "<p class=price> 12.50  EUR </p><svg viewBox=1><linearGradient/></svg>";

// Returns the names of elements, the texts in quotes and the strings that an expression yields.
std::string results(std::string_view expression, std::string_view page = kPage,
                    std::string_view from = "", size_t most = 100) {
  const auto xpath = XPath::parse(expression);
  if (!xpath) return "error: " + xpath.error().message;
  const Document document = parse_document(page);
  const XPathDocument tree(document);
  WorkBudget budget;
  NodeId context = kDocumentNode;
  if (!from.empty()) context = XPath::parse(from)->evaluate(tree, kDocumentNode, 1, budget)[0].node;
  std::string out;
  for (const XPathItem& item : xpath->evaluate(tree, context, most, budget)) {
    if (!out.empty()) out += ' ';
    if (item.node == kNoNode)
      out += item.text;
    else if (document[item.node].kind == NodeKind::kText)
      out += '"' + std::string(document[item.node].text) + '"';
    else
      out += std::string(document[item.node].name);
  }
  return out;
}

QueryError error_of(std::string_view expression) {
  const auto xpath = XPath::parse(expression);
  EXPECT_FALSE(xpath) << expression;
  return xpath ? QueryError{} : xpath.error();
}

TEST(XPath, PathsSelectNodesInDocumentOrder) {
  EXPECT_EQ(results("/html/head/title"), "title");
  EXPECT_EQ(results("//li/text()"), "\"1\" \"2\" \"3\"");
  EXPECT_EQ(results("//a | //h1 | //title"), "title h1 a a");
  EXPECT_EQ(results("/"), "");
  EXPECT_EQ(results("//*[@class]"), "h1 li p");
  EXPECT_EQ(results("//B/.."), "a") << "HTML names match in any case";
  EXPECT_EQ(results("//linearGradient"), "linearGradient");
  EXPECT_EQ(results("//svg/@viewBox"), "1");
}

TEST(XPath, AttributesAreStrings) {
  EXPECT_EQ(results("//a/@href"), "/a /b");
  EXPECT_EQ(results("//h1/@*"), "top a b");
  EXPECT_EQ(results("//@href/.."), "a a");
  EXPECT_EQ(results("//a[not(@class) and @href]"), "a a");
}

TEST(XPath, PredicatesCountInTheOrderOfTheAxis) {
  EXPECT_EQ(results("//li[2]/text()"), "\"2\"");
  EXPECT_EQ(results("//li[last()]/text()"), "\"3\"");
  EXPECT_EQ(results("//li[position() > 1]/text()"), "\"2\" \"3\"");
  EXPECT_EQ(results("//li[3]/preceding-sibling::li[1]/text()"), "\"2\"");
  EXPECT_EQ(results("(//li[3]/preceding-sibling::li)[1]/text()"), "\"1\"");
  EXPECT_EQ(results("//dt/following-sibling::dd[1]/text()"), "\"v\" \"u\"");
  EXPECT_EQ(results("//li[@class][1]/text()"), "\"3\"");
  EXPECT_EQ(results("//a[b][@href='/b']"), "a");
  EXPECT_EQ(results("//b/ancestor::*[2]"), "p");
}

TEST(XPath, EveryAxisHasItsNodes) {
  EXPECT_EQ(results("//b/ancestor::*"), "html body p a");
  EXPECT_EQ(results("//b/ancestor-or-self::a"), "a");
  EXPECT_EQ(results("//ul/descendant::text()"), "\"1\" \"2\" \"3\"");
  EXPECT_EQ(results("//ul/descendant-or-self::*"), "ul li li li");
  EXPECT_EQ(results("//dd[2]/preceding::li/text()"), "\"1\" \"2\" \"3\"");
  EXPECT_EQ(results("//dt[2]/preceding::*[2]/text()"), "\"v\"");
  EXPECT_EQ(results("//dl/following::a"), "a a");
  EXPECT_EQ(results("//li[1]/following-sibling::*"), "li li");
  EXPECT_EQ(results("//ul/self::ul | //ul/self::ol"), "ul");
  EXPECT_EQ(results("//a/namespace::*"), "");
  EXPECT_EQ(results("//comment() | //processing-instruction('x')"), "");
}

TEST(XPath, ContextsInsideEachOtherYieldEachNodeOnce) {
  const std::string_view page = "<div><div><p>1</p></div><p>2</p></div><p>3</p>";
  EXPECT_EQ(results("//div//p", page), "p p");
  EXPECT_EQ(results("//p/ancestor::div", page), "div div");
  EXPECT_EQ(results("//p/preceding::p/text()", page), "\"1\" \"2\"");
  EXPECT_EQ(results("//p/following::p/text()", page), "\"2\" \"3\"");
  EXPECT_EQ(results("//div//p[1]/text()", page), "\"1\" \"2\"");
  EXPECT_EQ(results("(//div//p)[2]/text()", page), "\"2\"");
}

TEST(XPath, RelativePathsBeginAtTheContext) {
  EXPECT_EQ(results("li[1]/text()", kPage, "//ul"), "\"1\"");
  EXPECT_EQ(results(".//b", kPage, "//p"), "b");
  EXPECT_EQ(results("..", kPage, "//li"), "ul");
  EXPECT_EQ(results("/html/body/h1", kPage, "//li"), "h1");
  EXPECT_EQ(results("string()", kPage, "//a[2]"), "B bold");
}

TEST(XPath, StringFunctions) {
  EXPECT_EQ(results("normalize-space(//p[@class='price'])"), "12.50 EUR");
  EXPECT_EQ(results("substring-before(normalize-space(//p[@class='price']), ' ')"), "12.50");
  EXPECT_EQ(results("substring-after('a=b=c', '=')"), "b=c");
  EXPECT_EQ(results("substring('12345', 2, 3)"), "234");
  EXPECT_EQ(results("substring('12345', 1.5, 2.6)"), "234");
  EXPECT_EQ(results("substring('12345', 0 div 0)"), "");
  EXPECT_EQ(results("concat(//a[1], '-', 1 + 1, true())"), "A-2true");
  EXPECT_EQ(results("translate('--aaa--', 'abc-', 'ABC')"), "AAA");
  EXPECT_EQ(results("string-length('\xC3\xA4\xE2\x82\xAC')"), "2");
  EXPECT_EQ(results("contains('abc', 'b') and starts-with('abc', 'a') and not(contains('', 'x'))"),
            "true");
  EXPECT_EQ(results("//a[contains(., 'bold')]/@href"), "/b");
  EXPECT_EQ(results("name(//svg/*)"), "linearGradient");
}

TEST(XPath, NumbersAreWrittenAsInXPath) {
  EXPECT_EQ(results("1 div 4 + 2 * 3 - -1"), "7.25");
  EXPECT_EQ(results("7 mod 4 * 1000000"), "3000000");
  EXPECT_EQ(results("-7 mod 4"), "-3");
  EXPECT_EQ(results("1 div 0"), "Infinity");
  EXPECT_EQ(results("number('x')"), "NaN");
  EXPECT_EQ(results("-0"), "0");
  EXPECT_EQ(results("round(-2.5) + floor(1.9) + ceiling(0.1)"), "0");
  EXPECT_EQ(results("count(//li) = 3 and sum(//li) = 6"), "true");
  EXPECT_EQ(results("number(' -1.50 ')"), "-1.5");
  EXPECT_EQ(results("10000000000000000000000"), "10000000000000000000000");
}

TEST(XPath, ComparisonsWithNodesHoldIfOneDoes) {
  EXPECT_EQ(results("//li = 2"), "true");
  EXPECT_EQ(results("//li != 2"), "true");
  EXPECT_EQ(results("//li[. != 2]/text()"), "\"1\" \"3\"");
  EXPECT_EQ(results("//li > 2"), "true");
  EXPECT_EQ(results("4 > //li"), "true");
  EXPECT_EQ(results("0 > //li"), "false");
  EXPECT_EQ(results("//li = //dd"), "false");
  EXPECT_EQ(results("//li < //li"), "true");
  EXPECT_EQ(results("//title != //title"), "false");
  EXPECT_EQ(results("//ol = false()"), "true");
  EXPECT_EQ(results("//ol = ''"), "false");
}

TEST(XPath, IdAndLanguage) {
  EXPECT_EQ(results("id('x top')"), "h1");
  EXPECT_EQ(results("//p[lang('de')]", "<div lang=de-AT><p>x</div><p>y"), "p");
}

TEST(XPath, NamesOfOperatorsMayBeNamesOfElements) {
  EXPECT_EQ(results("//div[div]/div", "<div><div></div></div>"), "div");
  EXPECT_EQ(results("4 div 2"), "2");
  EXPECT_EQ(results("count(//*) * 2 > 1"), "true");
  EXPECT_EQ(results("count(*) * count(*)"), "1");
}

TEST(XPath, AtMostTheWantedNumberOfItemsIsReturned) {
  EXPECT_EQ(results("//li", kPage, "", 2), "li li");
  EXPECT_EQ(results("'x'", kPage, "", 0), "");
}

TEST(XPath, ErrorsSayWhatWasExpectedAndWhere) {
  EXPECT_EQ(error_of("//li[").at, 5u);
  EXPECT_EQ(error_of("//li[").message, "expected an expression, found the end");
  EXPECT_EQ(error_of("//li]").message, "expected an operator or the end, found \"]\"");
  EXPECT_EQ(error_of("//foo::bar").message, "there is no axis \"foo\"");
  EXPECT_EQ(error_of("  frob(1)").at, 2u);
  EXPECT_EQ(error_of("contains('x')").message, "contains() has a wrong number of arguments");
  EXPECT_EQ(error_of("//a[@href = 'x]").message, "a quote is not closed");
  EXPECT_EQ(error_of("$x").message, "variables are not supported");
  EXPECT_EQ(error_of("").message, "expected an expression, found the end");
  EXPECT_EQ(error_of("a b").at, 2u);
  EXPECT_EQ(error_of("//a/").at, 4u);
}

TEST(XPath, ExpressionsHaveLimits) {
  std::string nested(200, '(');
  EXPECT_EQ(error_of(nested).message, "the expression is nested too deeply");
  std::string sum = "1";
  for (int i = 0; i < 2000; ++i) sum += "+1";
  EXPECT_EQ(error_of(sum).message, "the expression is too long");
}

TEST(XPath, StepsFromValuesYieldNothing) {
  EXPECT_EQ(results("string(//a)/b"), "");
  EXPECT_EQ(results("1 | 2"), "");
  EXPECT_EQ(results("count('x')"), "");
}

TEST(XPathBudget, AnExpressionBeyondItYieldsNothing) {
  const Document document = parse_document(kPage);
  const XPathDocument tree(document);
  WorkBudget small = {.steps = 10};
  EXPECT_TRUE(XPath::parse("//li")->evaluate(tree, kDocumentNode, 9, small).empty());
  EXPECT_EQ(small.steps, 0u);
  WorkBudget large;
  const uint64_t before = large.steps;
  EXPECT_EQ(XPath::parse("//li")->evaluate(tree, kDocumentNode, 9, large).size(), 3u);
  EXPECT_LT(large.steps, before);
}

TEST(XPathBudget, HostilePagesTakeNoMoreThanIt) {
  std::string page;
  for (int i = 0; i < 500; ++i) page += "<div>";
  for (int i = 0; i < 20'000; ++i) page += "<dt>some text</dt><dd>x</dd>";
  const Document document = parse_document(page);
  const XPathDocument tree(document);
  for (const char* expression :
       {"//dt/following-sibling::dd", "//dd/preceding-sibling::dt", "//dt/following::dd",
        "//dd/preceding::dt", "//dt/..", "//dt/ancestor::div", "//dt | //dd", "//dt = //dd",
        "//div//dt//text()/..", "//dt[not(following::dt) or following::dd]", "//div[//dt]"}) {
    WorkBudget budget;
    EXPECT_FALSE(XPath::parse(expression)->evaluate(tree, kDocumentNode, 9, budget).empty())
        << expression;
    EXPECT_GT(budget.steps, 18'000'000u) << expression << " takes linear time";
  }
  for (const char* expression : {"//dt/following-sibling::dd[last()]", "//*[contains(., 'none')]",
                                 "//*[//*[. = 'none']]", "//dd[count(preceding::dt) > 1]"}) {
    WorkBudget budget;
    XPath::parse(expression)->evaluate(tree, kDocumentNode, 9, budget);
    EXPECT_EQ(budget.steps, 0u) << expression;
  }
}

}  // namespace
}  // namespace freshet::dom
