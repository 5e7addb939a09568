// Segments any bytes into words: the words are in order, inside the text and folded, and
// each_word() and append_terms() agree.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "text/ascii.h"
#include "text/utf8.h"
#include "words/segmenter.h"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  static freshet::words::Segmenter segmenter;
  std::string joined;
  size_t last = 0;
  segmenter.each_word(text, [&](const freshet::words::Word& word) {
    require(last <= word.begin && word.begin < word.end && word.end <= text.size());
    last = word.end;
    require(!word.term.empty() && word.term.size() < 2'000);
    require(freshet::text::valid_utf8_prefix(word.term) == word.term.size());
    for (const char c : word.term) {
      const bool above_ascii = static_cast<unsigned char>(c) >= 0x80;
      require(above_ascii || freshet::text::is_digit(c) || (c >= 'a' && c <= 'z'));
    }
    joined.append(" ").append(word.term);
  });
  std::string appended;
  segmenter.append_terms(text, appended);
  require(appended == joined);
  return 0;
}
