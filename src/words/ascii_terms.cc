#include "words/ascii_terms.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "text/ascii.h"

namespace freshet::words {
namespace {

constexpr size_t kAtOnce = 1024;
constexpr size_t kWorthIt = 8;  // fewer bytes between words in other scripts are not

// Letters in lower case and digits; 0 for what separates words.
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

// How much of it is ASCII, and ends between two words.
size_t whole_words(std::string_view text) {
  const std::string_view near = text.substr(0, kAtOnce);
  size_t end =
      static_cast<size_t>(std::find_if(near.begin(), near.end(),
                                       [](char c) { return static_cast<uint8_t>(c) >= 0x80; }) -
                          near.begin());
  if (end == text.size()) return end;
  while (end > 0 && folded(near[end - 1]) != 0) --end;
  return end;
}

}  // namespace

// Without branches on what a byte is: in text they cannot be foretold, and take most of the time.
size_t append_ascii_terms(std::string_view text, size_t longest, std::string& out) {
  const size_t end = whole_words(text);
  if (end < kWorthIt) return 0;
  std::array<char, 2 * kAtOnce + 1> terms;
  size_t made = 0;
  size_t length = 0;  // of the word so far
  size_t most = 0;
  size_t was_letter = 0;
  for (const char c : text.substr(0, end)) {
    const char letter = folded(c);
    const size_t is_letter = letter != 0 ? 1 : 0;
    terms[made] = ' ';
    made += is_letter & ~was_letter;
    terms[made] = letter;
    made += is_letter;
    length = (length + 1) & (0 - is_letter);
    most = std::max(most, length);
    was_letter = is_letter;
  }
  if (most > longest) return 0;
  out.append(terms.data(), made);
  return end;
}

}  // namespace freshet::words
