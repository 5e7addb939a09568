#include "words/ascii_terms.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "text/ascii.h"

namespace freshet::words {
namespace {

constexpr size_t kMaxBytes = 1024;  // of one call
constexpr size_t kMinBytes = 8;     // fewer bytes, between words in other scripts, do not pay off

// The lower case of letters and digits; 0 for characters that separate words.
constexpr std::array<char, 128> kFolded = [] {
  std::array<char, 128> folded{};
  for (size_t i = 0; i < folded.size(); ++i) {
    const char c = static_cast<char>(i);
    if (text::is_alnum(c)) folded[i] = text::to_lower(c);
  }
  return folded;
}();

char folded(char c) {
  return kFolded[static_cast<uint8_t>(c)];
}

// Returns the length of a beginning of the text that is ASCII and ends between two words.
size_t whole_words(std::string_view text) {
  const std::string_view near = text.substr(0, kMaxBytes);
  size_t end =
      static_cast<size_t>(std::find_if(near.begin(), near.end(),
                                       [](char c) { return static_cast<uint8_t>(c) >= 0x80; }) -
                          near.begin());
  if (end == text.size()) return end;
  while (end > 0 && folded(near[end - 1]) != 0) --end;
  return end;
}

}  // namespace

// The loop has no branches on the class of a byte. The processor would often predict them wrongly,
// and they would take most of the time.
size_t append_ascii_terms(std::string_view text, size_t max_word, std::string& out) {
  const size_t end = whole_words(text);
  if (end < kMinBytes) return 0;
  std::array<char, 2 * kMaxBytes + 1> terms;
  size_t made = 0;
  size_t length = 0;  // of the current word
  size_t longest = 0;
  size_t was_letter = 0;
  for (const char c : text.substr(0, end)) {
    const char letter = folded(c);
    const size_t is_letter = letter != 0 ? 1 : 0;
    terms[made] = ' ';
    made += is_letter & ~was_letter;
    terms[made] = letter;
    made += is_letter;
    length = (length + 1) & (0 - is_letter);
    longest = std::max(longest, length);
    was_letter = is_letter;
  }
  if (longest > max_word) return 0;
  out.append(terms.data(), made);
  return end;
}

}  // namespace freshet::words
