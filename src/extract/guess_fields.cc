#include "extract/guess_fields.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "extract/extract.h"
#include "extract/field_candidates.h"
#include "extract/field_value.h"
#include "extract/navigation.h"
#include "extract/page_queries.h"
#include "extract/rules.h"
#include "json/read.h"

namespace freshet::extract {
namespace {

constexpr size_t kMostPages = 10;

// A candidate with its values on the pages, as JSON; empty where it has none.
struct Tried {
  FieldCandidate candidate;
  std::vector<std::string> values;

  size_t found() const {
    return values.size() - static_cast<size_t>(std::count(values.begin(), values.end(), ""));
  }
};

// Returns the keys of a field that has these rules: one selector at most, and sources.
std::string rule_of(const std::vector<const FieldCandidate*>& candidates) {
  std::string selector;
  std::string sources;
  for (const FieldCandidate* candidate : candidates) {
    if (!candidate->is_selector()) {
      sources += (sources.empty() ? "'" : ", '") + candidate->source + "'";
      continue;
    }
    selector = "selector = '" + candidate->selector + "'";
    if (!candidate->attribute.empty()) selector += "\nattribute = '" + candidate->attribute + "'";
  }
  if (sources.empty()) return selector;
  const bool is_list = sources.find(',') != std::string::npos;
  return selector + (selector.empty() ? "" : "\n") +
         "source = " + (is_list ? "[" + sources + "]" : sources);
}

// Returns a recipe that has the candidates as fields; nullopt if one cannot be compiled.
std::optional<Recipe> recipe_of(const UsualField& field, const std::vector<Tried>& all) {
  std::string toml = "name = 'guess'\nseeds = ['http://localhost/']\n[item]\npatterns = ['^']\n";
  for (size_t i = 0; i < all.size(); ++i) {
    toml += "[[item.field]]\nname = 'f" + std::to_string(i) + "'\ntype = '" +
            std::string(field.type) + "'\n" + rule_of({&all[i].candidate}) + "\n";
  }
  auto recipe = Recipe::parse(toml);
  if (!recipe) return std::nullopt;
  return std::move(*recipe);
}

// Returns what a candidate finds on a page, as JSON. A selector must match one element, outside of
// navigation.
std::string value_on(PageQueries& queries, const std::vector<PagePart>& parts,
                     const FieldRule& rule, bool is_selector) {
  const Query& query = rule.queries[0];
  if (is_selector) {
    const std::vector<dom::NodeId> elements = queries.elements(query, 2);
    if (elements.size() != 1 || parts[elements[0]] == PagePart::kMenu) return "";
  }
  const Findings findings = queries.values(rule, query, dom::kDocumentNode, 1);
  if (findings.values.empty()) return "";
  auto value = read_value(rule, findings.values[0], queries.base());
  return value ? std::move(value->json) : "";
}

void try_on(const SurveyPage& page, const Recipe& recipe, std::vector<Tried>& all) {
  const std::string canonical(page.url.without_fragment());
  const ExtractPage extract_page{.html = page.html, .url = page.url, .canonical = canonical};
  PageQueries queries(extract_page, {});
  const std::vector<PagePart> parts = parts_of_page(queries.document());
  for (size_t i = 0; i < all.size(); ++i) {
    const FieldRule& rule = recipe.rules().fields[i];
    all[i].values.push_back(value_on(queries, parts, rule, all[i].candidate.is_selector()));
  }
}

// Whether all titles end with the same words behind a dash or bar, as those of browser windows do.
bool ends_with_site(const std::vector<std::string>& values) {
  constexpr std::array<std::string_view, 7> kMarks = {" - ",  " | ", " – ", " — ",
                                                      " :: ", " · ", " » "};
  std::set<std::string> ends;
  for (const std::string& value : values) {
    if (value.empty()) continue;
    size_t begin = std::string::npos;
    for (const std::string_view mark : kMarks) {
      const size_t at = value.rfind(mark);
      if (at != std::string::npos && (begin == std::string::npos || at > begin)) begin = at;
    }
    if (begin == std::string::npos) return false;
    ends.insert(value.substr(begin));
  }
  return ends.size() == 1 && values.size() > 1;
}

bool has_expected_variety(const UsualField& field, const Tried& tried) {
  std::set<std::string_view> distinct;
  for (const std::string& value : tried.values) {
    if (!value.empty()) distinct.insert(value);
  }
  const size_t found = tried.found();
  if (found < 2 || field.is_common) return true;
  if (!field.is_identifying) return distinct.size() > 1 || found < 3;
  return distinct.size() * 2 > found;
}

// A rule that finds a value on all pages is better than one that finds it on most, and of equal
// ones the first. At least three of five pages must have it.
const Tried* best_of(const UsualField& field, const std::vector<Tried>& all) {
  const Tried* best = nullptr;
  size_t best_score = 0;
  for (const Tried& tried : all) {
    const size_t found = tried.found();
    if (found == 0 || found * 5 < tried.values.size() * 3) continue;
    if (!has_expected_variety(field, tried)) continue;
    const size_t score =
        2 * found - (field.name == "title" && ends_with_site(tried.values) ? 1 : 0);
    if (score <= best_score) continue;
    best = &tried;
    best_score = score;
  }
  return best;
}

std::vector<Tried> candidates_for(const UsualField& field, const std::vector<SurveyPage>& items) {
  constexpr size_t kMostSamples = 2;  // pages from which classes are taken
  std::vector<Tried> all;
  std::set<FieldCandidate> seen;
  for (size_t i = 0; i < items.size() && i < kMostSamples; ++i) {
    const dom::Document document = dom::parse_document(items[i].html);
    dom::WorkBudget budget;
    for (FieldCandidate& candidate : field_candidates(field, document, budget)) {
      constexpr size_t kMostFields = 100;
      if (all.size() >= kMostFields || !seen.insert(candidate).second) continue;
      all.push_back({std::move(candidate), {}});
    }
  }
  return all;
}

// Returns a key that removes the mark of a link from headings of manuals: "Name¶".
std::string cleaning_of(const UsualField& field, const Tried& tried) {
  const bool has_mark =
      std::all_of(tried.values.begin(), tried.values.end(),
                  [](const std::string& value) { return value.ends_with("¶\""); });
  return field.type == "text" && has_mark ? "\nregex = '(?s)^(.*?)\\s*¶$'" : "";
}

// Whether another rule finds the same values as the best one, wherever both find any.
bool agrees(const Tried& best, const Tried& other) {
  for (size_t i = 0; i < best.values.size(); ++i) {
    const bool has_both = !best.values[i].empty() && !other.values[i].empty();
    if (has_both && best.values[i] != other.values[i]) return false;
  }
  return other.found() * 2 > other.values.size();
}

// The rule of the best candidate, with sources that agree with it: pages that were not tried may
// lack one of them.
std::string complete_rule(const UsualField& field, const Tried& best,
                          const std::vector<Tried>& all) {
  constexpr size_t kMostRules = 3;
  std::vector<const FieldCandidate*> rules = {&best.candidate};
  for (const Tried& tried : all) {
    const bool is_new = &tried != &best && !tried.candidate.is_selector();
    if (rules.size() < kMostRules && is_new && agrees(best, tried)) {
      rules.push_back(&tried.candidate);
    }
  }
  return rule_of(rules) + cleaning_of(field, best);
}

std::optional<GuessedField> guess_field(const UsualField& field,
                                        const std::vector<SurveyPage>& items) {
  std::vector<Tried> all = candidates_for(field, items);
  const auto recipe = all.empty() ? std::nullopt : recipe_of(field, all);
  if (!recipe) return std::nullopt;
  const size_t pages = std::min(items.size(), kMostPages);
  for (size_t i = 0; i < pages; ++i) try_on(items[i], *recipe, all);
  const Tried* best = best_of(field, all);
  if (best == nullptr) return std::nullopt;
  const auto example = std::find_if(best->values.begin(), best->values.end(),
                                    [](const std::string& value) { return !value.empty(); });
  return GuessedField{.name = std::string(field.name),
                      .type = std::string(field.type),
                      .rule = complete_rule(field, *best, all),
                      .found = best->found(),
                      .pages = pages,
                      .example = *example};
}

}  // namespace

std::vector<GuessedField> guess_fields(const std::vector<SurveyPage>& items) {
  std::vector<GuessedField> fields;
  if (items.empty()) return fields;
  for (const UsualField& field : kUsualFields) {
    if (auto guessed = guess_field(field, items)) fields.push_back(*std::move(guessed));
  }
  return fields;
}

}  // namespace freshet::extract
