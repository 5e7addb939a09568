#include "words/stemmer.h"

#include <libstemmer.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "result/check.h"
#include "text/ascii.h"

namespace freshet::words {
namespace {

constexpr size_t kMinBytes = 3;  // shorter and longer words are their own stems
constexpr size_t kMaxBytes = 40;

struct Row {
  std::string_view tag;  // ISO 639-1
  const char* name;      // Snowball's name
  bool is_latin;
};
constexpr uint8_t kEnglish = 1;
constexpr std::array kStemmers = {
    Row{"", "", true},  // number 0: no stemmer
    Row{"en", "english", true},
    Row{"ar", "arabic", false},
    Row{"ca", "catalan", true},
    Row{"da", "danish", true},
    Row{"de", "german", true},
    Row{"el", "greek", false},
    Row{"es", "spanish", true},
    Row{"eu", "basque", true},
    Row{"fi", "finnish", true},
    Row{"fr", "french", true},
    Row{"ga", "irish", true},
    Row{"hi", "hindi", false},
    Row{"hu", "hungarian", true},
    Row{"hy", "armenian", false},
    Row{"id", "indonesian", true},
    Row{"it", "italian", true},
    Row{"lt", "lithuanian", true},
    Row{"nb", "norwegian", true},
    Row{"ne", "nepali", false},
    Row{"nl", "dutch", true},
    Row{"nn", "norwegian", true},
    Row{"no", "norwegian", true},
    Row{"pt", "portuguese", true},
    Row{"ro", "romanian", true},
    Row{"ru", "russian", false},
    Row{"sr", "serbian", true},
    Row{"sv", "swedish", true},
    Row{"ta", "tamil", false},
    Row{"tr", "turkish", true},
    Row{"yi", "yiddish", false},
};

template <typename Number>
uint64_t load(const char* at) {
  Number number = 0;
  std::memcpy(&number, at, sizeof number);
  return number;
}

// A term of 3 to 16 bytes as two numbers and its size, which together identify it. So terms are
// compared without a loop over their bytes.
struct Key {
  static constexpr size_t kMaxSize = 16;
  uint64_t first = 0;
  uint64_t second = 0;
  size_t size = 0;

  static Key of(std::string_view term) {
    const char* const end = term.data() + term.size();
    if (term.size() >= 8) {
      return {load<uint64_t>(term.data()), load<uint64_t>(end - 8), term.size()};
    }
    const uint64_t all =
        term.size() >= 4 ? load<uint32_t>(term.data()) | load<uint32_t>(end - 4) << 32
                         : load<uint16_t>(term.data()) | load<uint16_t>(end - 2) << 16 | kLetters;
    return {all, all, term.size()};
  }
  bool is_ascii() const { return ((first | second) & kHighBits) == 0; }
  // Of ASCII, a folded term contains only letters and digits, which differ in one bit.
  bool has_digit() const { return digits_of(first) != 0 || digits_of(second) != 0; }
  uint64_t hash() const {
    return ((first ^ (second << 23 | second >> 41)) + size) * 0x9E3779B97F4A7C15;
  }

 private:
  static constexpr uint64_t kHighBits = 0x8080808080808080;
  static constexpr uint64_t kLetterBits = 0x4040404040404040;
  static constexpr uint64_t kLetters = 0x6161616100000000;
  static uint64_t digits_of(uint64_t bytes) {
    return ~bytes & ~((bytes & kHighBits) >> 1) & kLetterBits;
  }
};

// A word and its stem in the cache. Another word with the same hash replaces it.
struct Slot {
  uint64_t first = 0;
  uint64_t second = 0;
  uint8_t word_size = 0;  // 0: the slot is free
  uint8_t stem_size = 0;
  std::array<char, 22> stem;

  bool holds(const Key& key) const {
    return first == key.first && second == key.second && word_size == key.size;
  }
};
// The logarithm of the number of slots. A query needs few. For a collection, stemming takes a third
// longer with a quarter of the maximum.
constexpr int kMinSlotBits = 8;
constexpr int kMaxSlotBits = 16;

bool is_ascii(std::string_view term) {
  return std::all_of(term.begin(), term.end(),
                     [](char c) { return static_cast<uint8_t>(c) < 0x80; });
}

bool has_digit(std::string_view term) {
  return std::any_of(term.begin(), term.end(), text::is_digit);
}

}  // namespace

StemLanguage stem_language(std::string_view tag) {
  const std::string_view language = tag.substr(0, tag.find('-'));
  for (size_t i = 1; i < kStemmers.size(); ++i) {
    if (kStemmers[i].tag != language) continue;
    const auto own = static_cast<uint8_t>(i);
    return {.own = own, .ascii = kStemmers[i].is_latin ? own : kEnglish};
  }
  return {.own = 0, .ascii = kEnglish};
}

struct Stemmer::Algorithm {
  sb_stemmer* snowball = nullptr;
  int slot_bits = kMinSlotBits;
  std::vector<Slot> cache = std::vector<Slot>(size_t{1} << kMinSlotBits);
  size_t misses = 0;  // since the cache was resized

  explicit Algorithm(const char* name) : snowball(sb_stemmer_new(name, "UTF_8")) {
    FRESHET_CHECK(snowball != nullptr, "Snowball does not have this stemmer");
  }
  ~Algorithm() { sb_stemmer_delete(snowball); }
  Algorithm(const Algorithm&) = delete;
  Algorithm& operator=(const Algorithm&) = delete;

  std::string_view stem(std::string_view term, const Key& key) {
    const Slot& cached = cache[key.hash() >> (64 - slot_bits)];
    if (cached.holds(key)) return {cached.stem.data(), cached.stem_size};
    const std::string_view made = compute_stem(term);
    if (made.size() > cached.stem.size()) return made;
    if (++misses > cache.size() && slot_bits < kMaxSlotBits) {
      slot_bits += 2;
      cache.assign(size_t{1} << slot_bits, Slot());
      misses = 0;
    }
    Slot& slot = cache[key.hash() >> (64 - slot_bits)];
    slot.first = key.first;
    slot.second = key.second;
    slot.word_size = static_cast<uint8_t>(key.size);
    slot.stem_size = static_cast<uint8_t>(made.size());
    std::memcpy(slot.stem.data(), made.data(), made.size());
    return made;
  }

  std::string_view compute_stem(std::string_view term) const {
    const auto* word = reinterpret_cast<const sb_symbol*>(term.data());
    const sb_symbol* made = sb_stemmer_stem(snowball, word, static_cast<int>(term.size()));
    const int size = made == nullptr ? 0 : sb_stemmer_length(snowball);
    if (size <= 0) return term;
    return {reinterpret_cast<const char*>(made), static_cast<size_t>(size)};
  }
};

Stemmer::Stemmer() : algorithms_(kStemmers.size()) {}
Stemmer::~Stemmer() = default;
Stemmer::Stemmer(Stemmer&&) noexcept = default;
Stemmer& Stemmer::operator=(Stemmer&&) noexcept = default;

Stemmer::Algorithm& Stemmer::algorithm(uint8_t number) {
  auto& slot = algorithms_[number];
  if (slot == nullptr) slot = std::make_unique<Algorithm>(kStemmers[number].name);
  return *slot;
}

std::string_view Stemmer::stem(std::string_view term, StemLanguage language) {
  if (term.size() < kMinBytes || term.size() > kMaxBytes) return term;
  if (term.size() > Key::kMaxSize) {  // few words are so long; they are not cached
    const uint8_t number = is_ascii(term) ? language.ascii : language.own;
    return number == 0 || has_digit(term) ? term : algorithm(number).compute_stem(term);
  }
  const Key key = Key::of(term);
  const uint8_t number = key.is_ascii() ? language.ascii : language.own;
  return number == 0 || key.has_digit() ? term : algorithm(number).stem(term, key);
}

void Stemmer::append_with_stems(std::string_view terms, StemLanguage language, std::string& out) {
  out.reserve(out.size() + terms.size() + terms.size() / 2);
  size_t copied = 0;
  for (size_t begin = 0; begin < terms.size();) {
    size_t end = begin + 1;
    while (end < terms.size() && terms[end] != ' ') ++end;
    const std::string_view term = terms.substr(begin + 1, end - begin - 1);
    if (const std::string_view found = stem(term, language); found != term) {
      out.append(terms, copied, end - copied);
      copied = end;
      out += kSamePlace;
      out.append(kStemMark).append(found);
    }
    begin = end;
  }
  out.append(terms, copied);
}

}  // namespace freshet::words
