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

std::string show_given(const Given& given) {
  if (const auto* unfit = std::get_if<Unfit>(&given)) return std::string(unfit->what);
  if (const auto* b = std::get_if<bool>(&given)) return *b ? "true" : "false";
  if (const auto* integer = std::get_if<int64_t>(&given)) return std::to_string(*integer);
  if (const auto* real = std::get_if<double>(&given)) return show_real(*real);
  if (const auto* text = std::get_if<std::string>(&given)) return show_string(*text);
  return "a list";
}

std::string_view wanted(Type type) {
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

Unexpected<Error> wrong_type(const Key& key, const Given& given) {
  const bool is_secret =
      key.secret != Secret::kNothing && std::holds_alternative<std::string>(given);
  return fail("must be " + std::string(wanted(key.type)) + ", not " +
              (is_secret ? "a string" : show_given(given)));
}

// A limit as the user would write it, with the friendlier form behind it where there is one.
std::string show_limit(const Key& key, double limit) {
  if (key.type == Type::kReal) return show_real(limit);
  const auto whole = static_cast<int64_t>(limit);
  if (key.type == Type::kDuration) return format_duration(whole);
  std::string text = std::to_string(whole);
  if (key.type == Type::kBytes && whole >= 1000) text += " (" + format_bytes(whole) + ")";
  return text;
}

// The value, if the number that it stands for lies within the key's range.
template <typename T>
Result<Value> check_range(const Key& key, const Given& given, T value) {
  const auto number = static_cast<double>(value);
  if (number < key.range.least) {
    return fail(show_given(given) + " is below the least value, " +
                show_limit(key, key.range.least));
  }
  if (number > key.range.most) {
    return fail(show_given(given) + " is above the greatest value, " +
                show_limit(key, key.range.most));
  }
  return value;
}

Result<Value> check_string(const Key& key, const std::string& text) {
  if (!key.words.empty() &&
      std::find(key.words.begin(), key.words.end(), text) == key.words.end()) {
    std::string sentence = show_string(text) + " is none of ";
    for (const auto& word : key.words) {
      sentence.append(word).append(word == key.words.back() ? "" : ", ");
    }
    return fail(sentence);
  }
  if (!key.characters.empty() &&
      (text.empty() || text.find_first_not_of(key.characters) != std::string::npos)) {
    return fail(show_string(text) + " must be one or more of " + std::string(key.characters_named));
  }
  return text;
}

// The value of a duration or size: a number with a unit, or a bare number in the unit `one`.
Result<Value> check_measure(const Key& key, const Given& given, double one,
                            std::optional<int64_t> (*parse)(std::string_view)) {
  std::optional<int64_t> measure;
  if (const auto* text = std::get_if<std::string>(&given)) measure = parse(*text);
  double number = std::nan("");
  if (const auto* integer = std::get_if<int64_t>(&given)) {
    number = static_cast<double>(*integer) * one;
  }
  if (const auto* real = std::get_if<double>(&given); real != nullptr && one > 1) {
    number = *real * one;
  }
  constexpr double kExact = 9007199254740992;  // 2^53
  if (std::abs(number) <= kExact) measure = static_cast<int64_t>(number);
  if (!measure) return wrong_type(key, given);
  return check_range(key, given, *measure);
}

template <typename T>
Given number_or_text(std::string_view text) {
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

Result<Value> check_given(const Key& key, const Given& given) {
  switch (key.type) {
    case Type::kBool:
      if (const auto* b = std::get_if<bool>(&given)) return *b;
      break;
    case Type::kInteger:
      if (const auto* integer = std::get_if<int64_t>(&given)) {
        return check_range(key, given, *integer);
      }
      break;
    case Type::kReal: {
      double number = std::nan("");
      if (const auto* integer = std::get_if<int64_t>(&given))
        number = static_cast<double>(*integer);
      if (const auto* real = std::get_if<double>(&given)) number = *real;
      if (std::isfinite(number)) return check_range(key, given, number);
      break;
    }
    case Type::kString:
      if (const auto* text = std::get_if<std::string>(&given)) return check_string(key, *text);
      break;
    case Type::kStrings:
      if (const auto* list = std::get_if<std::vector<std::string>>(&given)) {
        for (const std::string& item : *list) {
          if (auto checked = check_string(key, item); !checked) return checked;
        }
        return *list;
      }
      break;
    case Type::kDuration: return check_measure(key, given, 1e6, parse_duration);
    case Type::kBytes: return check_measure(key, given, 1, parse_bytes);
  }
  return wrong_type(key, given);
}

Result<Value> check_text(const Key& key, std::string_view text) {
  switch (key.type) {
    case Type::kBool:
      if (text == "true" || text == "false") return text == "true";
      break;
    case Type::kInteger:
    case Type::kDuration:
    case Type::kBytes: return check_given(key, number_or_text<int64_t>(text));
    case Type::kReal: return check_given(key, number_or_text<double>(text));
    case Type::kStrings: return check_given(key, split(text));
    case Type::kString: break;
  }
  return check_given(key, std::string(text));
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
    // As it is written on a command line.
    std::string out;
    for (const auto& item : *list) out += (out.empty() ? "" : ",") + item;
    return out;
  }
  return "(built-in)";
}

std::string show_range(const Key& key) {
  if (key.type == Type::kBool) return "true | false";
  if (!key.words.empty()) {
    std::string out;
    for (const auto& word : key.words) out.append(out.empty() ? "" : " | ").append(word);
    return out;
  }
  if (!key.characters.empty()) return std::string(key.characters_named);
  const auto bound = [&](double limit) {
    if (key.type == Type::kReal) return show(key, Value(limit));
    return show(key, Value(static_cast<int64_t>(limit)));
  };
  const bool low = std::isfinite(key.range.least);
  const bool high = std::isfinite(key.range.most);
  std::string out;
  if (low && high)
    out = bound(key.range.least) + " .. " + bound(key.range.most);
  else if (low)
    out = bound(key.range.least) + " or more";
  else if (high)
    out = bound(key.range.most) + " or less";
  if (!out.empty() && !key.unit.empty()) out.append(" ").append(key.unit);
  return out;
}

}  // namespace freshet::settings
