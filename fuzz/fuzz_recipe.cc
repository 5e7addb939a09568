// Reads any bytes as a recipe: every error has a message, and a recipe that is accepted extracts
// valid JSON from a page, the same each time, and equal extractions do not differ.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "extract/extract.h"
#include "extract/recipe.h"
#include "json/read.h"

namespace {

namespace extract = freshet::extract;

void require(bool condition) {
  if (!condition) std::abort();
}

constexpr std::string_view kUrl = "https://shop.example/item/7";
constexpr std::string_view kPage = R"(<!doctype html><html><head><base href="/b/">
<script type="application/ld+json">{"@type":"Product","name":"Shoe","offers":{"price":"12.50",
"priceCurrency":"EUR"}}</script><meta property="og:title" content="Red shoe"></head><body>
<h1 class="title">Red shoe</h1><p class="price">1.299,50&nbsp;€</p><p class="price">$5</p>
<img src="a.png"><a href="/c/shoes">more</a><time datetime="2026-11-19">19. Nov. 2026</time>
<table><tr class="row" data-value="4"><td>05/06/2026</td><td>12 kr</td></tr>
<tr class="row"><td>2026년 11월 19일</td></tr></table></body></html>)";

void require_json(const std::string& text) {
  freshet::json::Reader reader;
  const auto value = reader.read(text);
  require(value && value->kind() == freshet::json::Value::Kind::kObject);
}

void run(const extract::Recipe& recipe) {
  const auto url = freshet::url::parse(kUrl);
  const extract::ExtractPage page{kPage, *url, kUrl};
  extract::ExtractLimits limits;
  limits.work.steps = 100'000;
  const auto found = extract::extract(recipe, page, true, limits);
  const auto again = extract::extract(recipe, page, false, limits);
  require(found.kind == recipe.match(kUrl).kind);
  require(found.fields == again.fields && found.records == again.records);
  require(found.key == again.key && found.missing == again.missing);
  if (found.kind != extract::PageKind::kItem) return;
  require_json(found.fields);
  require_json(found.records);
  require(extract::field_changes(found.fields, found.records, again.fields, again.records).empty());
  extract::links_of(recipe, page, freshet::url::Canonicalizer(), limits);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto recipe =
      extract::Recipe::parse(std::string_view(reinterpret_cast<const char*>(data), size));
  if (recipe) {
    require(!recipe->name().empty() && !recipe->seeds().empty());
    require(!recipe->item_patterns().empty());
    run(*recipe);
    return 0;
  }
  require(!recipe.error().empty());
  for (const extract::RecipeError& error : recipe.error()) require(!error.message.empty());
  return 0;
}
