#include "parse/visible_text.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "text/ascii.h"
#include "text/utf8.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace freshet::parse {
namespace {

enum class Class : uint8_t { kPlain, kSpace, kDropped, kIdeograph };

// By byte: white space; control characters; the first byte of a character of a script that writes
// words without spaces (U+3000 to U+9FFF: kana and Han).
constexpr std::array<Class, 256> kClass = [] {
  std::array<Class, 256> classes{};
  for (size_t c = 0; c < 0x20; ++c) classes[c] = Class::kDropped;
  for (const char c : {' ', '\t', '\n', '\f', '\r'}) {
    classes[static_cast<unsigned char>(c)] = Class::kSpace;
  }
  classes[0x7F] = Class::kDropped;
  for (size_t c = 0xE3; c <= 0xE9; ++c) classes[c] = Class::kIdeograph;
  return classes;
}();

#ifdef __SSE2__
// What 16 bytes of text consist of, a bit a byte.
struct Sixteen {
  uint32_t spaces;
  uint32_t ideographs;
  bool simple;  // no control character, no other white space, no two spaces in a row

  explicit Sixteen(const char* p) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    const auto mask = [](__m128i found) { return static_cast<uint32_t>(_mm_movemask_epi8(found)); };
    spaces = mask(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(' ')));
    const __m128i clamped =
        _mm_min_epu8(_mm_max_epu8(bytes, _mm_set1_epi8('\xE3')), _mm_set1_epi8('\xE9'));
    ideographs = mask(_mm_cmpeq_epi8(clamped, bytes));
    const uint32_t control =
        mask(_mm_or_si128(_mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1F)), bytes),
                          _mm_cmpeq_epi8(bytes, _mm_set1_epi8(0x7F))));
    simple = control == 0 && (spaces & spaces >> 1) == 0;
  }
};
#endif

// So many characters of such a script count as a word.
constexpr uint32_t kIdeographsPerWord = 2;

// Below so many words of main text, the decision tree has found no main text.
constexpr uint32_t kFewWords = 40;

// Characters that look like nothing at the ends of a title: Unicode's white space beyond ASCII, and
// U+FEFF.
constexpr std::string_view kBlanks[] = {
    "\xC2\xA0",     "\xC2\x85",     "\xE1\x9A\x80", "\xE2\x80\x80", "\xE2\x80\x81",
    "\xE2\x80\x82", "\xE2\x80\x83", "\xE2\x80\x84", "\xE2\x80\x85", "\xE2\x80\x86",
    "\xE2\x80\x87", "\xE2\x80\x88", "\xE2\x80\x89", "\xE2\x80\x8A", "\xE2\x80\xA8",
    "\xE2\x80\xA9", "\xE2\x80\xAF", "\xE2\x81\x9F", "\xE3\x80\x80", "\xEF\xBB\xBF"};

std::string_view without_blanks(std::string_view text) {
  for (size_t before = 0; before != text.size();) {
    before = text.size();
    text = text::trim(text);
    for (const std::string_view blank : kBlanks) {
      if (text.starts_with(blank)) text.remove_prefix(blank.size());
      if (text.ends_with(blank)) text.remove_suffix(blank.size());
    }
  }
  return text;
}

// How much of text to keep so that it ends with a whole character that is no space.
size_t kept_length(std::string_view text) {
  return text::trim_end(text.substr(0, text::whole_characters(text))).size();
}

}  // namespace

void VisibleText::reserve(size_t bytes) {
  if (bytes_.size() - length_ >= bytes) return;
  bytes_.resize(std::max({bytes_.size() * 2, length_ + bytes, size_t{4096}}));
}

void VisibleText::hash_rest(std::string_view piece) {
  constexpr uint64_t kPrime = 0x100000001b3;  // FNV-1a
  for (const char c : piece) {
    const Class kind = kClass[static_cast<unsigned char>(c)];
    if (kind == Class::kSpace || kind == Class::kDropped) continue;
    rest_ = (rest_ ^ static_cast<unsigned char>(c)) * kPrime;
  }
}

void VisibleText::add(std::string_view piece, bool in_link) {
  if (truncated_) return hash_rest(piece);
  reserve(piece.size() + 16);
  char* out = bytes_.data() + length_;
  const char* const block_start = bytes_.data() + open_.begin;
  const char* const limit = bytes_.data() + max_bytes_;
  uint32_t words = 0;
  bool space = pending_space_ || out == block_start;
  const char* p = piece.data();
  const char* const end = p + piece.size();
  while (p != end) {
#ifdef __SSE2__
    // Most text is words with one space between: copied as it is, 16 bytes at a time.
    while (!space && end - p >= 16 && limit - out >= 32) {
      const Sixteen bytes(p);
      if (!bytes.simple) break;
      std::memcpy(out, p, 16);
      // A space at the end waits for what follows it.
      space = (bytes.spaces & 0x8000) != 0;
      words += static_cast<uint32_t>(__builtin_popcount(bytes.spaces & 0x7FFF));
      ideographs_ += static_cast<uint32_t>(__builtin_popcount(bytes.ideographs));
      out += space ? 15 : 16;
      p += 16;
    }
    if (p == end) break;
#endif
    const char c = *p++;
    switch (kClass[static_cast<unsigned char>(c)]) {
      case Class::kSpace: space = true; continue;
      case Class::kDropped: continue;
      case Class::kIdeograph: ++ideographs_; break;
      case Class::kPlain: break;
    }
    if (limit - out < 2) {  // room for a space and the character
      truncated_ = true;
      break;
    }
    if (space) {
      if (out != block_start) *out++ = ' ';
      ++words;
      space = false;
    }
    *out++ = c;
  }
  length_ = static_cast<size_t>(out - bytes_.data());
  if (truncated_) {
    // The limit may have fallen inside a character, or after a space.
    const std::string_view block =
        std::string_view(bytes_).substr(open_.begin, length_ - open_.begin);
    const size_t kept = kept_length(block);
    hash_rest(block.substr(kept));
    hash_rest({p - 1, end});
    length_ = open_.begin + kept;
  }
  pending_space_ = space;
  open_.words += words;
  if (in_link) open_.link_words += words;
}

void VisibleText::add_word(std::string_view piece, bool in_link) {
  pending_space_ = true;
  add(piece, in_link);
  pending_space_ = true;
}

void VisibleText::break_block(Region region_of_next) {
  if (length_ > open_.begin) {
    open_.end = static_cast<uint32_t>(length_);
    const uint32_t words = ideographs_ / kIdeographsPerWord;
    // Ideographs are not counted apart for links: a block is nearly always all link or none.
    if (open_.words > 0 && open_.link_words * 2 > open_.words) open_.link_words += words;
    open_.words += words;
    blocks_.push_back(open_);
    ++length_;  // a byte between blocks, for the line end
  }
  pending_space_ = false;
  ideographs_ = 0;
  open_ = {.begin = static_cast<uint32_t>(length_), .region = region_of_next};
}

bool VisibleText::is_main(const Block& previous, const Block& block, const Block& next) {
  if (block.region == Region::kAside || block.link_density() > 1.0 / 3) return false;
  if (previous.link_density() <= 5.0 / 9) {
    return block.words > 16 || next.words > 15 || previous.words > 4;
  }
  return block.words > 40 || next.words > 17;
}

void VisibleText::finish(ParsedPage& page) {
  break_block(Region::kBody);
  uint32_t main_words = 0;
  uint32_t body_words = 0;
  page.lines.resize(blocks_.size());
  for (size_t i = 0; i < blocks_.size(); ++i) {
    const Block none;
    const Block& block = blocks_[i];
    const bool main = is_main(i > 0 ? blocks_[i - 1] : none, block,
                              i + 1 < blocks_.size() ? blocks_[i + 1] : none);
    page.lines[i] = {.begin = block.begin,
                     .end = block.end,
                     .is_main = main,
                     .is_link = block.link_density() > 0.5};
    if (main) main_words += block.words;
    if (block.region == Region::kBody) body_words += block.words;
    if (i > 0) bytes_[block.begin - 1] = '\n';
  }
  if (main_words < kFewWords) {
    for (size_t i = 0; i < blocks_.size(); ++i) {
      page.lines[i].is_main = body_words == 0 || blocks_[i].region == Region::kBody;
    }
  }
  bytes_.resize(blocks_.empty() ? 0 : blocks_.back().end);
  page.text = std::exchange(bytes_, {});
  blocks_.clear();
  length_ = 0;
  open_ = {};
  for (int i = 0; truncated_ && i < 64; i += 4) {
    page.rest_of_text += static_cast<char>('a' + (rest_ >> i & 15));
  }
  truncated_ = false;
  rest_ = 0;
}

void append_collapsed(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (!text::is_space(c))
      out += c;
    else if (!out.empty() && out.back() != ' ')
      out += ' ';
  }
}

void trim_to(std::string& text, size_t max_bytes) {
  if (text.size() > max_bytes) text.resize(max_bytes);
  text.resize(kept_length(text));
  text = std::string(without_blanks(text));
}

}  // namespace freshet::parse
