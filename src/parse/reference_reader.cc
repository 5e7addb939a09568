#include "parse/reference_reader.h"

#include <algorithm>

#include "parse/character_reference.h"
#include "text/ascii.h"

namespace freshet::parse {

// It is not a reference, so its characters are text.
void ReferenceReader::abandon() {
  kind_ = Kind::kDone;
  characters_ = text();
}

const char* ReferenceReader::read(const char* p, const char* end) {
  switch (kind_) {
    case Kind::kStart:
      if (*p == '#') {
        text_[length_++] = *p++;
        kind_ = Kind::kNumber;
        return p;
      }
      if (!text::is_alnum(*p)) {
        abandon();
        return p;
      }
      kind_ = Kind::kNamed;
      [[fallthrough]];

    case Kind::kNamed:
      while (p != end && text::is_alnum(*p) && length_ <= kMaxReferenceNameLength) {
        text_[length_++] = *p++;
      }
      if (p == end) return end;
      if (*p == ';') text_[length_++] = *p++;
      finish_named(p == end ? -1 : *p);
      return p;

    case Kind::kNumber:
      if (*p == 'x' || *p == 'X') {
        text_[length_++] = *p++;
        kind_ = Kind::kHexStart;
      } else if (text::is_digit(*p)) {
        kind_ = Kind::kDecimal;
      } else {
        abandon();
      }
      return p;

    case Kind::kHexStart:
      if (text::hex_digit(*p) >= 0)
        kind_ = Kind::kHex;
      else
        abandon();
      return p;

    default: {
      const bool hex = kind_ == Kind::kHex;
      constexpr uint32_t kTooLarge = 0x110000;
      for (; p != end && (hex ? text::hex_digit(*p) >= 0 : text::is_digit(*p)); ++p) {
        const auto digit = static_cast<uint32_t>(text::hex_digit(*p));
        number_ = std::min(number_ * (hex ? 16 : 10) + digit, kTooLarge);
      }
      if (p == end) return end;
      if (*p == ';') ++p;
      finish_numeric();
      return p;
    }
  }
}

void ReferenceReader::finish_named(int next) {
  const std::string_view name = text().substr(1);
  const NamedReference found = find_named_reference(name);
  if (found.length == 0) {
    abandon();
    return;
  }
  if (in_attribute_ && name[found.length - 1] != ';') {
    // In links such as "?a=1&copy=2", "&copy" is not a reference, because '=' or a letter follows
    // it.
    const int following = found.length < name.size() ? name[found.length] : next;
    if (following == '=' || (following >= 0 && text::is_alnum(static_cast<char>(following)))) {
      abandon();
      return;
    }
  }
  kind_ = Kind::kDone;
  characters_ = found.characters;
  rest_ = name.substr(found.length);
}

void ReferenceReader::finish_numeric() {
  kind_ = Kind::kDone;
  decoded_.clear();
  append_numeric_reference(number_, decoded_);
  characters_ = decoded_;
}

void ReferenceReader::finish() {
  switch (kind_) {
    case Kind::kNamed: finish_named(-1); break;
    case Kind::kHex:
    case Kind::kDecimal: finish_numeric(); break;
    case Kind::kDone: break;
    default: abandon();
  }
}

}  // namespace freshet::parse
