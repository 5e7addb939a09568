#include "words/prefix_term.h"

#include <cstdint>

#include "text/utf8.h"

namespace freshet::words {
namespace {

constexpr std::string_view kMark = "\xEE\x80\x80";  // U+E000
constexpr size_t kSyllableBytes = 3;

bool begins_with_syllable(std::string_view text) {
  const char32_t c = text::utf8_scalar(text);
  return c >= 0xAC00 && c <= 0xD7A3;
}

}  // namespace

std::optional<std::string> prefix_term(std::string_view term) {
  // The first byte decides for most words.
  if (term.size() < 2 * kSyllableBytes || static_cast<uint8_t>(term[0]) < 0xEA) return std::nullopt;
  if (!begins_with_syllable(term) || !begins_with_syllable(term.substr(kSyllableBytes))) {
    return std::nullopt;
  }
  std::string prefix(kMark);
  return prefix.append(term.substr(0, 2 * kSyllableBytes));
}

}  // namespace freshet::words
