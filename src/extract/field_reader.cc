#include "extract/field_reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include "extract/currency.h"
#include "extract/date_format.h"
#include "extract/query_reader.h"
#include "text/ascii.h"

namespace freshet::extract {
namespace {

constexpr auto kTypes = std::to_array<std::pair<std::string_view, FieldType>>({
    {"text", FieldType::kText},
    {"number", FieldType::kNumber},
    {"date", FieldType::kDate},
    {"money", FieldType::kMoney},
    {"url", FieldType::kUrl},
    {"html", FieldType::kHtml},
});

// Columns that the tables of items have beside their fields.
constexpr auto kReserved = std::to_array<std::string_view>(
    {"key", "url", "page", "first_seen", "last_seen", "verified_at", "gone"});

// Reads one [[item.field]] or [[item.record.field]].
class FieldReader {
 public:
  FieldReader(const toml::Value& table, bool is_record, RecipeContext& context)
      : table_(table, is_record ? "[[item.record.field]]" : "[[item.field]]",
               {"name", "selector", "xpath", "source", "group", "attribute", "type", "list",
                "required", "locale", "currency", "format", "trim", "regex", "map", "map_default"},
               context.errors),
        is_record_(is_record),
        context_(context) {}

  // `names` are those of the fields before.
  FieldRule read(std::set<std::string, std::less<>>& names) {
    read_shape();
    if (!rule_.shape.name.empty() && !names.insert(rule_.shape.name).second) {
      error("name", "there are two fields with the name " + in_quotes(rule_.shape.name));
    }
    rule_.queries = read_queries(table_, is_record_, context_);
    read_attribute();
    read_locale();
    read_currency();
    read_format();
    read_cleaning();
    return std::move(rule_);
  }

 private:
  void read_shape() {
    rule_.shape.name = read_name(table_, context_).value_or("");
    const std::string& name = rule_.shape.name;
    if (std::find(kReserved.begin(), kReserved.end(), name) != kReserved.end()) {
      error("name", "the name " + in_quotes(name) +
                        " is taken: every item has such a column; choose another name");
    }
    rule_.shape.is_list = table_.boolean("list").value_or(false);
    rule_.shape.is_required = table_.boolean("required").value_or(false);
    const auto type = table_.string("type");
    if (!type) return;
    const auto found = std::find_if(kTypes.begin(), kTypes.end(),
                                    [&](const auto& known) { return known.first == type->text; });
    if (found != kTypes.end()) {
      rule_.shape.type = found->second;
    } else {
      error("type", in_quotes(type->text) +
                        " is no type; it must be text, number, date, money, url or html" +
                        suggestion(type->text, {"text", "number", "date", "money", "url", "html"}));
    }
  }

  void read_attribute() {
    const auto attribute = table_.string("attribute");
    if (!attribute) return;
    rule_.attribute = text::lower_case(attribute->text);
    if (rule_.attribute.empty()) error("attribute", "\"attribute\" is empty");
    const bool applies =
        table_.find("selector") != nullptr || (is_record_ && table_.find("xpath") == nullptr);
    if (!applies) {
      error("attribute", "\"attribute\" needs a selector; with xpath, write //a/@href");
    }
  }

  void read_locale() {
    const auto name = table_.string("locale");
    if (!name) return;
    const auto locale = find_locale(name->text);
    if (locale) {
      rule_.locale = *locale;
    } else {
      error("locale", in_quotes(name->text) +
                          " is no known locale; it must be a language, as \"de\" or "
                          "\"en-GB\", one of: " +
                          std::string(known_languages()));
    }
    needs_type("locale", {FieldType::kNumber, FieldType::kMoney, FieldType::kDate},
               "number, money or date");
  }

  void read_currency() {
    const auto currency = table_.string("currency");
    if (!currency) return;
    rule_.currency = currency->text;
    if (!is_currency_code(currency->text)) {
      error("currency", in_quotes(currency->text) + " is no code of ISO 4217, as \"EUR\"");
    }
    needs_type("currency", {FieldType::kMoney}, "money");
  }

  void read_format() {
    const auto format = table_.string("format");
    if (!format) return;
    rule_.date_format = format->text;
    if (const auto wrong = check_date_format(format->text)) {
      context_.errors.add_inside(
          *format->value, wrong->at,
          "the date format " + in_quotes(format->text) + ": " + wrong->message);
    }
    needs_type("format", {FieldType::kDate}, "date");
  }

  void read_cleaning() {
    Cleaning& cleaning = rule_.cleaning;
    cleaning.trims = table_.boolean("trim").value_or(true);
    if (const auto regex = table_.string("regex")) cleaning.regex = read_pattern(*regex, context_);
    if (const auto otherwise = table_.string("map_default")) {
      cleaning.map_default = otherwise->text;
    }
    const toml::Value* map = table_.table("map");
    if (map == nullptr) {
      if (table_.find("map_default") != nullptr && table_.find("map") == nullptr) {
        error("map_default", "\"map_default\" needs \"map\"");
      }
      return;
    }
    cleaning.map.emplace();
    for (const toml::Member& entry : *map->table()) {
      if (entry.value.string() != nullptr) {
        cleaning.map->emplace(entry.key, *entry.value.string());
      } else {
        context_.errors.add(entry.place, "a value of \"map\" must be a string, not " +
                                             std::string(entry.value.type()));
      }
    }
  }

  void needs_type(std::string_view key, std::initializer_list<FieldType> types,
                  std::string_view names) {
    if (std::find(types.begin(), types.end(), rule_.shape.type) == types.end()) {
      error(key, in_quotes(key) + " is only for fields of the type " + std::string(names));
    }
  }

  void error(std::string_view key, std::string message) {
    context_.errors.add(table_.find(key)->place, std::move(message));
  }

  const TableReader table_;
  const bool is_record_;
  RecipeContext& context_;
  FieldRule rule_;
};

// Reads the one query that finds the elements of records.
std::vector<Query> read_each(const TableReader& table, RecipeContext& context) {
  const auto selector = table.string("each");
  const auto xpath = table.string("each_xpath");
  if (table.find("each") != nullptr && table.find("each_xpath") != nullptr) {
    context.errors.add(table.find("each_xpath")->place,
                       "[[item.record]] has \"each\", too; remove one of them");
  } else if (table.find("each") == nullptr && table.find("each_xpath") == nullptr) {
    table.lacks("\"each\", a selector for the elements of records, or \"each_xpath\"");
  }
  std::vector<Query> each;
  if (selector) {
    if (auto compiled = read_selector(*selector, context)) {
      each.push_back({"each " + std::string(selector->text), std::move(*compiled)});
    }
  } else if (xpath) {
    if (auto compiled = read_xpath(*xpath, context)) {
      each.push_back({"each_xpath " + std::string(xpath->text), std::move(*compiled)});
    }
  }
  return each;
}

}  // namespace

std::vector<FieldRule> read_fields(const TableReader& table, bool is_record,
                                   RecipeContext& context) {
  std::vector<FieldRule> fields;
  std::set<std::string, std::less<>> names;
  for (const toml::Value* value : table.tables("field", kMaxFields)) {
    fields.push_back(FieldReader(*value, is_record, context).read(names));
  }
  return fields;
}

std::vector<RecordRule> read_records(const TableReader& item, RecipeContext& context) {
  std::vector<RecordRule> records;
  std::set<std::string, std::less<>> names;
  for (const toml::Value* value : item.tables("record", kMaxRecords)) {
    const TableReader table(*value, "[[item.record]]", {"name", "each", "each_xpath", "field"},
                            context.errors);
    const std::string name = read_name(table, context).value_or("");
    if (!name.empty() && !names.insert(name).second) {
      context.errors.add(table.find("name")->place,
                         "there are two kinds of record with the name " + in_quotes(name));
    }
    std::vector<Query> each = read_each(table, context);
    std::vector<FieldRule> fields = read_fields(table, true, context);
    if (table.find("field") == nullptr) table.lacks("a field: [[item.record.field]]");
    if (!each.empty()) records.push_back({name, std::move(each.front()), std::move(fields)});
  }
  return records;
}

}  // namespace freshet::extract
