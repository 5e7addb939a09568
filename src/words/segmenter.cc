#include "words/segmenter.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "text/ascii.h"
#include "text/utf8.h"
#include "words/ascii_terms.h"
#include "words/characters.h"
#include "words/dictionary.h"
#include "words/folding.h"

namespace freshet::words {
namespace {

// Longer words are cut into pieces, because nobody searches for them.
constexpr size_t kMaxWordBytes = 120;
// How much text is passed to the dictionary at once. Only hostile text has longer runs.
constexpr size_t kMaxRunBytes = 6'000;

enum AsciiKind : uint8_t { kSeparator, kLower, kUpper, kNotAscii };
constexpr std::array<AsciiKind, 256> kAscii = [] {
  std::array<AsciiKind, 256> kinds{};
  for (size_t i = 0; i < kinds.size(); ++i) {
    const char c = static_cast<char>(i);
    if (i >= 0x80) {
      kinds[i] = kNotAscii;
    } else if (text::is_alnum(c)) {
      kinds[i] = text::to_lower(c) == c ? kLower : kUpper;
    }
  }
  return kinds;
}();

uint8_t byte_at(std::string_view text, size_t at) {
  return static_cast<uint8_t>(text[at]);
}

}  // namespace

struct Segmenter::Impl {
  Characters characters;
  Dictionary dictionary;
  std::string term;

  // A run of characters of the same kind.
  struct Run {
    CharacterKind kind = CharacterKind::kNone;
    size_t begin = 0;
    size_t end = 0;
    bool ascii = true;
    bool folded = true;
  };

  // Calls `take` with the words of the first run at or after `from`. Returns the end of the run.
  template <typename Take>
  size_t scan_run(std::string_view text, size_t from, const Take& take);
  // Returns the first run at or after `from`; an empty one at the end of the text.
  Run next_run(std::string_view text, size_t from);
  // Extends the run by the character at run.end, and ASCII characters after it, if they belong to
  // the run. Returns false if the character does not.
  bool extend(std::string_view text, Run& run);
  bool extend_by_ascii(std::string_view text, Run& run);
  // Calls `take` with the folded word.
  template <typename Take>
  void emit_word(std::string_view text, const Run& word, const Take& take);
};

bool Segmenter::Impl::extend_by_ascii(std::string_view text, Run& run) {
  if (run.kind != CharacterKind::kNone && run.kind != CharacterKind::kLetter) return false;
  const size_t limit = std::min(text.size(), run.begin + kMaxWordBytes);
  const size_t from = run.end;
  for (; run.end < limit; ++run.end) {
    const AsciiKind kind = kAscii[byte_at(text, run.end)];
    if (kind == kLower) continue;
    if (kind != kUpper) break;
    run.folded = false;
  }
  if (run.end == from) return false;
  run.kind = CharacterKind::kLetter;
  return true;
}

bool Segmenter::Impl::extend(std::string_view text, Run& run) {
  if (kAscii[byte_at(text, run.end)] != kNotAscii) return extend_by_ascii(text, run);
  const text::Utf8Sequence sequence = text::utf8_sequence(text.substr(run.end));
  if (sequence.kind != text::Utf8Sequence::kWhole) return false;
  const Character character = characters.of(text::utf8_scalar(text.substr(run.end)));
  if (character.kind == CharacterKind::kNone) return false;
  if (character.kind == CharacterKind::kJoining) {
    if (run.kind == CharacterKind::kNone) return false;
  } else if (run.kind == CharacterKind::kNone) {
    run.kind = character.kind;
  } else if (run.kind != character.kind) {
    return false;
  }
  run.ascii = false;
  run.folded = run.folded && character.folded;
  run.end += sequence.length;
  return true;
}

Segmenter::Impl::Run Segmenter::Impl::next_run(std::string_view text, size_t from) {
  while (from < text.size()) {
    if (kAscii[byte_at(text, from)] == kSeparator) {
      ++from;
      continue;
    }
    Run run{.begin = from, .end = from};
    size_t max_bytes = kMaxWordBytes;
    while (run.end < text.size() && run.end - run.begin < max_bytes && extend(text, run)) {
      if (run.kind == CharacterKind::kDictionary) max_bytes = kMaxRunBytes;
    }
    if (run.end > run.begin) return run;
    // Skip one byte only, because the next byte may begin a character.
    ++from;
  }
  return {.begin = text.size(), .end = text.size()};
}

template <typename Take>
void Segmenter::Impl::emit_word(std::string_view text, const Run& word, const Take& take) {
  const std::string_view written = text.substr(word.begin, word.end - word.begin);
  if (word.folded) {
    take(Word{.term = written, .begin = word.begin, .end = word.end});
    return;
  }
  if (word.ascii) {
    term.assign(written);
    for (char& c : term) c = text::to_lower(c);
  } else {
    fold(written, term);
    if (term.empty()) return;
  }
  take(Word{.term = term, .begin = word.begin, .end = word.end});
}

template <typename Take>
size_t Segmenter::Impl::scan_run(std::string_view text, size_t from, const Take& take) {
  const Run run = next_run(text, from);
  if (run.kind != CharacterKind::kDictionary) {
    if (run.end > run.begin) emit_word(text, run, take);
    return run.end;
  }
  Run word = run;
  for (const size_t end : dictionary.ends(text.substr(run.begin, run.end - run.begin))) {
    while (word.begin < run.begin + end) {
      const size_t length = std::min(run.begin + end - word.begin, kMaxWordBytes);
      word.end = word.begin + text::whole_characters(text.substr(word.begin, length));
      emit_word(text, word, take);
      word.begin = word.end;
    }
  }
  return run.end;
}

Segmenter::Segmenter() : impl_(std::make_unique<Impl>()) {}
Segmenter::~Segmenter() = default;
Segmenter::Segmenter(Segmenter&&) noexcept = default;
Segmenter& Segmenter::operator=(Segmenter&&) noexcept = default;

void Segmenter::each_word(std::string_view text, const std::function<void(const Word&)>& take) {
  for (size_t at = 0; at < text.size();) at = impl_->scan_run(text, at, take);
}

void Segmenter::append_terms(std::string_view text, std::string& out) {
  const auto take = [&out](const Word& word) {
    out += ' ';
    out += word.term;
  };
  for (size_t at = 0; at < text.size();) {
    const size_t ascii = append_ascii_terms(text.substr(at), kMaxWordBytes, out);
    at = ascii > 0 ? at + ascii : impl_->scan_run(text, at, take);
  }
}

}  // namespace freshet::words
