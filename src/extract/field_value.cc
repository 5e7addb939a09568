#include "extract/field_value.h"

#include <utility>

#include "extract/currency.h"
#include "extract/date_value.h"
#include "extract/money_value.h"
#include "extract/number_value.h"
#include "extract/recipe_errors.h"
#include "json/write.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace freshet::extract {
namespace {

bool is_space(char32_t c) {
  return (c < 0x80 && text::is_space(static_cast<char>(c))) || c == 0x85 || c == 0xA0 ||
         (c >= 0x2000 && c <= 0x200B) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
         c == 0x3000 || c == 0xFEFF;
}

// Returns the length of the space at the start of the text; 0 if there is none.
size_t space_at(std::string_view text) {
  const auto sequence = text::utf8_sequence(text);
  const bool is_whole = sequence.kind == text::Utf8Sequence::kWhole;
  return is_whole && is_space(text::utf8_scalar(text)) ? sequence.length : 0;
}

// Removes white space of any script at both ends.
std::string_view trimmed(std::string_view text) {
  while (!text.empty()) {
    const size_t length = space_at(text);
    if (length == 0) break;
    text.remove_prefix(length);
  }
  while (!text.empty()) {
    size_t start = text.size() - 1;
    while (start > 0 && text.size() - start < 4 && text::is_continuation(text[start])) --start;
    if (space_at(text.substr(start)) != text.size() - start) break;
    text.remove_suffix(text.size() - start);
  }
  return text;
}

// Returns the first group that took part, or the whole match of an expression without groups.
std::optional<std::string_view> matched_part(const pattern::Pattern& regex, std::string_view text) {
  const auto groups = regex.groups(text);
  if (!groups) return std::nullopt;
  if (groups->size() == 1) return (*groups)[0];
  for (size_t i = 1; i < groups->size(); ++i) {
    if ((*groups)[i]) return (*groups)[i];
  }
  return std::nullopt;
}

Result<std::string_view, std::string> mapped(const Cleaning& cleaning, std::string_view text) {
  const auto found = cleaning.map->find(text);
  if (found != cleaning.map->end()) return std::string_view(found->second);
  if (cleaning.map_default) return std::string_view(*cleaning.map_default);
  return Unexpected(in_quotes(text) + " is not in the map");
}

Result<std::string_view, std::string> cleaned(const Cleaning& cleaning, std::string_view text) {
  if (cleaning.trims) text = trimmed(text);
  if (cleaning.regex) {
    const auto part = matched_part(*cleaning.regex, text);
    if (!part) return Unexpected(in_quotes(text) + " does not match the regex");
    text = *part;
  }
  if (cleaning.map) return mapped(cleaning, text);
  return text;
}

FieldValue string_value(std::string text) {
  FieldValue value{.text = std::move(text)};
  json::append_string(value.json, value.text);
  return value;
}

FieldValue money_value(const Money& money) {
  FieldValue value{.text = money.amount + " " + money.currency};
  json::Writer writer(value.json);
  writer.begin_object().member("amount", money.amount).member("currency", money.currency);
  writer.end_object();
  return value;
}

Result<FieldValue, std::string> read_money(const FieldRule& field, const RawValue& raw,
                                           std::string_view text) {
  // The currency that the page states for this price is worth more than that of the recipe.
  const bool states_currency = is_currency_code(raw.currency);
  const auto money = parse_money(
      text, {.locale = field.locale,
             .currency = states_currency ? std::string_view(raw.currency) : field.currency,
             .is_for_programs = raw.is_for_programs});
  if (!money) return Unexpected(money.error());
  return money_value(*money);
}

Result<FieldValue, std::string> read_url(std::string_view text, const url::Url& base) {
  const auto url = url::resolve(text, base);
  if (!url) return Unexpected(std::string("is no URL"));
  if (!url->is_web()) return Unexpected(std::string("is neither an http nor an https URL"));
  return string_value(std::string(url->href()));
}

Result<FieldValue, std::string> read_cleaned(const FieldRule& field, const RawValue& raw,
                                             std::string_view text, const url::Url& base) {
  switch (field.shape.type) {
    case FieldType::kNumber: {
      auto number = parse_number(text, field.locale, raw.is_for_programs);
      if (!number) return Unexpected(std::move(number.error()));
      return FieldValue{*number, *number};
    }
    case FieldType::kDate: {
      auto date = parse_date(text, {field.locale, field.date_format});
      if (!date) return Unexpected(std::move(date.error()));
      return string_value(std::move(*date));
    }
    case FieldType::kMoney: return read_money(field, raw, text);
    case FieldType::kUrl: return read_url(text, base);
    case FieldType::kText:
    case FieldType::kHtml: break;
  }
  return string_value(std::string(text));
}

}  // namespace

Result<FieldValue, std::string> read_value(const FieldRule& field, const RawValue& raw,
                                           const url::Url& base) {
  const auto text = cleaned(field.cleaning, raw.text);
  if (!text) return Unexpected(text.error());
  if (text->empty()) return Unexpected(std::string("is empty"));
  auto value = read_cleaned(field, raw, *text, base);
  if (!value) return Unexpected(in_quotes(*text) + " " + value.error());
  return value;
}

}  // namespace freshet::extract
