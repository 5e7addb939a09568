#include "extract/query_reader.h"

#include <algorithm>
#include <utility>

namespace freshet::extract {
namespace {

void report(const RecipeText& text, std::string_view what, const dom::QueryError& error,
            RecipeContext& context) {
  context.errors.add_inside(
      *text.value, error.at,
      std::string(what) + " " + in_quotes(text.text) + " cannot be read: " + error.message);
}

// Returns where a page states the currency of the price that it states at `source`.
std::optional<Source> currency_of(const Source& source) {
  if (source.path.empty()) return std::nullopt;
  Source currency = source;
  std::string& last = currency.path.back();
  constexpr std::string_view kAmount = ":amount";
  if (source.kind == Source::Kind::kMeta) {
    if (!last.ends_with(kAmount)) return std::nullopt;
    last.replace(last.size() - kAmount.size(), kAmount.size(), ":currency");
    return currency;
  }
  if (last != "price" && last != "lowPrice" && last != "highPrice") return std::nullopt;
  last = "priceCurrency";
  return currency;
}

std::optional<StatedValue> read_source(const RecipeText& text, RecipeContext& context) {
  auto source = parse_source(text.text);
  if (!source) {
    context.errors.add(text.value->place,
                       "the source " + in_quotes(text.text) + " cannot be read: " + source.error());
    return std::nullopt;
  }
  auto currency = currency_of(*source);
  return StatedValue{std::move(*source), std::move(currency)};
}

std::optional<GroupName> read_group(const RecipeText& text, RecipeContext& context) {
  if (context.item_groups.contains(text.text)) return GroupName{std::string(text.text)};
  context.errors.add(text.value->place, "no item pattern has a group with the name " +
                                            in_quotes(text.text) + ": (?P<" +
                                            std::string(text.text) + ">...)");
  return std::nullopt;
}

// Reads the strings of one key and appends a query for each.
template <typename Read>
void add_queries(const TableReader& table, std::string_view key, Read read, RecipeContext& context,
                 std::vector<Query>& queries) {
  const std::vector<RecipeText> texts = table.strings(key, true);
  if (texts.size() > kMaxQueries) {
    context.errors.add(table.find(key)->place, in_quotes(key) + " has more than 20 strings");
    return;
  }
  for (const RecipeText& text : texts) {
    if (auto how = read(text, context)) {
      queries.push_back({std::string(key) + " " + std::string(text.text), std::move(*how)});
    }
  }
}

}  // namespace

std::optional<dom::Selector> read_selector(const RecipeText& text, RecipeContext& context) {
  if (!has_fitting_length(text, context)) return std::nullopt;
  auto selector = dom::Selector::parse(text.text);
  if (selector) return std::move(*selector);
  report(text, "the selector", selector.error(), context);
  return std::nullopt;
}

std::optional<dom::XPath> read_xpath(const RecipeText& text, RecipeContext& context) {
  if (!has_fitting_length(text, context)) return std::nullopt;
  auto xpath = dom::XPath::parse(text.text);
  if (xpath) return std::move(*xpath);
  report(text, "the XPath expression", xpath.error(), context);
  return std::nullopt;
}

std::vector<Query> read_queries(const TableReader& table, bool is_record, RecipeContext& context) {
  std::vector<Query> queries;
  add_queries(table, "selector", read_selector, context, queries);
  add_queries(table, "xpath", read_xpath, context, queries);
  for (const std::string_view key : {"source", "group"}) {
    const toml::Member* member = table.find(key);
    if (is_record && member != nullptr) {
      context.errors.add(member->place,
                         in_quotes(key) + " is only for fields of the item, not of its records");
    }
  }
  if (!is_record) {
    add_queries(table, "source", read_source, context, queries);
    add_queries(table, "group", read_group, context, queries);
  }
  const bool has_none = table.find("selector") == nullptr && table.find("xpath") == nullptr &&
                        table.find("source") == nullptr && table.find("group") == nullptr;
  if (has_none && is_record) queries.push_back({"the element itself", RecordElement{}});
  if (has_none && !is_record) table.lacks("a selector, xpath, source or group");
  return queries;
}

}  // namespace freshet::extract
