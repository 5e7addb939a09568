#include "settings/check.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "settings/units.h"

namespace freshet::settings {
namespace {

std::string show_real(double number) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

std::string show_string(std::string_view text) {
  constexpr size_t kShown = 60;
  std::string out = "\"";
  for (const char c : text.substr(0, kShown)) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? '?' : c;
  }
  return out + (text.size() > kShown ? "..." : "") + "\"";
}

std::string show_raw(const RawValue& raw) {
  if (const auto* unsupported = std::get_if<Unsupported>(&raw))
    return std::string(unsupported->what);
  if (const auto* b = std::get_if<bool>(&raw)) return *b ? "true" : "false";
  if (const auto* integer = std::get_if<int64_t>(&raw)) return std::to_string(*integer);
  if (const auto* real = std::get_if<double>(&raw)) return show_real(*real);
  if (const auto* text = std::get_if<std::string>(&raw)) return show_string(*text);
  return "a list";
}

std::string_view expected(Type type) {
  switch (type) {
    case Type::kBool: return "true or false";
    case Type::kInteger: return "a whole number";
    case Type::kReal: return "a number";
    case Type::kString: return "a string";
    case Type::kStrings: return "a list of strings";
    case Type::kDuration:
      return "a duration (\"500ms\", \"1s\", \"2h\", \"1 day\") or a number of seconds";
    case Type::kBytes: return "a size (\"500KiB\", \"10MB\") or a number of bytes";
  }
  return "";
}

Unexpected<Error> wrong_type(const Key& key, const RawValue& raw) {
  const bool is_secret = key.secret != Secret::kNothing && std::holds_alternative<std::string>(raw);
  return fail("must be " + std::string(expected(key.type)) + ", not " +
              (is_secret ? "a string" : show_raw(raw)));
}

// Shows a limit as the user would write it. A size is also shown with its unit.
std::string show_limit(const Key& key, double limit) {
  if (key.type == Type::kReal) return show_real(limit);
  const auto whole = static_cast<int64_t>(limit);
  if (key.type == Type::kDuration) return format_duration(whole);
  std::string text = std::to_string(whole);
  if (key.type == Type::kBytes && whole >= 1000) text += " (" + format_bytes(whole) + ")";
  return text;
}

// Returns the value if it lies within the key's range.
template <typename T>
Result<Value> check_range(const Key& key, const RawValue& raw, T value) {
  const auto number = static_cast<double>(value);
  if (number < key.range.min) {
    return fail(show_raw(raw) + " is below the minimum, " + show_limit(key, key.range.min));
  }
  if (number > key.range.max) {
    return fail(show_raw(raw) + " is above the maximum, " + show_limit(key, key.range.max));
  }
  return value;
}

Result<Value> check_string(const Key& key, const std::string& text) {
  if (!key.choices.empty() &&
      std::find(key.choices.begin(), key.choices.end(), text) == key.choices.end()) {
    std::string sentence = show_string(text) + " is not one of ";
    for (const auto& word : key.choices) {
      sentence.append(word).append(word == key.choices.back() ? "" : ", ");
    }
    return fail(sentence);
  }
  if (!key.characters.empty() &&
      (text.empty() || text.find_first_not_of(key.characters) != std::string::npos)) {
    return fail(show_string(text) +
                " must consist of one or more of: " + std::string(key.characters_description));
  }
  return text;
}

// Checks a duration or size: a text with a number and a unit, or a number without a unit, which is
// multiplied by `unit`. A fraction without a unit is allowed only for durations.
Result<Value> check_quantity(const Key& key, const RawValue& raw, double unit,
                             std::optional<int64_t> (*parse)(std::string_view)) {
  std::optional<int64_t> quantity;
  if (const auto* text = std::get_if<std::string>(&raw)) quantity = parse(*text);
  double number = std::nan("");
  if (const auto* integer = std::get_if<int64_t>(&raw)) {
    number = static_cast<double>(*integer) * unit;
  }
  if (const auto* real = std::get_if<double>(&raw); real != nullptr && unit > 1) {
    number = *real * unit;
  }
  constexpr double kExact = 9007199254740992;  // 2^53
  if (std::abs(number) <= kExact) quantity = static_cast<int64_t>(number);
  if (!quantity) return wrong_type(key, raw);
  return check_range(key, raw, *quantity);
}

template <typename T>
RawValue number_or_text(std::string_view text) {
  T number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size()) return number;
  return std::string(text);
}

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> items;
  while (!text.empty()) {
    const size_t comma = std::min(text.find(','), text.size());
    if (comma > 0) items.emplace_back(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return items;
}

}  // namespace

std::string_view name_of(Type type) {
  constexpr std::string_view kNames[] = {"bool",    "integer",  "real", "string",
                                         "strings", "duration", "bytes"};
  return kNames[static_cast<size_t>(type)];
}

Result<Value> check_value(const Key& key, const RawValue& raw) {
  switch (key.type) {
    case Type::kBool:
      if (const auto* b = std::get_if<bool>(&raw)) return *b;
      break;
    case Type::kInteger:
      if (const auto* integer = std::get_if<int64_t>(&raw)) {
        return check_range(key, raw, *integer);
      }
      break;
    case Type::kReal: {
      double number = std::nan("");
      if (const auto* integer = std::get_if<int64_t>(&raw)) number = static_cast<double>(*integer);
      if (const auto* real = std::get_if<double>(&raw)) number = *real;
      if (std::isfinite(number)) return check_range(key, raw, number);
      break;
    }
    case Type::kString:
      if (const auto* text = std::get_if<std::string>(&raw)) return check_string(key, *text);
      break;
    case Type::kStrings:
      if (const auto* list = std::get_if<std::vector<std::string>>(&raw)) {
        for (const std::string& item : *list) {
          if (auto checked = check_string(key, item); !checked) return checked;
        }
        return *list;
      }
      break;
    case Type::kDuration: return check_quantity(key, raw, 1e6, parse_duration);
    case Type::kBytes: return check_quantity(key, raw, 1, parse_bytes);
  }
  return wrong_type(key, raw);
}

Result<Value> check_text(const Key& key, std::string_view text) {
  switch (key.type) {
    case Type::kBool:
      if (text == "true" || text == "false") return text == "true";
      break;
    case Type::kInteger:
    case Type::kDuration:
    case Type::kBytes: return check_value(key, number_or_text<int64_t>(text));
    case Type::kReal: return check_value(key, number_or_text<double>(text));
    case Type::kStrings: return check_value(key, split(text));
    case Type::kString: break;
  }
  return check_value(key, std::string(text));
}

Value without_secrets(const Key& key, Value value) {
  if (auto* text = std::get_if<std::string>(&value)) *text = masked(key.secret, *text);
  if (auto* list = std::get_if<std::vector<std::string>>(&value)) {
    for (std::string& item : *list) item = masked(key.secret, item);
  }
  return value;
}

std::string show(const Key& key, const Value& value) {
  if (const auto* b = std::get_if<bool>(&value)) return *b ? "true" : "false";
  if (const auto* text = std::get_if<std::string>(&value)) return show_string(*text);
  if (const auto* real = std::get_if<double>(&value)) return show_real(*real);
  if (const auto* integer = std::get_if<int64_t>(&value)) {
    if (key.type == Type::kBytes) return format_bytes(*integer);
    if (key.type == Type::kDuration) return format_duration(*integer);
    return std::to_string(*integer);
  }
  if (const auto* list = std::get_if<std::vector<std::string>>(&value)) {
    // The form of the command line.
    std::string out;
    for (const auto& item : *list) out += (out.empty() ? "" : ",") + item;
    return out;
  }
  return "(built-in)";
}

std::string show_range(const Key& key) {
  if (key.type == Type::kBool) return "true | false";
  if (!key.choices.empty()) {
    std::string out;
    for (const auto& word : key.choices) out.append(out.empty() ? "" : " | ").append(word);
    return out;
  }
  if (!key.characters.empty()) return std::string(key.characters_description);
  const auto bound = [&](double limit) {
    if (key.type == Type::kReal) return show(key, Value(limit));
    return show(key, Value(static_cast<int64_t>(limit)));
  };
  const bool low = std::isfinite(key.range.min);
  const bool high = std::isfinite(key.range.max);
  std::string out;
  if (low && high)
    out = bound(key.range.min) + " .. " + bound(key.range.max);
  else if (low)
    out = bound(key.range.min) + " or more";
  else if (high)
    out = bound(key.range.max) + " or less";
  if (!out.empty() && !key.unit.empty()) out.append(" ").append(key.unit);
  return out;
}

}  // namespace freshet::settings
