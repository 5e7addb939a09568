#include "json/read.h"

#include <simdjson.h>

#include <cstring>

#include "text/ascii.h"

namespace freshet::json {

namespace dom = simdjson::dom;

// Converts between Value and the simdjson element that it stores.
struct Access {
  static_assert(sizeof(dom::element) == sizeof(Value::element_));
  static_assert(std::is_trivially_copyable_v<dom::element>);

  static dom::element element(const Value& value) {
    dom::element element;
    std::memcpy(static_cast<void*>(&element), value.element_, sizeof element);
    return element;
  }

  static Value wrap(dom::element element) {
    Value value;
    std::memcpy(value.element_, &element, sizeof element);
    value.kind_ = kind_of(element.type());
    return value;
  }

  static Value::Kind kind_of(dom::element_type type) {
    switch (type) {
      case dom::element_type::ARRAY: return Value::Kind::kArray;
      case dom::element_type::OBJECT: return Value::Kind::kObject;
      case dom::element_type::STRING: return Value::Kind::kString;
      case dom::element_type::BOOL: return Value::Kind::kBool;
      case dom::element_type::NULL_VALUE: return Value::Kind::kNull;
      case dom::element_type::INT64:
      case dom::element_type::UINT64:
      case dom::element_type::DOUBLE: return Value::Kind::kNumber;
    }
    return Value::Kind::kAbsent;
  }
};

std::optional<bool> Value::boolean() const {
  if (kind_ != Kind::kBool) return std::nullopt;
  return bool(Access::element(*this));
}

std::optional<double> Value::number() const {
  if (kind_ != Kind::kNumber) return std::nullopt;
  return double(Access::element(*this));
}

std::optional<int64_t> Value::integer() const {
  if (kind_ != Kind::kNumber) return std::nullopt;
  int64_t number = 0;
  if (Access::element(*this).get(number) != simdjson::SUCCESS) return std::nullopt;
  return number;
}

std::optional<std::string_view> Value::string() const {
  if (kind_ != Kind::kString) return std::nullopt;
  return std::string_view(Access::element(*this));
}

Value Value::operator[](std::string_view key) const {
  dom::element member;
  if (kind_ != Kind::kObject || Access::element(*this).at_key(key).get(member)) return {};
  return Access::wrap(member);
}

std::vector<Value> Value::elements() const {
  std::vector<Value> all;
  if (kind_ != Kind::kArray) return all;
  for (const dom::element element : dom::array(Access::element(*this))) {
    all.push_back(Access::wrap(element));
  }
  return all;
}

std::vector<std::pair<std::string_view, Value>> Value::members() const {
  std::vector<std::pair<std::string_view, Value>> all;
  if (kind_ != Kind::kObject) return all;
  for (const dom::key_value_pair field : dom::object(Access::element(*this))) {
    all.emplace_back(field.key, Access::wrap(field.value));
  }
  return all;
}

namespace {

// Returns the value of the \uXXXX escape at `at`, or -1 if there is none.
int escaped_unit(std::string_view text, size_t at) {
  if (at + 6 > text.size() || text[at] != '\\' || text[at + 1] != 'u') return -1;
  int unit = 0;
  for (size_t i = at + 2; i < at + 6; ++i) {
    const int digit = text::hex_digit(text[i]);
    if (digit < 0) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
}

bool is_high_surrogate(int unit) {
  return unit >= 0xD800 && unit < 0xDC00;
}
bool is_low_surrogate(int unit) {
  return unit >= 0xDC00 && unit < 0xE000;
}

// Replaces each escape of a lone surrogate by \ufffd. JSON allows such escapes, but UTF-8 cannot
// represent a surrogate.
std::string without_lone_surrogates(std::string_view text) {
  std::string out(text);
  for (size_t i = 0; i + 1 < out.size(); ++i) {
    if (out[i] != '\\') continue;
    const int unit = escaped_unit(out, i);
    if (is_high_surrogate(unit) && is_low_surrogate(escaped_unit(out, i + 6))) {
      i += 11;
    } else if (is_high_surrogate(unit) || is_low_surrogate(unit)) {
      out.replace(i, 6, "\\ufffd");
      i += 5;
    } else {
      ++i;  // past the escaped character, which may be a backslash
    }
  }
  return out;
}

}  // namespace

struct Reader::Parser {
  dom::parser parser;
};

Reader::Reader() : parser_(std::make_unique<Parser>()) {}
Reader::~Reader() = default;

Result<Value> Reader::read(std::string_view text) {
  dom::element root;
  simdjson::error_code error = parser_->parser.parse(text.data(), text.size()).get(root);
  if (error == simdjson::STRING_ERROR) {
    const std::string repaired = without_lone_surrogates(text);
    error = parser_->parser.parse(repaired.data(), repaired.size()).get(root);
  }
  if (error != simdjson::SUCCESS) {
    return fail(std::string("reading JSON: ") + simdjson::error_message(error));
  }
  return Access::wrap(root);
}

}  // namespace freshet::json
