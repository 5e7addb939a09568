#include "extract/guess.h"

#include <string_view>
#include <utility>

#include "extract/guess_fields.h"
#include "extract/guess_site.h"
#include "extract/guess_text.h"
#include "extract/page_survey.h"
#include "extract/recipe.h"
#include "text/ascii.h"
#include "text/printable.h"

namespace freshet::extract {
namespace {

// A name for the recipe from the host: "shop" of "www.shop.example".
std::string name_of(const url::Url& url) {
  constexpr size_t kMostBytes = 40;
  std::string_view host = url.host();
  if (host.starts_with("www.")) host.remove_prefix(4);
  std::string name;
  for (const char c : host.substr(0, host.find('.'))) {
    if (name.size() == kMostBytes) break;
    if (text::is_alnum(c)) {
      name += text::to_lower(c);
    } else if (!name.empty()) {
      name += '_';
    }
  }
  const bool is_name = !name.empty() && text::is_alpha(name[0]);
  return is_name ? name : "site";
}

// At least one and at most ten URLs at which a crawl begins: lists, or items if there are none.
std::vector<std::string> seeds_of(const GuessedSite& site, const std::vector<PageSurvey>& pages) {
  constexpr size_t kMost = 10;
  std::vector<std::string> seeds;
  for (const size_t i : site.lists.empty() ? site.items : site.lists) {
    if (seeds.size() < kMost) seeds.push_back(pages[i].url);
  }
  return seeds;
}

}  // namespace

Result<Guess> guess_recipe(const GuessExamples& examples, const url::Canonicalizer& canonicalizer,
                           const GuessLimits& limits) {
  if (examples.pages.empty() || examples.pages.size() + examples.items.size() > kMaxGuessPages) {
    return fail("a recipe is guessed from 1 to " + std::to_string(kMaxGuessPages) +
                " pages, not from " +
                std::to_string(examples.pages.size() + examples.items.size()));
  }
  std::vector<SurveyPage> pages;
  for (const GuessPage& page : examples.pages) pages.push_back({page.html, page.url});
  for (const GuessPage& page : examples.items) pages.push_back({page.html, page.url});
  std::vector<PageSurvey> surveys;
  surveys.reserve(pages.size());
  for (const SurveyPage& page : pages) {
    surveys.push_back(survey(page, canonicalizer, {limits.tree, limits.max_links}));
  }
  GuessedRecipe recipe{.name = name_of(examples.pages[0].url),
                       .seeds = {},
                       .site = guess_site(surveys, {examples.pages.size()}),
                       .fields = {},
                       .remarks = examples.remarks};
  if (recipe.site.item_patterns.empty()) {
    return fail("nothing can be guessed from " + text::printable(surveys[0].url.substr(0, 100)) +
                ": it has no five links of one shape, and its own URL is too long to be a pattern; "
                "name a page that lists items, or pages of items");
  }
  recipe.seeds = seeds_of(recipe.site, surveys);
  std::vector<SurveyPage> items;
  for (const size_t i : recipe.site.items) items.push_back(pages[i]);
  recipe.fields = guess_fields(items);
  Guess guess{.toml = text_of(recipe),
              .items = items.size(),
              .fields = recipe.fields.size(),
              .item_links = std::move(recipe.site.item_links)};
  if (const auto parsed = Recipe::parse(guess.toml); !parsed) {
    return fail("no recipe can be made of the patterns that were guessed from " + surveys[0].url +
                ": " + parsed.error()[0].message);
  }
  return guess;
}

}  // namespace freshet::extract
