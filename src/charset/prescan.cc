#include "charset/prescan.h"

#include <algorithm>
#include <utility>

#include "charset/decide.h"
#include "text/ascii.h"

namespace freshet::charset {
namespace {

constexpr size_t kNone = std::string_view::npos;
constexpr std::string_view kSpace = "\t\n\f\r ";

// Returns the encoding that a declaration really means. A declaration that the prescan can read is
// not in UTF-16, and the standard replaces x-user-defined.
Encoding as_declared(Encoding encoding) {
  switch (encoding) {
    case Encoding::kUtf16Be:
    case Encoding::kUtf16Le: return Encoding::kUtf8;
    case Encoding::kXUserDefined: return Encoding::kWindows1252;
    default: return encoding;
  }
}

struct Attribute {
  std::string_view name;
  std::string_view value;
};

// The prescan algorithm. It ends without a result at the end of the bytes, so every step returns
// whether it succeeded. No byte is processed twice.
class Scanner {
 public:
  explicit Scanner(std::string_view bytes) : bytes_(bytes) {}

  std::optional<Encoding> run() {
    while ((at_ = bytes_.find('<', at_)) != kNone) {
      if (rest().starts_with("<!--")) {
        // The dashes of "-->" may be those of "<!--".
        if (!skip_past("-->", at_ + 2)) break;
      } else if (at_meta()) {
        at_ += 5;
        Meta meta;
        if (!read_meta(meta)) break;
        if (const auto encoding = meta.encoding()) return encoding;
        ++at_;
      } else if (at_tag()) {
        at_ = bytes_.find_first_of("\t\n\f\r >", at_);
        if (at_ == kNone || !skip_attributes()) break;
        ++at_;
      } else if (at_ + 1 < bytes_.size() &&
                 std::string_view("!/?").find(bytes_[at_ + 1]) != kNone) {
        if (!skip_past(">", at_)) break;
      } else {
        ++at_;
      }
    }
    return std::nullopt;
  }

 private:
  struct Meta {
    bool seen_http_equiv = false;
    bool seen_content = false;
    bool seen_charset = false;
    bool got_pragma = false;
    // Whether the charset counts only with http-equiv=content-type; not set while there is none.
    std::optional<bool> need_pragma;
    std::optional<Encoding> charset;

    std::optional<Encoding> encoding() const {
      if (!need_pragma || (*need_pragma && !got_pragma) || !charset) return std::nullopt;
      return as_declared(*charset);
    }

    // Only the first attribute of each name counts.
    void add(const Attribute& attribute) {
      if (text::equals_ignoring_case(attribute.name, "http-equiv")) {
        if (std::exchange(seen_http_equiv, true)) return;
        got_pragma = text::equals_ignoring_case(attribute.value, "content-type");
      } else if (text::equals_ignoring_case(attribute.name, "content")) {
        if (std::exchange(seen_content, true)) return;
        const auto found = encoding_in_content(attribute.value);
        // A charset attribute takes precedence, even if its label is unknown.
        if (found && !seen_charset) {
          charset = found;
          need_pragma = true;
        }
      } else if (text::equals_ignoring_case(attribute.name, "charset")) {
        if (std::exchange(seen_charset, true)) return;
        charset = encoding_for_label(attribute.value);
        need_pragma = false;
      }
    }
  };

  enum class Got { kAttribute, kTagEnd, kOutOfBytes };

  std::string_view rest() const { return bytes_.substr(at_); }

  bool skip_past(std::string_view what, size_t from) {
    const size_t found = bytes_.find(what, from);
    if (found == kNone) return false;
    at_ = found + what.size();
    return true;
  }

  bool at_meta() const {
    const std::string_view here = rest();
    return here.size() > 5 && text::starts_with_ignoring_case(here, "<meta") &&
           (text::is_space(here[5]) || here[5] == '/');
  }

  bool at_tag() const {
    const std::string_view here = rest();
    if (here.size() > 1 && text::is_alpha(here[1])) return true;
    return here.size() > 2 && here[1] == '/' && text::is_alpha(here[2]);
  }

  bool read_meta(Meta& meta) {
    Attribute attribute;
    Got got;
    while ((got = next_attribute(attribute)) == Got::kAttribute) meta.add(attribute);
    return got == Got::kTagEnd;
  }

  bool skip_attributes() {
    Attribute attribute;
    Got got;
    while ((got = next_attribute(attribute)) == Got::kAttribute) {
    }
    return got == Got::kTagEnd;
  }

  bool skip_space() {
    at_ = bytes_.find_first_not_of(kSpace, at_);
    return at_ != kNone;
  }

  // "Get an attribute". At the end of the tag, the position is that of '>'.
  Got next_attribute(Attribute& attribute) {
    at_ = bytes_.find_first_not_of("\t\n\f\r /", at_);
    if (at_ == kNone) return out_of_bytes();
    if (bytes_[at_] == '>') return Got::kTagEnd;

    // A '=' at the start belongs to the name.
    const size_t end = bytes_.find_first_of("=\t\n\f\r />", at_ + 1);
    if (end == kNone) return out_of_bytes();
    attribute = {bytes_.substr(at_, end - at_), {}};
    at_ = end;
    if (text::is_space(bytes_[at_])) {
      if (!skip_space()) return out_of_bytes();
    }
    if (bytes_[at_] != '=') return Got::kAttribute;
    ++at_;
    if (!skip_space()) return out_of_bytes();
    return read_value(attribute.value);
  }

  Got read_value(std::string_view& value) {
    const char quote = bytes_[at_];
    if (quote == '"' || quote == '\'') {
      const size_t close = bytes_.find(quote, at_ + 1);
      if (close == kNone) return out_of_bytes();
      value = bytes_.substr(at_ + 1, close - at_ - 1);
      at_ = close + 1;
      return Got::kAttribute;
    }
    const size_t end = bytes_.find_first_of("\t\n\f\r >", at_);
    if (end == kNone) return out_of_bytes();
    value = bytes_.substr(at_, end - at_);
    at_ = end;
    return Got::kAttribute;
  }

  Got out_of_bytes() {
    at_ = bytes_.size();
    return Got::kOutOfBytes;
  }

  std::string_view bytes_;
  size_t at_ = 0;
};

}  // namespace

std::optional<Encoding> utf16_xml_declaration(std::string_view bytes) {
  if (bytes.starts_with(std::string_view("<\0?\0x\0", 6))) return Encoding::kUtf16Le;
  if (bytes.starts_with(std::string_view("\0<\0?\0x", 6))) return Encoding::kUtf16Be;
  return std::nullopt;
}

std::optional<Encoding> xml_declared_encoding(std::string_view bytes) {
  if (!bytes.starts_with("<?xml")) return std::nullopt;
  const std::string_view declaration = bytes.substr(0, bytes.find('>'));
  if (declaration.size() == bytes.size()) return std::nullopt;

  constexpr std::string_view kWord = "encoding";
  const size_t word = declaration.find(kWord);
  if (word == kNone) return std::nullopt;
  const auto skip_blank = [&](size_t at) {
    while (at < declaration.size() && static_cast<uint8_t>(declaration[at]) <= 0x20) ++at;
    return at;
  };
  size_t at = skip_blank(word + kWord.size());
  if (at >= declaration.size() || declaration[at] != '=') return std::nullopt;
  at = skip_blank(at + 1);
  if (at >= declaration.size() || (declaration[at] != '"' && declaration[at] != '\'')) {
    return std::nullopt;
  }
  const size_t close = declaration.find(declaration[at], at + 1);
  if (close == kNone) return std::nullopt;
  const std::string_view label = declaration.substr(at + 1, close - at - 1);
  if (std::any_of(label.begin(), label.end(),
                  [](char c) { return static_cast<uint8_t>(c) <= 0x20; })) {
    return std::nullopt;
  }
  const auto encoding = encoding_for_label(label);
  if (encoding == Encoding::kUtf16Be || encoding == Encoding::kUtf16Le) return Encoding::kUtf8;
  return encoding;
}

std::optional<Encoding> encoding_in_content(std::string_view content) {
  constexpr std::string_view kWord = "charset";
  for (size_t at = 0; at + kWord.size() <= content.size();) {
    if (!text::starts_with_ignoring_case(content.substr(at), kWord)) {
      ++at;
      continue;
    }
    at = content.find_first_not_of(kSpace, at + kWord.size());
    if (at == kNone) return std::nullopt;
    if (content[at] != '=') continue;  // continue the search at this character
    at = content.find_first_not_of(kSpace, at + 1);
    if (at == kNone) return std::nullopt;
    const char quote = content[at];
    if (quote == '"' || quote == '\'') {
      const size_t close = content.find(quote, at + 1);
      if (close == kNone) return std::nullopt;
      return encoding_for_label(content.substr(at + 1, close - at - 1));
    }
    const size_t end = content.find_first_of("\t\n\f\r ;", at);
    return encoding_for_label(content.substr(at, end == kNone ? kNone : end - at));
  }
  return std::nullopt;
}

std::optional<Encoding> prescan_meta(std::string_view bytes) {
  if (const auto wide = utf16_xml_declaration(bytes)) return wide;
  return Scanner(bytes).run();
}

}  // namespace freshet::charset
