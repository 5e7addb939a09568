#include "catalog/tsvector.h"

#include <endian.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "words/stemmer.h"

namespace freshet::catalog {
namespace {

constexpr size_t kPrefixBytes = 8;
constexpr size_t kMaxTermBytes = 2'046;
constexpr size_t kMaxPositions = 255;  // of one term
constexpr uint16_t kLastPosition = (1 << 14) - 1;
constexpr size_t kMaxBytes = 1'000'000;  // of terms and positions, as the server counts them

struct Term {
  uint64_t prefix;  // the first eight bytes, big-endian; enough to tell most terms apart
  std::string_view text;

  bool operator==(const Term& other) const {
    // Terms contain no NUL, so the prefix of a short term determines its text.
    return prefix == other.prefix && text.size() == other.text.size() &&
           (text.size() <= kPrefixBytes || text == other.text);
  }
};

// The term at the beginning of `text`, up to the next separator.
Term term_at(std::string_view text) {
  size_t length = 0;
  while (length < text.size() && text[length] != ' ' && text[length] != words::kSamePlace) ++length;
  const std::string_view term = text.substr(0, length);
  const size_t size = std::min(term.size(), kPrefixBytes);
  uint64_t prefix = 0;
  if (text.size() >= kPrefixBytes && size > 0) {
    std::memcpy(&prefix, text.data(), kPrefixBytes);
    prefix = be64toh(prefix) & ~uint64_t{0} << 8 * (kPrefixBytes - size);
  } else {
    for (size_t i = 0; i < kPrefixBytes; ++i) {
      prefix = prefix << 8 | (i < size ? static_cast<uint8_t>(term[i]) : 0);
    }
  }
  return {prefix, term};
}

// A hash table of the distinct terms, numbered in the order in which they were first added. A page
// has a few hundred terms, and most occur several times: looking them up here is faster than
// sorting all occurrences.
class TermTable {
 public:
  uint32_t number_of(const Term& term) {
    const size_t hash = term.text.size() <= kPrefixBytes
                            ? (term.prefix ^ term.prefix >> 29) * kMixing
                            : std::hash<std::string_view>()(term.text);
    for (size_t slot = hash >> shift_;; slot = (slot + 1) & (slots_.size() - 1)) {
      if (slots_[slot] == 0) return add(term, hash);
      if (all_[slots_[slot] - 1].term == term) return slots_[slot] - 1;
    }
  }
  size_t size() const { return all_.size(); }
  const Term& operator[](uint32_t number) const { return all_[number].term; }

 private:
  struct HashedTerm {
    Term term;
    size_t hash;
  };
  static constexpr uint64_t kMixing = 0x9E3779B97F4A7C15;

  uint32_t add(const Term& term, size_t hash) {
    all_.push_back({term, hash});
    if (all_.size() * 2 > slots_.size()) {
      slots_.assign(slots_.size() * 2, 0);
      --shift_;
      for (size_t i = 0; i < all_.size(); ++i) put_in_slot(i);
    } else {
      put_in_slot(all_.size() - 1);
    }
    return static_cast<uint32_t>(all_.size() - 1);
  }
  void put_in_slot(size_t number) {
    size_t slot = all_[number].hash >> shift_;
    while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = static_cast<uint32_t>(number + 1);
  }

  std::vector<HashedTerm> all_;
  std::vector<uint32_t> slots_ = std::vector<uint32_t>(1 << 10);  // term number plus one; 0: free
  int shift_ = 64 - 10;
};

struct Occurrence {
  uint32_t term;
  uint16_t position;  // with the weight in the two highest bits, as in a tsvector
};

struct Occurrences {
  TermTable terms;
  std::vector<Occurrence> all;  // in the order of the text
  uint16_t position = 0;        // of the last term
};

void add_terms(std::string_view text, unsigned weight, Occurrences& occurrences) {
  while (!text.empty()) {
    const bool is_new_position = text.front() == ' ';
    text.remove_prefix(1);
    const Term term = term_at(text);
    text.remove_prefix(term.text.size());
    if (is_new_position && occurrences.position < kLastPosition) ++occurrences.position;
    if (term.text.size() > kMaxTermBytes) continue;
    occurrences.all.push_back({occurrences.terms.number_of(term),
                               static_cast<uint16_t>(weight << 14 | occurrences.position)});
  }
  // A gap in the positions, so that no phrase matches across two parts.
  if (occurrences.position < kLastPosition) ++occurrences.position;
}

struct SortedTerm {
  uint64_t prefix;
  uint32_t term;
};

// A radix sort. It is faster than sorting by comparison, whose branches the processor cannot
// predict for words.
void sort_by_prefix(std::vector<SortedTerm>& all) {
  std::array<std::array<uint32_t, 256>, kPrefixBytes> ends{};
  for (const SortedTerm& one : all) {
    for (size_t i = 0; i < kPrefixBytes; ++i) ++ends[i][one.prefix >> (8 * i) & 0xFF];
  }
  std::vector<SortedTerm> sorted(all.size());
  for (size_t i = 0; i < kPrefixBytes; ++i) {
    uint32_t sum = 0;
    for (uint32_t& next : ends[i]) next = std::exchange(sum, sum + next);
    for (const SortedTerm& one : all) sorted[ends[i][one.prefix >> (8 * i) & 0xFF]++] = one;
    all.swap(sorted);
  }
}

// All terms in the order of their bytes, which PostgreSQL requires.
std::vector<SortedTerm> sorted(const TermTable& terms) {
  std::vector<SortedTerm> all;
  all.reserve(terms.size());
  for (uint32_t i = 0; i < terms.size(); ++i) all.push_back({terms[i].prefix, i});
  sort_by_prefix(all);
  for (auto at = all.begin(); at != all.end();) {
    const auto end = std::find_if_not(
        at, all.end(), [&](const SortedTerm& one) { return one.prefix == at->prefix; });
    if (end - at > 1) {
      std::sort(at, end, [&](const SortedTerm& one, const SortedTerm& other) {
        return terms[one.term].text < terms[other.term].text;
      });
    }
    at = end;
  }
  return all;
}

void append(std::string& out, uint64_t value, int bytes) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
    out.push_back(static_cast<char>(value >> shift));
  }
}

// The positions of each term, grouped by term in one array.
class Positions {
 public:
  explicit Positions(const Occurrences& occurrences)
      : ends_(occurrences.terms.size() + 1), all_(occurrences.all.size()) {
    for (const Occurrence& one : occurrences.all) ++ends_[one.term + 1];
    std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
    std::vector<uint32_t> next(ends_);
    for (const Occurrence& one : occurrences.all) all_[next[one.term]++] = one.position;
  }
  std::span<const uint16_t> of(uint32_t term) const {
    return std::span(all_).subspan(ends_[term], ends_[term + 1] - ends_[term]);
  }

 private:
  std::vector<uint32_t> ends_;  // ends_[t] is where the positions of term t begin in all_
  std::vector<uint16_t> all_;
};

// How many positions to keep so that the last possible position occurs at most once: a tsvector may
// not repeat a position.
size_t count_distinct(std::span<const uint16_t> positions) {
  const auto is_last = [](uint16_t position) {
    return (position & kLastPosition) == kLastPosition;
  };
  const auto last = std::find_if(positions.begin(), positions.end(), is_last);
  return static_cast<size_t>(last - positions.begin()) + (last != positions.end() ? 1 : 0);
}

}  // namespace

std::string tsvector_of(const Words& words) {
  Occurrences occurrences;
  add_terms(words.title, 3, occurrences);
  add_terms(words.description, 2, occurrences);
  add_terms(words.address, 2, occurrences);
  add_terms(words.headings, 2, occurrences);
  add_terms(words.body, 1, occurrences);
  add_terms(words.boilerplate, 0, occurrences);

  const Positions positions(occurrences);
  std::string out(4, '\0');  // space for the number of terms
  uint32_t terms = 0;
  size_t bytes = 0;
  for (const SortedTerm& one : sorted(occurrences.terms)) {
    const std::string_view term = occurrences.terms[one.term].text;
    std::span<const uint16_t> kept = positions.of(one.term);
    kept = kept.first(std::min(count_distinct(kept), kMaxPositions));
    bytes += term.size() + 2 * kept.size() + 4;
    if (bytes > kMaxBytes) break;
    out.append(term).push_back('\0');
    append(out, kept.size(), 2);
    for (const uint16_t position : kept) append(out, position, 2);
    ++terms;
  }
  std::string count;
  append(count, terms, 4);
  return out.replace(0, 4, count);
}

}  // namespace freshet::catalog
