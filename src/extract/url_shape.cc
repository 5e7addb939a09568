#include "extract/url_shape.h"

#include <algorithm>

#include "text/ascii.h"

namespace freshet::extract {
namespace {

using Kind = ShapePiece::Kind;

// Whether words are separated by this character. A percent sign begins an escaped character.
bool is_separator(char c) {
  return !text::is_alnum(c) && c != '%' && static_cast<unsigned char>(c) < 0x80;
}

bool all_same(const std::vector<std::string_view>& texts) {
  return std::all_of(texts.begin(), texts.end(),
                     [&](std::string_view text) { return text == texts[0]; });
}

bool all_have_digit_at(const std::vector<std::string_view>& texts, size_t at, bool from_end) {
  return std::all_of(texts.begin(), texts.end(), [&](std::string_view text) {
    return at < text.size() && text::is_digit(from_end ? text[text.size() - 1 - at] : text[at]);
  });
}

// Returns how many bytes all texts have in common at their start (or end), up to the end of a word.
size_t common_length(const std::vector<std::string_view>& texts, bool from_end, size_t most) {
  size_t length = 0;
  const auto at = [&](std::string_view text, size_t i) {
    return from_end ? text[text.size() - 1 - i] : text[i];
  };
  const auto is_common = [&](size_t i) {
    return std::all_of(texts.begin(), texts.end(), [&](std::string_view text) {
      return i < text.size() && at(text, i) == at(texts[0], i);
    });
  };
  while (length < most && is_common(length)) ++length;
  while (length > 0) {
    const char last = at(texts[0], length - 1);
    if (is_separator(last)) break;
    if (text::is_alpha(last) && all_have_digit_at(texts, length, from_end)) break;
    --length;
  }
  return length;
}

size_t shortest(const std::vector<std::string_view>& texts) {
  size_t length = texts[0].size();
  for (const std::string_view text : texts) length = std::min(length, text.size());
  return length;
}

size_t digits_at_start(std::string_view text) {
  size_t length = 0;
  while (length < text.size() && text::is_digit(text[length])) ++length;
  return length;
}

size_t digits_at_end(std::string_view text) {
  size_t length = 0;
  while (length < text.size() && text::is_digit(text[text.size() - 1 - length])) ++length;
  return length;
}

// If all texts are a number, a separator that is the same, and more, returns the separator;
// `from_end`: the other way round. 0: they are not.
char separator_of_number(const std::vector<std::string_view>& texts, bool from_end) {
  char separator = 0;
  for (const std::string_view text : texts) {
    const size_t digits = from_end ? digits_at_end(text) : digits_at_start(text);
    if (digits == 0 || digits + 1 >= text.size()) return 0;
    const char c = from_end ? text[text.size() - 1 - digits] : text[digits];
    if (!is_separator(c) || (separator != 0 && c != separator)) return 0;
    separator = c;
  }
  return separator;
}

void add_literal(ShapePieces& pieces, std::string_view text) {
  if (text.empty()) return;
  if (!pieces.empty() && pieces.back().kind == Kind::kLiteral) {
    pieces.back().literal += text;
  } else {
    pieces.push_back({Kind::kLiteral, std::string(text)});
  }
}

void add_all(ShapePieces& pieces, const ShapePieces& more) {
  for (const ShapePiece& piece : more) {
    if (piece.kind == Kind::kLiteral) {
      add_literal(pieces, piece.literal);
    } else {
      pieces.push_back(piece);
    }
  }
}

// Pieces for texts that have neither a start nor an end in common.
ShapePieces varying_pieces(const std::vector<std::string_view>& texts, Kind varying) {
  if (std::all_of(texts.begin(), texts.end(), is_digits)) return {{Kind::kDigits, ""}};
  const bool has_empty = shortest(texts) == 0;
  if (has_empty && varying == Kind::kText) return {{Kind::kMaybeText, ""}};
  if (varying != Kind::kText) return {{varying, ""}};
  if (const char c = separator_of_number(texts, false)) {
    return {{Kind::kDigits, ""}, {Kind::kLiteral, std::string(1, c)}, {varying, ""}};
  }
  if (const char c = separator_of_number(texts, true)) {
    return {{varying, ""}, {Kind::kLiteral, std::string(1, c)}, {Kind::kDigits, ""}};
  }
  return {{varying, ""}};
}

ShapePieces segment_shape(const std::vector<std::string_view>& texts, const std::string* near) {
  const bool is_number = std::all_of(texts.begin(), texts.end(), is_digits);
  if (is_number && !(all_same(texts) && near != nullptr && texts[0] == *near)) {
    return {{Kind::kDigits, ""}};
  }
  return common_shape(texts, Kind::kText);
}

void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (c == '\'') {
      out += "\\x27";  // so that the pattern can stand between single quotes
      continue;
    }
    if (std::string_view("\\.+*?()|[]{}^$").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
}

std::string_view expression_of(Kind kind) {
  switch (kind) {
    case Kind::kDigits: return "\\d+";
    case Kind::kText: return "[^/?#]+";
    case Kind::kMaybeText: return "[^/?#]*";
    case Kind::kValue: return "[^&#]*";
    case Kind::kLiteral: break;
  }
  return "";
}

}  // namespace

ShapePieces common_shape(const std::vector<std::string_view>& texts, Kind varying) {
  if (all_same(texts)) {
    ShapePieces literal;
    add_literal(literal, texts[0]);
    return literal;
  }
  const size_t least = shortest(texts);
  const size_t start = common_length(texts, false, least);
  const size_t end = common_length(texts, true, least - start);
  std::vector<std::string_view> middles;
  middles.reserve(texts.size());
  for (const std::string_view text : texts) {
    middles.push_back(text.substr(start, text.size() - start - end));
  }
  ShapePieces pieces;
  add_literal(pieces, texts[0].substr(0, start));
  add_all(pieces, varying_pieces(middles, varying));
  add_literal(pieces, texts[0].substr(texts[0].size() - end));
  return pieces;
}

ShapePieces shape_with_digits(std::string_view text) {
  ShapePieces pieces;
  while (!text.empty()) {
    const size_t digits = digits_at_start(text);
    if (digits > 0) pieces.push_back({Kind::kDigits, ""});
    text.remove_prefix(digits);
    const auto next = std::find_if(text.begin(), text.end(), text::is_digit);
    const size_t length = static_cast<size_t>(next - text.begin());
    add_literal(pieces, text.substr(0, length));
    text.remove_prefix(length);
  }
  return pieces;
}

UrlShape common_shape(const std::vector<UrlParts>& urls, const UrlParts* near) {
  UrlShape shape{.site = urls[0].site, .segments = {}, .parameters = {}};
  std::vector<std::string_view> texts(urls.size());
  for (size_t i = 0; i < urls[0].segments.size(); ++i) {
    for (size_t u = 0; u < urls.size(); ++u) texts[u] = urls[u].segments[i];
    const bool has_near = near != nullptr && i < near->segments.size();
    shape.segments.push_back(segment_shape(texts, has_near ? &near->segments[i] : nullptr));
  }
  for (size_t i = 0; i < urls[0].parameters.size(); ++i) {
    for (size_t u = 0; u < urls.size(); ++u) texts[u] = urls[u].parameters[i].value;
    const bool is_number = std::all_of(texts.begin(), texts.end(), is_digits);
    shape.parameters.push_back(
        {urls[0].parameters[i].name,
         is_number ? ShapePieces{{Kind::kDigits, ""}} : common_shape(texts, Kind::kValue)});
  }
  return shape;
}

ShapePieces pieces_of(const UrlShape& shape) {
  ShapePieces pieces;
  add_literal(pieces, shape.site);
  for (const ShapePieces& segment : shape.segments) {
    add_literal(pieces, "/");
    add_all(pieces, segment);
  }
  for (size_t i = 0; i < shape.parameters.size(); ++i) {
    add_literal(pieces, i == 0 ? "?" : "&");
    add_literal(pieces, shape.parameters[i].name);
    add_all(pieces, shape.parameters[i].value);
  }
  return pieces;
}

std::optional<size_t> identifying_piece(const UrlShape& shape) {
  const ShapePieces pieces = pieces_of(shape);
  std::vector<size_t> varying;
  for (size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i].kind != Kind::kLiteral) varying.push_back(i);
  }
  if (varying.size() == 1 && pieces[varying[0]].kind != Kind::kMaybeText) return varying[0];
  if (varying.size() != 2 || varying[1] != varying[0] + 2) return std::nullopt;
  // A separator alone is between them, so that both are in one segment.
  const std::string& between = pieces[varying[0] + 1].literal;
  if (between.size() != 1 || between == "/") return std::nullopt;
  const bool is_first = pieces[varying[0]].kind == Kind::kDigits;
  const bool is_second = pieces[varying[1]].kind == Kind::kDigits;
  if (is_first == is_second) return std::nullopt;
  return is_first ? varying[0] : varying[1];
}

std::string pattern_of(const UrlShape& shape, std::optional<size_t> id,
                       const std::vector<std::string>& excluded) {
  std::string out = "^";
  const ShapePieces pieces = pieces_of(shape);
  for (size_t i = 0; i < pieces.size(); ++i) {
    if (pieces[i].kind == Kind::kLiteral) {
      append_escaped(out, pieces[i].literal);
      continue;
    }
    const bool is_id = id == i;
    if (is_id && !excluded.empty()) {
      out += "(?:";
      for (const std::string& text : excluded) {
        append_escaped(out, text);
        out += '|';
      }
    }
    if (is_id) out += "(?P<id>";
    out += expression_of(pieces[i].kind);
    if (is_id) out += excluded.empty() ? ")" : "))";
  }
  return out + '$';
}

}  // namespace freshet::extract
