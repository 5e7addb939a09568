#include "extract/recipe_reader.h"

#include <algorithm>
#include <utility>

#include "digest/fingerprint.h"
#include "extract/field_reader.h"
#include "extract/query_reader.h"
#include "extract/recipe_context.h"
#include "toml/toml.h"
#include "url/url.h"

namespace freshet::extract {
namespace {

// Reads the tables of a recipe, one function for each.
class RecipeReader {
 public:
  RecipeReader(const toml::Value& recipe, RecipeErrors& errors)
      : top_(recipe, "the recipe", {"name", "seeds", "categories", "list", "item"}, errors),
        errors_(errors),
        context_{errors} {}

  RecipeRules read(std::string_view text) {
    std::string name = read_name(top_, context_).value_or("");
    std::vector<std::string> seeds = read_seeds();
    std::vector<pattern::Pattern> patterns;
    std::vector<pattern::Pattern> list_patterns;
    std::optional<dom::Selector> links = read_list(list_patterns);
    std::vector<FieldRule> fields;
    std::vector<RecordRule> records;
    Key key;
    if (const toml::Value* table = top_.table("item")) {
      const TableReader item(*table, "[item]", {"patterns", "key", "field", "record"}, errors_);
      patterns = read_patterns(item);
      for (const pattern::Pattern& pattern : patterns) {
        for (auto& [group, index] : pattern.group_names()) context_.item_groups.insert(group);
      }
      fields = read_fields(item, false, context_);
      records = read_records(item, context_);
      report_names_of_both(item, fields, records);
      key = read_key(item, patterns, fields);
    } else if (top_.find("item") == nullptr) {
      top_.lacks("[item] with patterns");
    }
    const size_t item_patterns = patterns.size();
    std::move(list_patterns.begin(), list_patterns.end(), std::back_inserter(patterns));
    return {.name = std::move(name),
            .text = std::string(text),
            .fingerprint = digest::fingerprint(text).value,
            .seeds = std::move(seeds),
            .patterns = compiled(std::move(patterns)),
            .item_patterns = item_patterns,
            .key = std::move(key.name),
            .key_groups = std::move(key.groups),
            .key_field = key.field,
            .links = std::move(links),
            .fields = std::move(fields),
            .records = std::move(records)};
  }

 private:
  struct Key {
    std::string name;
    std::vector<size_t> groups;
    std::optional<size_t> field;
  };

  void add_seed(const RecipeText& text, std::vector<std::string>& seeds) {
    const auto url = url::parse(text.text);
    if (!url) {
      errors_.add(text.value->place,
                  in_quotes(text.text) + " is no URL: " + std::string(url::describe(url.error())));
    } else if (!url->is_web()) {
      errors_.add(text.value->place, in_quotes(text.text) + " is neither an http nor an https URL");
    } else {
      seeds.emplace_back(url->without_fragment());
    }
  }

  std::vector<std::string> read_seeds() {
    std::vector<std::string> seeds;
    for (const RecipeText& seed : top_.strings("seeds", false)) add_seed(seed, seeds);
    if (const toml::Value* categories = top_.table("categories")) {
      for (const toml::Member& category : *categories->table()) {
        if (const std::string* seed = category.value.string()) {
          add_seed({*seed, &category.value}, seeds);
        } else {
          errors_.add(category.place, "a category must be a URL as a string, not " +
                                          std::string(category.value.type()));
        }
      }
      if (categories->table()->empty() && top_.find("seeds") == nullptr) {
        top_.lacks("a seed or a category");
      }
    } else if (top_.find("seeds") == nullptr && top_.find("categories") == nullptr) {
      top_.lacks("\"seeds\" or [categories], the URLs at which to begin");
    }
    return seeds;
  }

  std::vector<pattern::Pattern> read_patterns(const TableReader& table) {
    std::vector<pattern::Pattern> patterns;
    if (table.find("patterns") == nullptr)
      table.lacks("\"patterns\", a list of regular expressions");
    const std::vector<RecipeText> texts = table.strings("patterns", false);
    pattern_count_ += texts.size();
    if (pattern_count_ > kMaxPatterns) {
      errors_.add(table.find("patterns")->place, "the recipe has more than 1,000 patterns");
      return {};
    }
    for (const RecipeText& text : texts) {
      if (auto pattern = read_pattern(text, context_)) patterns.push_back(std::move(*pattern));
    }
    return patterns;
  }

  // Returns the selector of links.
  std::optional<dom::Selector> read_list(std::vector<pattern::Pattern>& patterns) {
    const toml::Value* table = top_.table("list");
    if (table == nullptr) return std::nullopt;
    const TableReader list(*table, "[list]", {"patterns", "links"}, errors_);
    patterns = read_patterns(list);
    const auto links = list.string("links");
    return links ? read_selector(*links, context_) : std::nullopt;
  }

  void report_names_of_both(const TableReader& item, const std::vector<FieldRule>& fields,
                            const std::vector<RecordRule>& records) {
    for (const RecordRule& record : records) {
      const bool is_field = std::any_of(fields.begin(), fields.end(), [&](const FieldRule& field) {
        return field.shape.name == record.name;
      });
      if (is_field && !record.name.empty()) {
        errors_.add(item.find("record")->place,
                    "a field and a kind of record have the same name, " + in_quotes(record.name));
      }
    }
  }

  Key read_key(const TableReader& item, const std::vector<pattern::Pattern>& patterns,
               const std::vector<FieldRule>& fields) {
    const auto text = item.string("key");
    if (!text) return {};
    Key key{.name = std::string(text->text)};
    for (const pattern::Pattern& pattern : patterns) {
      for (const auto& [name, index] : pattern.group_names()) {
        if (name == key.name) key.groups.push_back(index);
      }
    }
    if (!patterns.empty() && key.groups.size() == patterns.size()) return key;
    key.groups.clear();
    for (size_t i = 0; i < fields.size(); ++i) {
      if (fields[i].shape.name == key.name) key.field = i;
    }
    if (!key.field) {
      report_key(*text, fields);
    } else if (fields[*key.field].shape.is_list) {
      errors_.add(text->value->place, "the key " + in_quotes(key.name) +
                                          " is a field with several values (list = true)");
    }
    return key;
  }

  void report_key(const RecipeText& key, const std::vector<FieldRule>& fields) {
    // An item without patterns has an error already.
    if (context_.item_groups.contains(key.text)) {
      errors_.add(key.value->place, "the group " + in_quotes(key.text) +
                                        " is not in every item pattern, and no field has its name");
      return;
    }
    errors_.add(key.value->place, "the key " + in_quotes(key.text) +
                                      " is neither a named group of the item patterns nor a field" +
                                      (fields.empty() ? "" : "; is it misspelt?"));
  }

  pattern::PatternSet compiled(std::vector<pattern::Pattern> patterns) {
    auto set = pattern::PatternSet::make(std::move(patterns));
    if (set) return std::move(*set);
    errors_.add({}, set.error().message);
    return std::move(*pattern::PatternSet::make({}));
  }

  const TableReader top_;
  RecipeErrors& errors_;
  RecipeContext context_;
  size_t pattern_count_ = 0;
};

}  // namespace

Result<RecipeRules, std::vector<RecipeError>> read_recipe(std::string_view toml) {
  RecipeErrors errors(toml);
  const auto parsed = toml::parse(toml);
  if (!parsed) {
    errors.add(parsed.error().place, parsed.error().message);
    return Unexpected(std::move(errors).take());
  }
  RecipeRules rules = RecipeReader(*parsed, errors).read(toml);
  if (!errors.empty()) return Unexpected(std::move(errors).take());
  return rules;
}

}  // namespace freshet::extract
