#include "extract/recipe.h"

#include <utility>

#include "extract/recipe_reader.h"
#include "extract/rules.h"

namespace freshet::extract {
namespace {

std::vector<FieldShape> shapes_of(const std::vector<FieldRule>& fields) {
  std::vector<FieldShape> shapes;
  shapes.reserve(fields.size());
  for (const FieldRule& field : fields) shapes.push_back(field.shape);
  return shapes;
}

std::vector<std::string> pattern_texts(const pattern::PatternSet& patterns, size_t begin,
                                       size_t end) {
  std::vector<std::string> texts;
  for (size_t i = begin; i < end; ++i) texts.push_back(patterns[i].text());
  return texts;
}

// Returns the key of an item; empty if the group is empty or took no part.
std::string_view key_in(const RecipeRules& rules, size_t pattern, std::string_view url) {
  const auto groups = rules.patterns[pattern].groups(url);
  return groups ? (*groups)[rules.key_groups[pattern]].value_or("") : std::string_view();
}

}  // namespace

UrlMatch match_url(const RecipeRules& rules, std::string_view url) {
  const auto first = rules.patterns.first_match(url);
  if (!first) return {};
  size_t next = *first;
  while (next < rules.item_patterns) {
    if (rules.key_groups.empty()) return {PageKind::kItem, next, {}};
    const std::string_view key = key_in(rules, next, url);
    if (!key.empty()) return {PageKind::kItem, next, key};
    ++next;
  }
  while (next < rules.patterns.size() && !rules.patterns[next].matches(url)) ++next;
  if (next == rules.patterns.size()) return {};
  return {PageKind::kList, next, {}};
}

Result<Recipe, std::vector<RecipeError>> Recipe::parse(std::string_view toml) {
  auto rules = read_recipe(toml);
  if (!rules) return Unexpected(std::move(rules.error()));
  return Recipe(std::make_shared<const RecipeRules>(std::move(*rules)));
}

Recipe::Recipe(std::shared_ptr<const RecipeRules> rules) : rules_(std::move(rules)) {}
Recipe::~Recipe() = default;
Recipe::Recipe(Recipe&&) noexcept = default;
Recipe& Recipe::operator=(Recipe&&) noexcept = default;

const std::string& Recipe::name() const {
  return rules_->name;
}

const std::string& Recipe::text() const {
  return rules_->text;
}

uint64_t Recipe::fingerprint() const {
  return rules_->fingerprint;
}

const std::vector<std::string>& Recipe::seeds() const {
  return rules_->seeds;
}

std::vector<std::string> Recipe::list_patterns() const {
  return pattern_texts(rules_->patterns, rules_->item_patterns, rules_->patterns.size());
}

std::vector<std::string> Recipe::item_patterns() const {
  return pattern_texts(rules_->patterns, 0, rules_->item_patterns);
}

bool Recipe::may_match_prefix(std::string_view prefix) const {
  for (size_t i = 0; i < rules_->patterns.size(); ++i) {
    if (rules_->patterns[i].may_match_prefix(prefix)) return true;
  }
  return false;
}

Match Recipe::match(std::string_view url) const {
  const UrlMatch match = match_url(*rules_, url);
  return {match.kind, std::string(match.key)};
}

bool Recipe::has_key_in_url() const {
  return !rules_->key_groups.empty();
}

bool Recipe::has_link_selector() const {
  return rules_->links.has_value();
}

std::vector<FieldShape> Recipe::fields() const {
  return shapes_of(rules_->fields);
}

std::vector<RecordShape> Recipe::records() const {
  std::vector<RecordShape> shapes;
  for (const RecordRule& record : rules_->records) {
    shapes.push_back({record.name, shapes_of(record.fields)});
  }
  return shapes;
}

}  // namespace freshet::extract
