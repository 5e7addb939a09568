// Guesses a recipe from any bytes as two pages, which a line "====" divides: as two examples, and
// as an example with the page of an item. A guess is a recipe, the same each time, and its items
// are URLs that the recipe matches as items.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "extract/guess.h"
#include "extract/recipe.h"

namespace {

namespace extract = freshet::extract;
namespace url = freshet::url;

void require(bool condition) {
  if (!condition) std::abort();
}

void guess(const extract::GuessExamples& examples) {
  const url::Canonicalizer canonicalizer;
  const auto guess = extract::guess_recipe(examples, canonicalizer);
  if (!guess) {
    require(!guess.error().message.empty());
    return;
  }
  const auto recipe = extract::Recipe::parse(guess->toml);
  require(recipe.has_value());
  for (const std::string& item : guess->item_links) {
    require(recipe->match(item).kind == extract::PageKind::kItem);
  }
  const auto again = extract::guess_recipe(examples, canonicalizer);
  require(again && again->toml == guess->toml);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr std::string_view kDivider = "\n====\n";
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const size_t end = input.find(kDivider);
  const std::string first(input.substr(0, end));
  const std::string second(end == std::string_view::npos ? std::string_view()
                                                         : input.substr(end + kDivider.size()));
  const auto list = url::parse("https://shop.example/c/shoes?page=2");
  const auto item = url::parse("https://shop.example/item/7-red-shoe");
  guess({.pages = {{first, *list}, {second, *item}}, .items = {}, .remarks = {}});
  guess({.pages = {{first, *list}}, .items = {{second, *item}}, .remarks = {"A remark"}});
  return 0;
}
