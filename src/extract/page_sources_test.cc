#include "extract/page_sources.h"

#include "gtest/gtest.h"

namespace freshet::extract {
namespace {

using Texts = std::vector<std::string>;

Texts values(std::string_view html, std::string_view source) {
  const dom::Document document = dom::parse_document(html);
  dom::WorkBudget budget;
  PageSources sources(document, budget);
  const auto parsed = parse_source(source);
  EXPECT_TRUE(parsed) << source;
  return parsed ? sources.values(*parsed, 100) : Texts{};
}

std::string json_ld(std::string_view json) {
  return "<script type=application/ld+json>" + std::string(json) + "</script>";
}

TEST(JsonLd, PropertiesOfATypeAreFoundAtAnyDepth) {
  const std::string html = json_ld(R"({"@context": "https://schema.org", "@graph": [
    {"@type": "WebPage", "mainEntity": {"@type": ["Product", "Thing"], "name": "Lamp",
      "offers": [{"price": 12.50}, {"price": "13"}], "isNew": true, "sku": null}},
    {"@type": "http://schema.org/Product", "name": {"@value": "Chair", "@language": "en"}},
    {"@type": "schema:Product", "schema:name": "Table"}]})");
  EXPECT_EQ(values(html, "json-ld:Product.name"), (Texts{"Lamp", "Chair", "Table"}));
  EXPECT_EQ(values(html, "json-ld:Product.offers.price"), (Texts{"12.50", "13"}));
  EXPECT_EQ(values(html, "json-ld:isNew"), Texts{"true"});
  EXPECT_EQ(values(html, "json-ld:sku"), Texts{});
  EXPECT_EQ(values(html, "json-ld:WebPage.mainEntity.name"), Texts{"Lamp"});
}

TEST(JsonLd, ReferencesWithinThePageAreResolved) {
  const std::string html =
      json_ld(R"({"@type": "Article", "author": {"@id": "#ann"}, "image": {"@id": "#i"}})") +
      json_ld(R"([{"@id": "#ann", "@type": "Person", "name": "Ann"},
                  {"@id": "#i", "@type": "ImageObject", "name": "view", "url": "/v.jpg"}])");
  EXPECT_EQ(values(html, "json-ld:Article.author.name"), Texts{"Ann"});
  EXPECT_EQ(values(html, "json-ld:Article.author"), Texts{"Ann"});
  EXPECT_EQ(values(html, "json-ld:Article.image"), Texts{"/v.jpg"});
}

TEST(JsonLd, StringWithAnIdOfThePageIsAReference) {
  const std::string html = json_ld(R"([{"@type": "Article", "author": "http://x/#ann",
      "name": "We are #1", "url": "http://x/"},
      {"@type": "Person", "@id": "http://x/#ann", "name": "Ann"},
      {"@type": "Organization", "@id": "http://x/", "name": "X"}])");
  EXPECT_EQ(values(html, "json-ld:Article.author.name"), Texts{"Ann"});
  EXPECT_EQ(values(html, "json-ld:Article.name"), Texts{"We are #1"});
  EXPECT_EQ(values(html, "json-ld:Article.url"), Texts{"http://x/"});
}

TEST(JsonLd, BlockThatIsNoJsonIsLeftOutWithARemark) {
  const dom::Document document =
      dom::parse_document("<p>\n" + json_ld(R"({"name": "a",})") + json_ld(R"({"name": "b"})") +
                          json_ld("<!-- {\"name\": \"two\nlines\"} -->"));
  dom::WorkBudget budget;
  PageSources sources(document, budget);
  EXPECT_EQ(sources.values(*parse_source("json-ld:name"), 9), (Texts{"b", "two\nlines"}));
  ASSERT_EQ(sources.remarks().size(), 1u);
  EXPECT_TRUE(sources.remarks()[0].starts_with("The JSON-LD in line 2 is left out: reading JSON: "))
      << sources.remarks()[0];
}

TEST(JsonLd, OtherScriptsAreNotRead) {
  EXPECT_EQ(values("<script type=application/json>{\"name\": \"a\"}</script>", "json-ld:name"),
            Texts{});
  EXPECT_EQ(values("<script type=' Application/LD+JSON; charset=utf-8'>{\"name\": \"a\"}</script>",
                   "json-ld:name"),
            Texts{"a"});
}

TEST(JsonLd, DeepNestingEndsAtTheLimit) {
  std::string deep;
  for (int i = 0; i < 900; ++i) deep += R"({"a":)";
  EXPECT_EQ(values(json_ld(deep + "1" + std::string(900, '}')), "json-ld:a"), Texts{});
}

TEST(Microdata, ValuesComeFromTheAttributesOfTheElement) {
  const std::string html = R"(<div itemscope itemtype="https://schema.org/Product">
    <h1 itemprop=name> Lamp <b>red</b></h1>
    <meta itemprop=sku content=7><a itemprop=url href=/lamp>x</a>
    <img itemprop=image src=l.png><link itemprop=availability href=http://schema.org/InStock>
    <time itemprop=from datetime=2024-01-02>January</time><time itemprop=to>2025</time>
    <data itemprop=weight value=3>three</data><object itemprop=model data=m.pdf></object>
    <span itemprop="price lowPrice" content=12.50>12,50 EUR</span></div>)";
  EXPECT_EQ(values(html, "microdata:Product.name"), Texts{"Lamp red"});
  EXPECT_EQ(values(html, "microdata:Product.sku"), Texts{"7"});
  EXPECT_EQ(values(html, "microdata:url"), Texts{"/lamp"});
  EXPECT_EQ(values(html, "microdata:image"), Texts{"l.png"});
  EXPECT_EQ(values(html, "microdata:availability"), Texts{"http://schema.org/InStock"});
  EXPECT_EQ(values(html, "microdata:from"), Texts{"2024-01-02"});
  EXPECT_EQ(values(html, "microdata:to"), Texts{"2025"});
  EXPECT_EQ(values(html, "microdata:weight"), Texts{"3"});
  EXPECT_EQ(values(html, "microdata:model"), Texts{"m.pdf"});
  EXPECT_EQ(values(html, "microdata:lowPrice"), Texts{"12.50"});
}

TEST(Microdata, PropertiesOfANestedItemBelongToIt) {
  const std::string html = R"(<div itemscope itemtype=http://schema.org/Product>
    <p itemprop=offers itemscope itemtype=http://schema.org/Offer><i itemprop=price>5</i></p>
    <p itemscope itemtype=http://schema.org/Person><i itemprop=name>Ann</i></p>
    <i itemprop=name>Lamp</i></div>)";
  EXPECT_EQ(values(html, "microdata:Product.name"), Texts{"Lamp"});
  EXPECT_EQ(values(html, "microdata:Product.price"), Texts{});
  EXPECT_EQ(values(html, "microdata:Product.offers.price"), Texts{"5"});
  EXPECT_EQ(values(html, "microdata:Offer.price"), Texts{"5"});
}

TEST(Microdata, ItemrefAddsElementsElsewhereAndMayBeALoop) {
  const std::string html = R"(<div id=a itemscope itemref="b missing a">
    <i itemprop=name>A</i></div>
    <div id=b><i itemprop=name>B</i><div id=c itemprop=part itemscope itemref="b c">
    <i itemprop=name>C</i></div></div>)";
  EXPECT_EQ(values(html, "microdata:part.name"), (Texts{"C", "B"}));
}

TEST(Rdfa, PropertiesBelongToTheItemAround) {
  const std::string html = R"(<meta property=og:title content=no>
    <div vocab="https://schema.org/" typeof=Product>
    <span property=name>Lamp</span>
    <div property=offers typeof=Offer><meta property=price content=12.50></div>
    <a property=url href=/l>x</a><span property=brand resource=#acme>text</span></div>
    <div resource=#acme typeof=Brand><b property=name>Acme</b></div>
    <div prefix="s: http://schema.org/" typeof=s:Person><p property=s:name>Ann</p></div>)";
  EXPECT_EQ(values(html, "rdfa:Product.name"), Texts{"Lamp"});
  EXPECT_EQ(values(html, "rdfa:Product.offers.price"), Texts{"12.50"});
  EXPECT_EQ(values(html, "rdfa:Product.url"), Texts{"/l"});
  EXPECT_EQ(values(html, "rdfa:Product.brand.name"), Texts{"Acme"});
  EXPECT_EQ(values(html, "rdfa:Person.name"), Texts{"Ann"});
  EXPECT_EQ(values(html, "rdfa:title"), Texts{});
}

TEST(Meta, PropertyAndNameAreTheSame) {
  const std::string html = R"(<meta property="og:title" content=" A ">
    <meta name=og:title property=og:title content=B><meta name=Author content=Ann>
    <meta name=author content=""><meta property=og:price:amount content=3.00>)";
  EXPECT_EQ(values(html, "og:title"), (Texts{"A", "B"}));
  EXPECT_EQ(values(html, "meta:author"), Texts{"Ann"});
  EXPECT_EQ(values(html, "og:price:amount"), Texts{"3.00"});
  EXPECT_EQ(values(html, "meta:og:title"), (Texts{"A", "B"}));
}

TEST(PageSources, HostilePagesEndAtTheBudget) {
  std::string refs;
  for (int i = 0; i < 2000; ++i) refs += "<i itemscope itemref=x></i>";
  const std::string all = refs + "<div id=x>" + std::string(4000, 'x') + [] {
    std::string many;
    for (int i = 0; i < 5000; ++i) many += "<b itemprop=p>y</b>";
    return many;
  }() + "</div>";
  const dom::Document document = dom::parse_document(all);
  dom::WorkBudget budget{.steps = 1'000'000};
  PageSources sources(document, budget);
  sources.values(*parse_source("microdata:p"), 1'000'000);
  EXPECT_EQ(budget.steps, 0u);
  EXPECT_EQ(sources.remarks(), Texts{"The page has more microdata than is read of a page"});
}

}  // namespace
}  // namespace freshet::extract
