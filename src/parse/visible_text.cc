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

// The class of each byte: white space, control characters, and the first bytes of characters from
// U+3000 to U+9FFF (kana and Han), which are written without spaces between words.
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
// The classes of 16 bytes of text; the masks have a bit for each byte.
struct ByteBlock {
  uint32_t spaces;
  uint32_t ideographs;
  bool simple;  // no control character, no other white space, no two consecutive spaces

  explicit ByteBlock(const char* p) {
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

// This many characters of a script without spaces count as a word.
constexpr uint32_t kIdeographsPerWord = 2;

// If the decision tree finds fewer words of main text, its result is not used.
constexpr uint32_t kMinMainWords = 40;

// Invisible characters that are removed from both ends of a title: Unicode's white space beyond
// ASCII, and U+FEFF.
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

// Returns the length of the text without an incomplete character at its end and without trailing
// white space.
size_t trimmed_length(std::string_view text) {
  return text::trim_end(text.substr(0, text::whole_characters(text))).size();
}

}  // namespace

void VisibleText::reserve(size_t bytes) {
  if (bytes_.size() - length_ >= bytes) return;
  bytes_.resize(std::max({bytes_.size() * 2, length_ + bytes, size_t{4096}}));
}

void VisibleText::add_to_rest_hash(std::string_view piece) {
  constexpr uint64_t kPrime = 0x100000001b3;  // FNV-1a
  for (const char c : piece) {
    const Class kind = kClass[static_cast<unsigned char>(c)];
    if (kind == Class::kSpace || kind == Class::kDropped) continue;
    rest_hash_ = (rest_hash_ ^ static_cast<unsigned char>(c)) * kPrime;
  }
}

void VisibleText::add(std::string_view piece, bool in_link) {
  if (truncated_) return add_to_rest_hash(piece);
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
    // Most text consists of words with one space between them, and is copied 16 bytes at a time.
    while (!space && end - p >= 16 && limit - out >= 32) {
      const ByteBlock bytes(p);
      if (!bytes.simple) break;
      std::memcpy(out, p, 16);
      // A space at the end is written before the next character.
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
    // The limit may be inside a character or after a space.
    const std::string_view block =
        std::string_view(bytes_).substr(open_.begin, length_ - open_.begin);
    const size_t kept = trimmed_length(block);
    add_to_rest_hash(block.substr(kept));
    add_to_rest_hash({p - 1, end});
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
    // Ideographs in links are not counted separately, because nearly every block is entirely in
    // links or entirely not.
    if (open_.words > 0 && open_.link_words * 2 > open_.words) open_.link_words += words;
    open_.words += words;
    blocks_.push_back(open_);
    ++length_;  // one byte between blocks, for the line feed
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
  if (main_words < kMinMainWords) {
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
    page.truncated_text_hash += static_cast<char>('a' + (rest_hash_ >> i & 15));
  }
  truncated_ = false;
  rest_hash_ = 0;
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
  text.resize(trimmed_length(text));
  text = std::string(without_blanks(text));
}

}  // namespace freshet::parse
