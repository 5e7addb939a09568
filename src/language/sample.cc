#include "language/sample.h"

#include <algorithm>

#include "text/utf8.h"

namespace freshet::language {
namespace {

// Several pieces, because the beginning of a page is often a menu, and its end a copyright notice.
constexpr size_t kPieces = 4;

bool is_text(char32_t c) {
  const bool is_control = c < 0x20 || (c >= 0x7F && c < 0xA0);
  const bool is_noncharacter = (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF);
  const bool is_private = (c >= 0xE000 && c <= 0xF8FF) || c >= 0xF0000;
  return !is_control && !is_noncharacter && !is_private;
}

// Appends the characters of a piece, with a space in place of everything that is not text. Appends
// at most as many bytes as the piece has.
void append_text(std::string_view piece, std::string& out) {
  while (!piece.empty()) {
    const text::Utf8Sequence sequence = text::utf8_sequence(piece);
    const bool is_whole = sequence.kind == text::Utf8Sequence::kWhole;
    if (is_whole && is_text(text::utf8_scalar(piece)))
      out.append(piece.substr(0, sequence.length));
    else
      out += ' ';
    piece.remove_prefix(sequence.length);
  }
}

}  // namespace

std::string sample_of(std::string_view text, size_t max_bytes) {
  std::string sample;
  sample.reserve(std::min(text.size(), max_bytes));
  if (text.size() <= max_bytes) {
    append_text(text, sample);
    return sample;
  }
  const size_t piece_bytes = max_bytes / kPieces - 1;  // one byte is for the space after the piece
  for (size_t i = 0; i < kPieces; ++i) {
    size_t begin = (text.size() - piece_bytes) * i / (kPieces - 1);
    while (begin < text.size() && text::is_continuation(text[begin])) ++begin;
    std::string_view piece = text.substr(begin, piece_bytes);
    piece = piece.substr(0, text::whole_characters(piece));
    append_text(piece, sample);
    sample += ' ';
  }
  return sample;
}

}  // namespace freshet::language
