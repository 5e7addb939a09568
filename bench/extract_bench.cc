// Measures recipes: reading one, matching URLs that are nothing to it, and extracting ten fields
// and twenty records from a page of a shop of 30 kB.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "extract/extract.h"
#include "extract/recipe.h"
#include "json/read.h"

namespace freshet::extract {
namespace {

constexpr std::string_view kUrl = "https://shop.example/item/4711";

constexpr std::string_view kFields = R"toml(
[[item.field]]
name = "title"
selector = "h1"
[[item.field]]
name = "price"
selector = ".price"
type = "money"
[[item.field]]
name = "brand"
source = "json-ld:Product.brand"
[[item.field]]
name = "image"
selector = "figure > img"
type = "url"
[[item.field]]
name = "description"
selector = "#description"
[[item.field]]
name = "date"
selector = "time"
attribute = "datetime"
type = "date"
[[item.field]]
name = "tags"
selector = "ul.tags > li"
list = true
[[item.field]]
name = "rating"
selector = ".summary .rating"
type = "number"
[[item.field]]
name = "stock"
selector = ".stock"
map = { "In stock" = "yes" }
[[item.field]]
name = "code"
selector = ".details td:nth-child(2)"
regex = '^[A-Z]\d+$'
)toml";

constexpr std::string_view kRecord = R"(
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
selector = "p"
)";

std::string recipe_text(size_t patterns, std::string_view rest) {
  std::string toml = "name = \"shop\"\nseeds = [\"https://shop.example/\"]\n[item]\npatterns = [\n";
  for (size_t i = 0; i < patterns; ++i) {
    toml += "'^https://shop" + (i == 0 ? "" : std::to_string(i)) +
            "\\.example/item/(?P<id>\\d+)(\\?color=[a-z]+)?$',\n";
  }
  return toml + "]\nkey = \"id\"\n" + std::string(rest);
}

Recipe recipe_with(size_t patterns, std::string_view rest) {
  auto recipe = Recipe::parse(recipe_text(patterns, rest));
  FRESHET_CHECK(recipe.has_value(), recipe.error()[0].message);
  return std::move(*recipe);
}

// A page of about 30 kB: head, menu, the item, its details, reviews and a footer.
std::string shop_page() {
  std::string page =
      "<!doctype html><html lang=en><head><title>Shoe</title><meta charset=utf-8>"
      "<script type=\"application/ld+json\">{\"@context\":\"https://schema.org\",\"@type\":"
      "\"Product\",\"name\":\"Shoe\",\"brand\":{\"@type\":\"Brand\",\"name\":\"Acme\"},\"offers\":"
      "{\"price\":\"12.50\",\"priceCurrency\":\"EUR\"}}</script><style>";
  for (int i = 0; i < 60; ++i) page += ".c" + std::to_string(i) + "{margin:0 auto;padding:4px}";
  page += "</style></head><body><nav><ul>";
  for (int i = 0; i < 160; ++i) {
    page += "<li class=\"menu level" + std::to_string(i % 3) + "\"><a href=\"/c/" +
            std::to_string(i) + "\">Category number " + std::to_string(i) + "</a></li>";
  }
  page +=
      "</ul></nav><main><h1>Red shoe</h1><div class=summary><span class=rating>4.5 of "
      "5</span></div>"
      "<figure><img src=/img/shoe.jpg></figure><p class=price>12,50 €</p><p class=stock>In "
      "stock</p>"
      "<time datetime=2026-11-19>19 Nov</time><ul class=tags><li>red<li>shoe<li>new</ul>"
      "<div id=description>";
  for (int i = 0; i < 40; ++i)
    page += "<p>A sentence about the shoe and the <b>feet</b> in it.</p>";
  page += "</div><table class=details>";
  for (int i = 0; i < 40; ++i) {
    page += "<tr><td class=name>Property " + std::to_string(i) + "</td><td>value</td></tr>";
  }
  page += "<tr><td>Code</td><td>A4711</td></tr></table>";
  for (int i = 0; i < 20; ++i) {
    page += "<div class=review><span class=stars data-value=" + std::to_string(i % 5 + 1) +
            ">*</span><p>The shoe is good, but the foot in it is better. I would buy it again, and "
            "again, and again.</p></div>";
  }
  page += "</main><footer>";
  for (int i = 0; i < 120; ++i) {
    page += "<div class=\"c" + std::to_string(i) + "\"><a href=\"/about/" + std::to_string(i) +
            "\">About us and others</a></div>";
  }
  return page + "</footer></body></html>";
}

void BM_ReadRecipe(benchmark::State& state) {
  const std::string toml =
      recipe_text(static_cast<size_t>(state.range(0)), std::string(kFields).append(kRecord));
  for (auto _ : state) benchmark::DoNotOptimize(Recipe::parse(toml));
}
BENCHMARK(BM_ReadRecipe)->Arg(1)->Arg(100)->Arg(1'000)->Unit(benchmark::kMillisecond);

void BM_MatchNothing(benchmark::State& state) {
  const Recipe recipe = recipe_with(static_cast<size_t>(state.range(0)), "");
  const std::vector<std::string> urls = {
      "https://shop.example/about/returns-and-refunds?from=footer&lang=en",
      "https://www.other.example/news/2026/11/19/a-long-title-of-some-article.html",
      "https://shop.example/item/4711/reviews?page=2", "https://shop.example/"};
  size_t next = 0;
  for (auto _ : state) benchmark::DoNotOptimize(recipe.match(urls[next++ % urls.size()]));
}
BENCHMARK(BM_MatchNothing)->Arg(1)->Arg(10)->Arg(1'000);

void BM_MatchItem(benchmark::State& state) {
  const Recipe recipe = recipe_with(static_cast<size_t>(state.range(0)), "");
  for (auto _ : state) benchmark::DoNotOptimize(recipe.match(kUrl));
}
BENCHMARK(BM_MatchItem)->Arg(1)->Arg(1'000);

void extract_from(benchmark::State& state, std::string_view rest) {
  const Recipe recipe = recipe_with(1, rest);
  const std::string html = shop_page();
  const url::Url url = *url::parse(kUrl);
  const Extraction found = extract(recipe, {html, url, kUrl});
  json::Reader reader;
  const auto fields = reader.read(found.fields);
  state.counters["page_bytes"] = static_cast<double>(html.size());
  state.counters["fields"] = static_cast<double>(fields->members().size());
  for (auto _ : state) benchmark::DoNotOptimize(extract(recipe, {html, url, kUrl}));
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * html.size()));
}

void BM_ExtractNothing(benchmark::State& state) {
  extract_from(state, "");
}
BENCHMARK(BM_ExtractNothing)->Unit(benchmark::kMicrosecond);

void BM_ExtractTenFields(benchmark::State& state) {
  extract_from(state, kFields);
}
BENCHMARK(BM_ExtractTenFields)->Unit(benchmark::kMicrosecond);

void BM_ExtractFieldsAndRecords(benchmark::State& state) {
  extract_from(state, std::string(kFields).append(kRecord));
}
BENCHMARK(BM_ExtractFieldsAndRecords)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace freshet::extract

BENCHMARK_MAIN();
