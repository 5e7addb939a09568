#include "extract/extract.h"

#include "gtest/gtest.h"

namespace freshet::extract {
namespace {

constexpr std::string_view kItemUrl = "https://shop.example/item/7";

// A recipe for items at /item/ID with the given rest.
Recipe recipe_with(std::string_view rest, std::string_view key = "key = \"id\"") {
  const std::string toml =
      "name = \"shop\"\nseeds = [\"https://shop.example/\"]\n[list]\n"
      "patterns = ['^https://shop\\.example/c/']\nlinks = \"main\"\n[item]\n"
      "patterns = ['^https://shop\\.example/item/(?P<id>\\d+)$']\n" +
      std::string(key) + "\n" + std::string(rest);
  auto recipe = Recipe::parse(toml);
  FRESHET_CHECK(recipe.has_value(), recipe.error()[0].message);
  return std::move(*recipe);
}

Extraction run(const Recipe& recipe, std::string_view html, const ExtractLimits& limits = {},
               std::string_view url = kItemUrl) {
  return extract(recipe, {html, *url::parse(url), url}, true, limits);
}

// The fields that one field rule yields on a page.
std::string fields(std::string_view rule, std::string_view html) {
  return run(recipe_with("[[item.field]]\nname = \"f\"\n" + std::string(rule)), html).fields;
}

// Why it yields none.
std::string miss(std::string_view rule, std::string_view html) {
  const Extraction found =
      run(recipe_with("[[item.field]]\nname = \"f\"\n" + std::string(rule)), html);
  std::string lines;
  for (const Miss& each : found.misses) {
    if (!lines.empty()) lines += '\n';
    lines += each.field + ": " + each.rule + ": " + each.reason;
  }
  return lines;
}

constexpr std::string_view kShopPage = R"(<!doctype html>
<html><head><title>Shop</title><base href="/img/">
<script type="application/ld+json">
{"@context": "https://schema.org", "@type": "Product", "name": "Shoe",
 "offers": {"@type": "Offer", "price": 12.50, "priceCurrency": "EUR"}}
</script>
<meta property="og:title" content="Red shoe">
</head><body><h1> Red
 shoe </h1><p class="price">12,50&nbsp;€</p>
<p class="old price">15,00 €</p>
<img src="shoe.png"><div class="text">Very <b>red</b>.</div>
<time datetime="2026-11-19T10:00:00+01:00">yesterday</time>
<ul><li class="tag">red</li><li class="tag">shoe</li></ul>
<div class="review"><span class="stars" data-value="4">****</span><q>Good</q></div>
<div class="review"><span class="stars" data-value="2">**</span></div>
<div class="review"><p>Advertisement</p></div>
</body></html>)";

TEST(Extract, AShopPage) {
  const Recipe recipe = recipe_with(R"(
[[item.field]]
name = "title"
selector = "h1"
required = true
[[item.field]]
name = "price"
selector = ".price"
type = "money"
[[item.field]]
name = "stated"
source = "json-ld:Product.offers.price"
type = "money"
[[item.field]]
name = "image"
selector = "img"
type = "url"
[[item.field]]
name = "description"
selector = ".text"
type = "html"
[[item.field]]
name = "date"
selector = "time"
attribute = "datetime"
type = "date"
[[item.field]]
name = "tags"
selector = ".tag"
list = true
[[item.field]]
name = "number"
group = "id"
type = "number"
[[item.field]]
name = "stock"
selector = ".stock"
required = true
[[item.record]]
name = "review"
each = ".review"
  [[item.record.field]]
  name = "stars"
  selector = ".stars"
  attribute = "data-value"
  type = "number"
  [[item.record.field]]
  name = "text"
  selector = "q"
)");
  const Extraction found = run(recipe, kShopPage);
  EXPECT_EQ(found.kind, PageKind::kItem);
  EXPECT_EQ(found.key, "7");
  EXPECT_EQ(found.fields,
            R"({"title":"Red shoe","price":{"amount":"12.50","currency":"EUR"},)"
            R"("stated":{"amount":"12.50","currency":"EUR"},)"
            R"("image":"https://shop.example/img/shoe.png","description":"Very <b>red</b>.",)"
            R"("date":"2026-11-19T09:00:00Z","tags":["red","shoe"],"number":7})");
  EXPECT_EQ(found.records, R"({"review":[{"stars":4,"text":"Good"},{"stars":2}]})");
  EXPECT_EQ(found.missing, std::vector<std::string>{"stock"});
  ASSERT_EQ(found.misses.size(), 1U);
  EXPECT_EQ(found.misses[0].field, "stock");
  EXPECT_EQ(found.misses[0].rule, "selector .stock");
  EXPECT_EQ(found.misses[0].reason, "matches no element");
  EXPECT_TRUE(found.misses[0].is_required);
  EXPECT_FALSE(found.is_truncated);
}

TEST(Extract, OtherPagesHaveOnlyAKind) {
  const Recipe recipe = recipe_with("[[item.field]]\nname='f'\nselector='h1'\nrequired=true\n");
  const Extraction list = run(recipe, kShopPage, {}, "https://shop.example/c/a");
  EXPECT_EQ(list.kind, PageKind::kList);
  EXPECT_TRUE(list.key.empty() && list.fields.empty() && list.missing.empty());
  EXPECT_EQ(run(recipe, kShopPage, {}, "https://shop.example/").kind, PageKind::kOther);
}

TEST(Extract, TheFirstRuleThatYieldsAValueWins) {
  constexpr std::string_view kRule =
      "selector = ['.no', 'b', 'i']\nsource = 'og:title'\ngroup = 'id'\ntype = 'number'";
  EXPECT_EQ(fields(kRule, "<b>many</b><i>3</i>"), R"({"f":3})");
  EXPECT_EQ(fields(kRule, "<meta property='og:title' content='No. 4'>"), R"({"f":4})");
  EXPECT_EQ(fields(kRule, ""), R"({"f":7})");
  EXPECT_EQ(miss(kRule, "<b>many</b>"),
            "f: selector .no: matches no element\n"
            "f: selector b: \"many\" is no number\n"
            "f: selector i: matches no element\n"
            "f: source og:title: the page does not state it");
}

TEST(Extract, TheFirstElementWithAValueCounts) {
  EXPECT_EQ(fields("selector='b'\ntype='money'", "<b></b><b>ask us</b><b>$5</b><b>$6</b>"),
            R"({"f":{"amount":"5","currency":"USD"}})");
  EXPECT_EQ(fields("selector='b'\nattribute='c'", "<b></b><b></b><b c=x></b>"), R"({"f":"x"})");
  EXPECT_EQ(fields("selector='b'\ntype='number'\nlist=true", "<b>1</b><b>x</b><b>2.50</b>"),
            R"({"f":[1,2.50]})");
}

TEST(Extract, XPathFindsElementsTextsAttributesAndNumbers) {
  constexpr std::string_view kPage =
      "<table><tr><th>Weight</th><td> 5 kg </td></tr></table><a href='/x' title='T'>link "
      "<b>b</b></a>";
  EXPECT_EQ(fields("xpath=\"//th[.='Weight']/following-sibling::td\"", kPage), R"({"f":"5 kg"})");
  EXPECT_EQ(fields("xpath='//a/@title'", kPage), R"({"f":"T"})");
  EXPECT_EQ(fields("xpath='//a/text()'", kPage), R"({"f":"link"})");
  EXPECT_EQ(fields("xpath='//a'\ntype='url'", kPage), R"({"f":"https://shop.example/x"})");
  EXPECT_EQ(fields("xpath='//a'\ntype='html'", kPage), R"({"f":"link <b>b</b>"})");
  EXPECT_EQ(fields("xpath='count(//td)'\ntype='number'", kPage), R"({"f":1})");
  EXPECT_EQ(miss("xpath='//h1'", kPage), "f: xpath //h1: finds nothing");
}

TEST(Extract, RecordsByXPathAreReadRelativeToTheirElement) {
  const Recipe recipe = recipe_with(
      "[[item.record]]\nname='row'\neach_xpath='//tr'\n[[item.record.field]]\nname='a'\n"
      "xpath='td[2]'\n");
  EXPECT_EQ(run(recipe, "<table><tr><td>1<td>2<tr><td>3<td>4<tr><td>5</table>").records,
            R"({"row":[{"a":"2"},{"a":"4"}]})");
}

TEST(Extract, CleaningTrimsThenMatchesThenMaps) {
  EXPECT_EQ(fields("selector='b'\nregex='^SKU: (\\w+)'", "<b>&nbsp; SKU: x1 </b>"),
            R"({"f":"x1"})");
  EXPECT_EQ(fields("selector='b'\nregex='[a-z]+'", "<b>1ab2</b>"), R"({"f":"ab"})");
  EXPECT_EQ(fields("selector='b'\nregex='x(\\d)|y(\\d)'", "<b>y5</b>"), R"({"f":"5"})");
  EXPECT_EQ(miss("selector='b'\nregex='z'", "<b>y</b>"),
            "f: selector b: \"y\" does not match the regex");
  constexpr std::string_view kMap = "selector='b'\nmap={'In stock'='yes', 'Sold out'='no'}\n";
  EXPECT_EQ(fields(kMap, "<b> In stock </b>"), R"({"f":"yes"})");
  EXPECT_EQ(miss(kMap, "<b>Soon</b>"), "f: selector b: \"Soon\" is not in the map");
  EXPECT_EQ(fields("selector='b'\nmap={a='b'}\nmap_default='?'", "<b>Soon</b>"), R"({"f":"?"})");
  EXPECT_EQ(fields("selector='b'\nattribute='c'\ntrim=false", "<b c=' x '>"), R"({"f":" x "})");
}

TEST(Extract, AttributesAndAddresses) {
  EXPECT_EQ(fields("selector='a'\ntype='url'", "<a href='../x?y#z'>"),
            R"({"f":"https://shop.example/x?y#z"})");
  EXPECT_EQ(fields("selector='a'\ntype='url'\nattribute='data-to'", "<a href='/x' data-to='/y'>"),
            R"({"f":"https://shop.example/y"})");
  EXPECT_EQ(fields("selector='img'\ntype='url'",
                   "<img src='data:image/gif;base64,R0'><img src='//b.test/a'>"),
            R"({"f":"https://b.test/a"})");
  EXPECT_EQ(miss("selector='b'\ntype='url'", "<b>/x</b>"),
            "f: selector b: matches an element without an address");
  EXPECT_EQ(miss("selector='b'\nattribute='c'", "<b>x</b>"),
            "f: selector b: matches an element without this attribute");
  EXPECT_EQ(miss("selector='a'\ntype='url'", "<a href='javascript:x()'>"),
            "f: selector a: \"javascript:x()\" is neither an http nor an https URL");
  EXPECT_EQ(fields("selector='b'\nattribute='DATA-V'\ntype='number'", "<b data-v='1.234'>"),
            R"({"f":1.234})");
}

TEST(Extract, ThePageStatesTheCurrencyOfItsPrice) {
  constexpr std::string_view kRule =
      "source='json-ld:Product.offers.price'\ntype='money'\ncurrency='EUR'";
  constexpr std::string_view kPage =
      R"(<script type="application/ld+json">{"@type":"Product","offers":)"
      R"({"price":"1299.00","priceCurrency":"CHF"}}</script>)";
  EXPECT_EQ(fields(kRule, kPage), R"({"f":{"amount":"1299.00","currency":"CHF"}})");
  EXPECT_EQ(fields("source='product:price:amount'\ntype='money'",
                   "<meta property='product:price:amount' content='5.5'>"
                   "<meta property='product:price:currency' content='SEK'>"),
            R"({"f":{"amount":"5.5","currency":"SEK"}})");
}

TEST(Extract, TextIsWrittenAsJson) {
  EXPECT_EQ(fields("selector='b'", "<b>a \"quote\" \\ \xE2\x80\xAE</b>"),
            "{\"f\":\"a \\\"quote\\\" \\\\ \\u202e\"}");
  EXPECT_EQ(fields("selector='b'", "<b>&lt;&amp; 한국</b>"), R"({"f":"<& 한국"})");
}

TEST(Extract, TheKeyIsAGroupAFieldOrTheUrl) {
  constexpr std::string_view kFields =
      "[[item.field]]\nname='sku'\nselector='.sku'\n[[item.field]]\nname='price'\n"
      "selector='.price'\ntype='money'\n";
  const auto key = [&](std::string_view line, std::string_view html) {
    return run(recipe_with(kFields, line), html).key;
  };
  EXPECT_EQ(key("key='id'", ""), "7");
  EXPECT_EQ(key("", ""), kItemUrl);
  EXPECT_EQ(key("key='sku'", "<b class=sku>A-1</b>"), "A-1");
  EXPECT_EQ(key("key='price'", "<b class=price>5 €</b>"), "5 EUR");
  const Extraction without = run(recipe_with(kFields, "key='sku'"), "<b class=price>5 €</b>");
  EXPECT_EQ(without.key, "");
  EXPECT_EQ(without.missing, std::vector<std::string>{"sku"});
  EXPECT_EQ(key("key='sku'", std::string("<b class=sku>").append(2'000, 'x')), "");
}

constexpr std::string_view kRows =
    "[[item.record]]\nname='row'\neach='p'\n[[item.record.field]]\nname='a'\nattribute='a'\n"
    "[[item.record.field]]\nname='b'\nselector='b'\nrequired=true\n";

TEST(Extract, RecordsReadTheElementItselfAndWhatIsInIt) {
  const Extraction found = run(recipe_with(kRows), "<b>0</b><p a=1><b>x</b><p><b>y</b><p>");
  EXPECT_EQ(found.fields, "{}");
  EXPECT_EQ(found.records, R"({"row":[{"a":"1","b":"x"},{"b":"y"}]})");
  EXPECT_TRUE(found.missing.empty());
  EXPECT_TRUE(found.misses.empty());
}

TEST(Extract, ARequiredFieldThatARecordLacksIsMissing) {
  const Extraction some = run(recipe_with(kRows), "<p a=1><b>x</b><p a=2>");
  EXPECT_EQ(some.missing, std::vector<std::string>{"row.b"});
  EXPECT_TRUE(some.misses.empty());
  const Extraction none = run(recipe_with(kRows), "<p a=1><p a=2>");
  ASSERT_EQ(none.misses.size(), 1U);
  EXPECT_EQ(none.misses[0].field, "row.b");
  const Extraction no_rows = run(recipe_with(kRows), "<b>x</b>");
  EXPECT_EQ(no_rows.records, R"({"row":[]})");
  EXPECT_TRUE(no_rows.missing.empty());
  ASSERT_EQ(no_rows.misses.size(), 1U);
  EXPECT_EQ(no_rows.misses[0].field, "row");
  EXPECT_EQ(no_rows.misses[0].rule, "each p");
}

TEST(Extract, LinksOfAListPageComeFromTheSelectedElements) {
  const Recipe recipe = recipe_with("");
  const url::Canonicalizer canonicalizer;
  constexpr std::string_view kPage =
      "<base href='/c/'><nav><a href='/item/1'></a></nav><main><p><a href='/item/2#x'></a>"
      "<a href='b'></a><a href='/about'></a></p><a href='/item/2'></a><area href='/item/3'></main>";
  const auto links = [&](std::string_view url) {
    return links_of(recipe, {kPage, *url::parse(url), url}, canonicalizer);
  };
  const RecipeLinks list = links("https://shop.example/c/a");
  EXPECT_EQ(list.items, (std::vector<std::string>{"https://shop.example/item/2",
                                                  "https://shop.example/item/3"}));
  EXPECT_EQ(list.lists, std::vector<std::string>{"https://shop.example/c/b"});
  EXPECT_EQ(links("https://shop.example/").items.size(), 3U);
}

// Hostile pages.

TEST(ExtractLimit, AMillionRows) {
  std::string html;
  for (int i = 0; i < 1'000'000; ++i) html += "<p a=1>";
  const Extraction found = run(recipe_with(kRows), html);
  EXPECT_TRUE(found.is_truncated);
  EXPECT_LT(found.records.size(), 20'000U);
  EXPECT_TRUE(found.records.starts_with(R"({"row":[{"a":"1"},)")) << found.records.substr(0, 100);
}

TEST(ExtractLimit, AMillionValues) {
  std::string html;
  for (int i = 0; i < 1'000'000; ++i) html += "<b>x";
  const Extraction found =
      run(recipe_with("[[item.field]]\nname='f'\nselector='b'\nlist=true\n"), html);
  EXPECT_TRUE(found.is_truncated);
  EXPECT_LT(found.fields.size(), 2U << 20);
}

TEST(ExtractLimit, RecordsInRecordsDoNotTakeTheSquareOfThePage) {
  std::string html;
  for (int i = 0; i < 500; ++i) html += "<div>";
  for (int i = 0; i < 300'000; ++i) html += "<i></i>";
  const Extraction found =
      run(recipe_with("[[item.record]]\nname='row'\neach='div'\n[[item.record.field]]\nname='a'\n"),
          html);
  EXPECT_TRUE(found.is_truncated);
}

TEST(ExtractLimit, ARegexOnLongTextsEndsAtTheBudget) {
  std::string html;
  for (int i = 0; i < 1'000; ++i) html.append("<b>").append(10'000, 'x').append("</b>");
  const Extraction found =
      run(recipe_with("[[item.field]]\nname='f'\nselector='b'\nlist=true\nregex='(x{1,500}y)+'\n"),
          html);
  EXPECT_EQ(found.fields, "{}");
  EXPECT_TRUE(found.is_truncated);
}

TEST(ExtractLimit, DeepNesting) {
  std::string html;
  for (int i = 0; i < 1'000'000; ++i) html += "<b><p>";
  const Extraction found =
      run(recipe_with("[[item.field]]\nname='f'\nselector='b'\ntype='html'\n"), html);
  EXPECT_TRUE(found.is_truncated);
}

TEST(ExtractLimit, LongValuesAreCutAtACharacter) {
  std::string html = "<b>";
  for (int i = 0; i < 1'000; ++i) html += "한";
  const Recipe recipe = recipe_with("[[item.field]]\nname='f'\nselector='b'\n");
  const Extraction found = run(recipe, html, {.max_value_bytes = 10});
  EXPECT_EQ(found.fields, R"({"f":"한한한"})");
  EXPECT_TRUE(found.is_truncated);
}

TEST(ExtractLimit, AllValuesTogetherAreLimited) {
  const Recipe recipe = recipe_with("[[item.field]]\nname='f'\nselector='b'\nlist=true\n");
  const Extraction found = run(recipe, "<b>1234</b><b>5678</b><b>90</b>", {.max_item_bytes = 12});
  EXPECT_EQ(found.fields, R"({"f":["1234","5678"]})");
  EXPECT_TRUE(found.is_truncated);
}

TEST(ExtractLimit, AnExhaustedBudgetIsAReason) {
  ExtractLimits limits;
  limits.work.steps = 0;
  const Extraction found =
      run(recipe_with("[[item.field]]\nname='f'\nselector='b'\n"), "<b>x</b>", limits);
  ASSERT_EQ(found.misses.size(), 1U);
  EXPECT_EQ(found.misses[0].reason, "the page needs more work than the limit allows");
  EXPECT_TRUE(found.is_truncated);
}

}  // namespace
}  // namespace freshet::extract
