#include "cli/item_filter.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "json/copy.h"
#include "text/ascii.h"

namespace freshet::cli {
namespace {

std::optional<double> number_in(std::string_view text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return number;
}

std::string text_of(const json::Value& value) {
  if (const auto text = value.string()) return std::string(*text);
  // Of money, the amount is compared.
  if (const auto amount = value["amount"].string()) return std::string(*amount);
  std::string out;
  json::Writer w(out);
  json::copy(value, w);
  return out;
}

// Returns the value of a condition's left side; nullopt if the item has none.
std::optional<std::string> value_of(std::string_view name, const collection::ItemRow& row,
                                    const json::Value& fields) {
  if (name == "key") return row.item.key;
  if (name == "url") return row.url;
  if (name == "gone") return row.gone_since ? "true" : "false";
  json::Value value = fields;
  while (true) {
    const size_t dot = name.find('.');
    value = value[name.substr(0, dot)];
    if (dot == std::string_view::npos) break;
    name.remove_prefix(dot + 1);
  }
  if (value.is_absent()) return std::nullopt;
  return text_of(value);
}

}  // namespace

Result<ItemFilter> ItemFilter::parse(const std::vector<std::string>& conditions) {
  ItemFilter filter;
  for (const std::string& text : conditions) {
    auto condition = parse_one(text);
    if (!condition) return Unexpected(condition.error());
    filter.conditions_.push_back(*std::move(condition));
  }
  return filter;
}

Result<ItemFilter::Condition> ItemFilter::parse_one(std::string_view text) {
  // Longer operators come before those with which they begin.
  static constexpr std::pair<std::string_view, Operator> kOperators[] = {
      {"!=", Operator::kUnequal}, {"<=", Operator::kAtMost}, {">=", Operator::kAtLeast},
      {"=", Operator::kEqual},    {"<", Operator::kLess},    {">", Operator::kMore},
      {"~", Operator::kMatches}};
  const size_t at = text.find_first_of("=!<>~");
  if (at != std::string_view::npos && at > 0) {
    for (const auto& [sign, how] : kOperators) {
      if (!text.substr(at).starts_with(sign)) continue;
      Condition condition{.name = std::string(text::trim(text.substr(0, at))),
                          .how = how,
                          .value = std::string(text::trim(text.substr(at + sign.size()))),
                          .pattern = {}};
      if (how != Operator::kMatches) return condition;
      auto pattern = pattern::Pattern::make(condition.value);
      if (!pattern)
        return fail("the pattern in \"" + std::string(text) + "\": " + pattern.error().message);
      condition.pattern.push_back(*std::move(pattern));
      return condition;
    }
  }
  return fail("\"" + std::string(text) +
              "\" is no condition; write FIELD and a value with =, !=, <, <=, >, >= or ~ between "
              "them, as in price<20");
}

bool ItemFilter::holds(const Condition& condition, const std::string& found) {
  if (condition.how == Operator::kMatches) return condition.pattern.front().matches(found);
  int order = found.compare(condition.value);
  const auto a = number_in(found);
  const auto b = number_in(condition.value);
  if (a && b) order = *a < *b ? -1 : *a > *b ? 1 : 0;
  switch (condition.how) {
    case Operator::kEqual: return order == 0;
    case Operator::kUnequal: return order != 0;
    case Operator::kLess: return order < 0;
    case Operator::kAtMost: return order <= 0;
    case Operator::kMore: return order > 0;
    case Operator::kAtLeast: return order >= 0;
    case Operator::kMatches: break;
  }
  return false;
}

Status ItemFilter::check(const extract::Recipe& recipe) const {
  std::vector<std::string> names = {"key", "url", "gone"};
  std::string known = "key, url, gone";
  for (const extract::FieldShape& field : recipe.fields()) {
    names.push_back(field.name);
    known.append(", ").append(field.name);
  }
  for (const Condition& condition : conditions_) {
    const std::string field = condition.name.substr(0, condition.name.find('.'));
    if (std::find(names.begin(), names.end(), field) != names.end()) continue;
    std::string message = "the items of ";
    message.append(recipe.name()).append(" have no field \"").append(field);
    return fail(message.append("\"; they have ").append(known));
  }
  return Done{};
}

bool ItemFilter::accepts(const collection::ItemRow& row, const json::Value& fields) const {
  for (const Condition& condition : conditions_) {
    const auto found = value_of(condition.name, row, fields);
    const bool is_met = found ? holds(condition, *found) : condition.how == Operator::kUnequal;
    if (!is_met) return false;
  }
  return true;
}

}  // namespace freshet::cli
