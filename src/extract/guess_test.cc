#include "extract/guess.h"

#include <functional>

#include "extract/recipe.h"
#include "gtest/gtest.h"

namespace freshet::extract {
namespace {

struct Page {
  std::string url;
  std::string html;
};

GuessExamples examples_of(const std::vector<Page>& pages, const std::vector<Page>& items = {}) {
  GuessExamples examples;
  for (const Page& page : pages) examples.pages.push_back({page.html, *url::parse(page.url)});
  for (const Page& page : items) examples.items.push_back({page.html, *url::parse(page.url)});
  return examples;
}

Guess guess(const std::vector<Page>& pages, const std::vector<Page>& items = {}) {
  auto made = guess_recipe(examples_of(pages, items), url::Canonicalizer());
  FRESHET_CHECK(made.has_value(), made.error().message);
  return *std::move(made);
}

Recipe recipe_of(const Guess& guess) {
  auto recipe = Recipe::parse(guess.toml);
  FRESHET_CHECK(recipe.has_value(), guess.toml);
  return *std::move(recipe);
}

using Texts = std::vector<std::string>;

std::string links(int count, const std::function<std::string(int)>& href) {
  std::string html = "<ul>";
  for (int i = 1; i <= count; ++i) html += "<li><a href=\"" + href(i) + "\">Name</a></li>";
  return html + "</ul>";
}

std::string numbered(std::string_view before, int i, std::string_view after = "") {
  return std::string(before) + std::to_string(i) + std::string(after);
}

const std::string kWords[] = {"alder", "birch", "cedar", "dune", "elm", "fern", "gorse", "hazel"};

std::string word(int i) {
  const size_t count = std::size(kWords);
  const auto n = static_cast<size_t>(i);
  return kWords[n % count] + "-" + kWords[(3 * n + n / count) % count];
}

const std::string kShopMenu = "<nav>" + links(8, [](int i) { return "/c/" + kWords[i - 1]; }) +
                              "<a href=\"/help/imprint\">Imprint</a></nav>";

Page shop_list() {
  return {"https://shop.example/c/alder",
          kShopMenu + links(12, [](int i) { return numbered("/item/", 990 + i); }) +
              "<a href=\"?sort=price&amp;dir=asc\">cheapest</a>"
              "<a href=\"/c/alder?page=2\">2</a><a href=\"/c/alder?page=3\">3</a>"};
}

Page shop_item(int i) {
  return {numbered("https://shop.example/item/", i),
          kShopMenu + "<article class=\"product\"><h1>" + numbered("Shoe ", i) +
              "</h1><div class=\"offer\"><p class=\"price\">" + numbered("", i) +
              ",50 EUR</p></div></article><section class=\"more\"><p class=\"price\">3 EUR</p>" +
              links(6, [](int n) { return numbered("/item/", 400 + n); }) + "</section>"};
}

TEST(Guess, ShopHasItemsByNumberAndCategoriesWithPages) {
  const Guess made = guess({shop_list()}, {shop_item(991), shop_item(992), shop_item(993)});
  const Recipe recipe = recipe_of(made);
  EXPECT_EQ(recipe.item_patterns(), Texts{R"(^https://shop\.example/item/(?P<id>\d+)$)"});
  EXPECT_EQ(recipe.list_patterns(), (Texts{R"(^https://shop\.example/c/[^/?#]+$)",
                                           R"(^https://shop\.example/c/[^/?#]+\?page=\d+$)"}));
  EXPECT_EQ(recipe.match("https://shop.example/item/5").key, "5");
  EXPECT_EQ(recipe.match("https://shop.example/c/elm?page=9").kind, PageKind::kList);
  EXPECT_EQ(recipe.match("https://shop.example/help/imprint").kind, PageKind::kOther);
  EXPECT_EQ(recipe.seeds(), Texts{"https://shop.example/c/alder"});
  EXPECT_EQ(recipe.name(), "shop");
  EXPECT_EQ(made.items, 3U);
  EXPECT_EQ(made.item_links.size(), 9U) << "examples are not named";
}

TEST(Guess, FieldsAreFoundByTheShortestSelectorOfOneElement) {
  const Guess made = guess({shop_list()}, {shop_item(991), shop_item(992), shop_item(993)});
  EXPECT_NE(made.toml.find("name = \"title\"\nselector = 'h1'\nrequired = true\n"),
            std::string::npos)
      << made.toml;
  EXPECT_NE(made.toml.find("name = \"price\"\nselector = '.offer .price'\ntype = \"money\""),
            std::string::npos)
      << made.toml;
  EXPECT_NE(made.toml.find("3 of 3 items have it: {\"amount\":\"991.50\""), std::string::npos);
}

Page stated_item(int i, std::string_view price_of_json_ld) {
  return {numbered("https://shop.example/item/", i),
          "<meta property=\"og:title\" content=\"" + numbered("Shoe ", i) +
              "\"><meta property=\"og:description\" content=\"The same everywhere\">"
              "<script type=\"application/ld+json\">{\"@type\":\"Product\",\"name\":\"" +
              numbered("Shoe ", i) + "\",\"offers\":{\"price\":\"" + std::string(price_of_json_ld) +
              "\",\"priceCurrency\":\"EUR\"}}</script><h1>Welcome</h1>"};
}

TEST(Guess, WhatPagesStateForProgramsIsPreferred) {
  const Guess made =
      guess({stated_item(1, "4.00"), stated_item(2, "5.00"), stated_item(3, "5.00")});
  EXPECT_EQ(made.items, 3U) << "pages that state a product are items";
  EXPECT_NE(made.toml.find("source = ['json-ld:Product.name', 'og:title']"), std::string::npos)
      << made.toml;
  EXPECT_NE(made.toml.find("source = 'json-ld:Product.offers.price'"), std::string::npos);
  EXPECT_EQ(made.toml.find("description\""), std::string::npos) << "all items have the same one";
}

TEST(Guess, BlogHasDatesAndNamesInItsUrls) {
  const auto post = [](int i) {
    return numbered("/blog/", 2020 + i % 5) + numbered("/", 10 + i % 3) + "/" + word(i);
  };
  const auto page = [&](int i) {
    return Page{"https://blog.example" + post(i),
                "<main><h1>" + word(i) + "</h1><time datetime=\"" + numbered("2026-03-0", i) +
                    "\">March</time><span class=\"byline\">Ann</span></main>"};
  };
  const Guess made = guess({{"https://blog.example/blog/",
                             links(20, post) + "<a rel=next href=\"/blog/page/2/\">older</a>"}},
                           {page(1), page(2), page(3)});
  const Recipe recipe = recipe_of(made);
  EXPECT_EQ(recipe.item_patterns(), Texts{R"(^https://blog\.example/blog/\d+/\d+/[^/?#]+$)"})
      << made.toml;
  EXPECT_EQ(recipe.list_patterns(), (Texts{R"(^https://blog\.example/blog/$)",
                                           R"(^https://blog\.example/blog/page/\d+/$)"}));
  EXPECT_FALSE(recipe.has_key_in_url());
  EXPECT_NE(made.toml.find("selector = 'time[datetime]'\nattribute = 'datetime'\ntype = \"date\""),
            std::string::npos)
      << made.toml;
  EXPECT_NE(made.toml.find("selector = '.byline'"), std::string::npos);
}

TEST(Guess, ListOfDocumentationIsNoItemAlthoughItsUrlIsAlike) {
  const Guess made =
      guess({{"https://docs.example/3/library/index.html",
              "<link rel=search href=search.html><div class=navbar><a href=genindex.html>Index</a>"
              "<a href=alder.html>next</a></div>" +
                  links(8, [](int i) { return kWords[i - 1] + ".html#top"; }) +
                  "<a href=\"../about.html\">About</a>"}});
  const Recipe recipe = recipe_of(made);
  EXPECT_EQ(
      recipe.item_patterns(),
      Texts{
          R"(^https://docs\.example/3/library/(?:genindex|index|search|(?P<id>[^/?#]+))\.html$)"});
  EXPECT_EQ(recipe.match("https://docs.example/3/library/index.html").kind, PageKind::kList);
  EXPECT_EQ(recipe.match("https://docs.example/3/library/indexes.html").key, "indexes");
  EXPECT_EQ(recipe.match("https://docs.example/3/library/genindex.html").kind, PageKind::kOther);
  EXPECT_EQ(recipe.match("https://docs.example/3/library/alder.html").key, "alder");
  EXPECT_NE(made.toml.find("# 7 of 8 links of the example lists match"), std::string::npos)
      << made.toml;
}

TEST(Guess, BoardHasListsWithNumbersInTheQuery) {
  const Guess made =
      guess({{"https://board.example/forum?id=7",
              links(10, [](int i) { return numbered("/topic?id=", 100 + i); }) +
                  links(10, [](int i) { return numbered("/user/", i); }) +
                  "<a href=\"/forum?id=7&page=2\">2</a><a href=\"/forum?id=7&sort=2\">by date</a>"},
             {"https://board.example/topic?id=103", "<h1>Hello</h1>"}});
  const Recipe recipe = recipe_of(made);
  EXPECT_EQ(recipe.item_patterns(), Texts{R"(^https://board\.example/topic\?id=(?P<id>\d+)$)"});
  EXPECT_EQ(recipe.list_patterns(), (Texts{R"(^https://board\.example/forum\?id=\d+$)",
                                           R"(^https://board\.example/forum\?id=\d+&page=\d+$)"}));
  EXPECT_NE(
      made.toml.find(R"(# Not taken for items: 10 links like '^https://board\.example/user/\d+$')"),
      std::string::npos)
      << made.toml;
}

TEST(Guess, PagesOfTheMenuAreNoItemsIfAllUrlsHaveOneShape) {
  const std::string menu = "<header><a href=/about>About</a><a href=/contact>Contact</a></header>";
  const Guess made = guess(
      {{"https://flat.example/", menu + links(8, [](int i) { return "/" + kWords[i - 1]; })}});
  const Recipe recipe = recipe_of(made);
  EXPECT_EQ(recipe.item_patterns(),
            Texts{R"(^https://flat\.example/(?:about|contact|(?P<id>[^/?#]+))$)"})
      << made.toml;
  EXPECT_EQ(recipe.match("https://flat.example/").kind, PageKind::kList);
  EXPECT_EQ(recipe.match("https://flat.example/about").kind, PageKind::kOther);
  EXPECT_EQ(recipe.match("https://flat.example/hazel").key, "hazel");
}

TEST(Guess, FolderOfTheListVariesIfSeveralListsShowIt) {
  const auto list = [](const std::string& name) {
    return Page{"https://shop.example/" + name,
                links(6, [&](int i) { return "/" + name + numbered("/", i, "-") + word(i); })};
  };
  const std::string one = R"(^https://shop\.example/shoes/(?P<id>\d+)-[^/?#]+$)";
  EXPECT_EQ(recipe_of(guess({list("shoes")})).item_patterns(), Texts{one});
  const Recipe both = recipe_of(guess({list("shoes"), list("bags")}));
  EXPECT_EQ(both.match("https://shop.example/hats/7-tall-hat").kind, PageKind::kItem);
  EXPECT_EQ(both.match("https://shop.example/hats").kind, PageKind::kList);
}

TEST(Guess, FoldersWithoutRelationToTheirListsStayApart) {
  const auto list = [](const std::string& name) {
    return Page{"https://docs.example/manual/" + name + ".html",
                links(6, [&](int i) { return "/" + name + "/" + kWords[i] + ".html"; })};
  };
  const Recipe recipe = recipe_of(guess({list("command"), list("variable")}));
  EXPECT_EQ(recipe.item_patterns().size(), 2U);
  EXPECT_EQ(recipe.match("https://docs.example/module/fern.html").kind, PageKind::kOther);
  EXPECT_FALSE(recipe.has_key_in_url()) << "a command and a variable may have the same name";
}

TEST(Guess, NavigationThatAllExamplesShareIsNoList) {
  const std::string shared = links(30, [](int i) { return numbered("/tag/", i); });
  const auto list = [&](int page) {
    return Page{numbered("https://shop.example/list/", page),
                shared + links(6, [page](int i) { return numbered("/item/", 10 * page + i); })};
  };
  const Recipe recipe = recipe_of(guess({list(1), list(2)}));
  EXPECT_EQ(recipe.item_patterns(), Texts{R"(^https://shop\.example/item/(?P<id>\d+)$)"});
  EXPECT_EQ(recipe.list_patterns(), Texts{R"(^https://shop\.example/list/\d+$)"});
}

TEST(Guess, StartsOfNamesAreLiteralIfAllItemsHaveThem) {
  const Recipe recipe =
      recipe_of(guess({{"https://docs.example/sql.html",
                        links(7, [](int i) { return "sql-" + word(i) + ".html"; })}}));
  EXPECT_EQ(recipe.match("https://docs.example/sql-x.html").key, "x");
  EXPECT_EQ(recipe.match("https://docs.example/app-x.html").kind, PageKind::kOther);
}

TEST(Guess, PageWithoutLinksIsAnItem) {
  const Guess made = guess({{"https://shop.example/products/red-shoe.html", "<h1>Red shoe</h1>"}});
  const Recipe recipe = recipe_of(made);
  EXPECT_EQ(recipe.match("https://shop.example/products/blue-hat.html").key, "blue-hat");
  EXPECT_TRUE(recipe.list_patterns().empty());
  EXPECT_EQ(made.items, 1U);
  EXPECT_NE(made.toml.find("No example is a list"), std::string::npos);
  EXPECT_EQ(recipe.fields().size(), 1U);
}

TEST(Guess, QuotesInUrlsDoNotEndTheStringsOfTheRecipe) {
  const Recipe recipe = recipe_of(guess(
      {{"https://x.example/it's?q=\\a", links(6, [](int i) { return numbered("/o'b/", i); })}}));
  EXPECT_EQ(recipe.match("https://x.example/o'b/3").key, "3");
  EXPECT_EQ(recipe.match("https://x.example/it's?q=\\a").kind, PageKind::kList);
}

TEST(Guess, CommentsCannotBeEndedByAPage) {
  const Guess made = guess({{"https://x.example/1", "<h1>a\u2028b\u0085c\x1b[31m\nkey = 1</h1>"}});
  EXPECT_EQ(made.toml.find('\x1b'), std::string::npos);
  EXPECT_EQ(recipe_of(made).fields().size(), 1U);
}

TEST(Guess, ErrorSaysWhatToName) {
  const Page page{"https://x.example/" + std::string(5'000, 'a'), ""};
  const auto made = guess_recipe(examples_of({page}), url::Canonicalizer());
  ASSERT_FALSE(made.has_value());
  EXPECT_NE(made.error().message.find("name a page that lists items"), std::string::npos);
  EXPECT_FALSE(guess_recipe(GuessExamples{}, url::Canonicalizer()).has_value());
}

TEST(GuessHostile, ManyLinksAreCut) {
  const std::string html =
      links(100'000, [](int i) { return numbered("/item/", i) + numbered("?a=", i % 7); });
  const Guess made = guess({{"https://x.example/", html}});
  EXPECT_EQ(recipe_of(made).item_patterns(), Texts{R"(^https://x\.example/item/\d+\?a=\d+$)"});
}

TEST(GuessHostile, LinksOfManyShapesAreCut) {
  const std::string html = links(30'000, [](int i) {
    std::string path;
    for (int n = i; n > 0; n /= 3) path += n % 3 == 0 ? "/a" : n % 3 == 1 ? "/b-1" : "/7";
    return path + "?" + std::string(static_cast<size_t>(i % 5), 'x') + "=1";
  });
  const Guess made = guess({{"https://x.example/", html}});
  EXPECT_LE(recipe_of(made).item_patterns().size(), 2U);
}

TEST(GuessHostile, GiantUrlsAndBrokenHtmlAreLeftOut) {
  std::string html = "<a href='/" + std::string(200'000, 'x') + "'><a href='/item/" +
                     std::string(300, '/') + "'><a href='http://[' <b><a href=/item/1>\0<a>";
  for (int i = 2; i < 9; ++i) html += "<table><a href=/item/" + std::to_string(i) + "><td>";
  EXPECT_EQ(recipe_of(guess({{"https://x.example/", html}})).item_patterns(),
            Texts{R"(^https://x\.example/item/(?P<id>\d+)$)"});
}

TEST(GuessHostile, NestedLinksAndPricesTakeLinearTime) {
  std::string html;
  for (int i = 0; i < 10'000; ++i) {
    html += "<table><tr><td class='price price-" + std::to_string(i) + "'><a href=/item/" +
            std::to_string(i) + ">";
  }
  const Page page{"https://x.example/item/1", html};
  EXPECT_FALSE(guess({page}, {page, page}).toml.empty());
}

}  // namespace
}  // namespace freshet::extract
