#include "conformance/script_value.h"

#include <algorithm>

#include "text/ascii.h"
#include "text/utf8.h"

namespace freshet::test {
namespace {

// Reads literals. Suites are trusted, so that malformed ones only have to end.
class ScriptReader {
 public:
  ScriptReader(std::string_view text, size_t at) : text_(text), at_(at) {}

  ScriptValue value() {
    skip_space();
    const char c = peek();
    if (c == '"' || c == '\'' || c == '`') return string();
    if (c == '[') return list(ScriptValue::Kind::kArray, ']');
    if (c == '{') return list(ScriptValue::Kind::kObject, '}');
    return other();
  }

  std::vector<ScriptValue> arguments() { return list(ScriptValue::Kind::kArray, ')').items; }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void skip_space() {
    while (at_ < text_.size()) {
      if (text::is_space(text_[at_])) {
        ++at_;
      } else if (text_.substr(at_, 2) == "//") {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (text_.substr(at_, 2) == "/*") {
        at_ = std::min(text_.find("*/", at_), text_.size() - 2) + 2;
      } else {
        return;
      }
    }
  }

  ScriptValue list(ScriptValue::Kind kind, char end) {
    ScriptValue list{.kind = kind, .text = {}, .items = {}, .names = {}};
    ++at_;
    for (skip_space(); at_ < text_.size() && peek() != end; skip_space()) {
      const size_t before = at_;
      if (kind == ScriptValue::Kind::kObject) {
        list.names.push_back(value().text);
        skip_space();
        ++at_;  // the colon
      }
      list.items.push_back(value());
      skip_space();
      if (peek() == ',') ++at_;
      if (at_ == before) break;
    }
    ++at_;
    return list;
  }

  ScriptValue string() {
    ScriptValue value{.kind = ScriptValue::Kind::kString, .text = {}, .items = {}, .names = {}};
    const char quote = text_[at_++];
    while (at_ < text_.size() && text_[at_] != quote) {
      if (text_[at_] == '\\') {
        escape(value.text);
      } else {
        value.text += text_[at_++];
      }
    }
    ++at_;
    return value;
  }

  void escape(std::string& out) {
    const char c = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    at_ += 2;
    switch (c) {
      case 'n': out += '\n'; break;
      case 't': out += '\t'; break;
      case 'r': out += '\r'; break;
      case 'f': out += '\f'; break;
      case 'x': text::append_utf8(out, hexadecimal(2)); break;
      case 'u': text::append_utf8(out, unicode()); break;
      default: out += c;
    }
  }

  char32_t unicode() {
    if (peek() != '{') return hexadecimal(4);
    ++at_;
    const char32_t c = hexadecimal(6);
    ++at_;
    return c;
  }

  char32_t hexadecimal(int most) {
    char32_t value = 0;
    for (int i = 0; i < most && text::hex_digit(peek()) >= 0; ++i) {
      value = value * 16 + static_cast<char32_t>(text::hex_digit(text_[at_++]));
    }
    return value;
  }

  ScriptValue other() {
    const size_t start = at_;
    while (at_ < text_.size() && std::string_view(",:)]}").find(text_[at_]) == std::string::npos) {
      if (text_[at_] == '"' || text_[at_] == '\'') {
        string();
      } else {
        ++at_;
      }
    }
    return {.kind = ScriptValue::Kind::kOther,
            .text = std::string(text::trim(text_.substr(start, at_ - start))),
            .items = {},
            .names = {}};
  }

  std::string_view text_;
  size_t at_;
};

}  // namespace

const ScriptValue& ScriptValue::operator[](std::string_view name) const {
  static const ScriptValue none;
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? none : items[static_cast<size_t>(found - names.begin())];
}

std::vector<std::string> ScriptValue::texts() const {
  std::vector<std::string> all;
  for (const ScriptValue& item : items) all.push_back(item.text);
  return all;
}

std::vector<ScriptValue> script_array(std::string_view script, std::string_view name) {
  const size_t at = script.find(std::string(name) + " = [");
  if (at == std::string_view::npos) return {};
  return ScriptReader(script, at + name.size() + 3).value().items;
}

std::vector<std::vector<ScriptValue>> script_calls(std::string_view script,
                                                   std::string_view function) {
  std::vector<std::vector<ScriptValue>> calls;
  const std::string start = std::string(function) + "(";
  for (size_t at = script.find(start); at != std::string_view::npos;
       at = script.find(start, at + 1)) {
    const bool is_whole_name = at > 0 && !text::is_alnum(script[at - 1]) && script[at - 1] != '_';
    const bool is_definition = script.substr(0, at).ends_with("function ");
    if (!is_whole_name || is_definition) continue;
    calls.push_back(ScriptReader(script, at + start.size() - 1).arguments());
  }
  return calls;
}

}  // namespace freshet::test
