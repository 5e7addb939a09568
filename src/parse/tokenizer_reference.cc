// Character references, in text and in attribute values (HTML Standard 13.2.5.72 to 13.2.5.80).
#include <algorithm>
#include <cstring>

#include "parse/character_reference.h"
#include "parse/tokenizer.h"
#include "text/ascii.h"

namespace freshet::parse {

void Tokenizer::begin_reference(State return_to) {
  return_state_ = return_to;
  reference_kind_ = ReferenceKind::kStart;
  reference_text_[0] = '&';
  reference_length_ = 1;
  reference_number_ = 0;
  state_ = State::kReference;
}

bool Tokenizer::reference_in_attribute() const {
  return return_state_ == State::kValueDoubleQuoted || return_state_ == State::kValueSingleQuoted ||
         return_state_ == State::kValueUnquoted;
}

void Tokenizer::emit_from_reference(std::string_view characters) {
  if (!reference_in_attribute()) {
    sink_.text(characters);
    return;
  }
  after_carriage_return_ = false;
  append_attribute(characters);
}

// It was no reference: what was read of it is text.
void Tokenizer::abandon_reference() {
  emit_from_reference({reference_text_, reference_length_});
  state_ = return_state_;
}

const char* Tokenizer::reference(const char* p, const char* end) {
  switch (reference_kind_) {
    case ReferenceKind::kStart:
      if (text::is_alnum(*p)) {
        reference_kind_ = ReferenceKind::kNamed;
      } else if (*p == '#') {
        reference_text_[reference_length_++] = *p++;
        reference_kind_ = ReferenceKind::kNumber;
      } else {
        abandon_reference();
      }
      return p;

    case ReferenceKind::kNamed:
      while (p != end && text::is_alnum(*p) && reference_length_ <= kLongestReferenceName) {
        reference_text_[reference_length_++] = *p++;
      }
      if (p == end) return end;
      if (*p == ';') reference_text_[reference_length_++] = *p++;
      finish_named_reference(p == end ? -1 : *p);
      return p;

    case ReferenceKind::kNumber:
      if (*p == 'x' || *p == 'X') {
        reference_text_[reference_length_++] = *p++;
        reference_kind_ = ReferenceKind::kHexStart;
      } else if (text::is_digit(*p)) {
        reference_kind_ = ReferenceKind::kDecimal;
      } else {
        abandon_reference();
      }
      return p;

    case ReferenceKind::kHexStart:
      if (text::hex_digit(*p) >= 0)
        reference_kind_ = ReferenceKind::kHex;
      else
        abandon_reference();
      return p;

    default: {
      const bool hex = reference_kind_ == ReferenceKind::kHex;
      constexpr uint32_t kTooLarge = 0x110000;
      for (; p != end && (hex ? text::hex_digit(*p) >= 0 : text::is_digit(*p)); ++p) {
        const auto digit = static_cast<uint32_t>(text::hex_digit(*p));
        reference_number_ = std::min(reference_number_ * (hex ? 16 : 10) + digit, kTooLarge);
      }
      if (p == end) return end;
      if (*p == ';') ++p;
      finish_numeric_reference();
      return p;
    }
  }
}

void Tokenizer::finish_named_reference(int next) {
  const std::string_view text(reference_text_ + 1, reference_length_ - 1);
  const NamedReference found = find_named_reference(text);
  if (found.length == 0) {
    abandon_reference();
    return;
  }
  if (reference_in_attribute() && text[found.length - 1] != ';') {
    // For links such as "?a=1&copy=2": only a name that stands alone is a reference.
    const int following = found.length < text.size() ? text[found.length] : next;
    if (following == '=' || (following >= 0 && text::is_alnum(static_cast<char>(following)))) {
      abandon_reference();
      return;
    }
  }
  emit_from_reference(found.characters);
  if (found.length < text.size()) emit_from_reference(text.substr(found.length));
  state_ = return_state_;
}

void Tokenizer::finish_numeric_reference() {
  decoded_.clear();
  append_numeric_reference(reference_number_, decoded_);
  emit_from_reference(decoded_);
  state_ = return_state_;
}

}  // namespace freshet::parse
