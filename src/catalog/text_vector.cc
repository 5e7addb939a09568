#include "catalog/text_vector.h"

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

constexpr size_t kStartBytes = 8;
constexpr size_t kLongestTerm = 2'046;
constexpr size_t kMostPlaces = 255;
constexpr uint16_t kLastPlace = (1 << 14) - 1;
constexpr size_t kMostBytes = 1'000'000;  // of terms and places, as the server counts them

struct Term {
  uint64_t start;  // its first eight bytes, which mostly tell terms apart
  std::string_view text;

  bool operator==(const Term& other) const {
    // Terms have no NUL: of short ones the start is all.
    return start == other.start && text.size() == other.text.size() &&
           (text.size() <= kStartBytes || text == other.text);
  }
};

// The first term of a text that goes on behind it.
Term term_at(std::string_view text) {
  size_t length = 0;
  while (length < text.size() && text[length] != ' ' && text[length] != words::kSamePlace) ++length;
  const std::string_view term = text.substr(0, length);
  const size_t size = std::min(term.size(), kStartBytes);
  uint64_t start = 0;
  if (text.size() >= kStartBytes && size > 0) {
    std::memcpy(&start, text.data(), kStartBytes);
    start = be64toh(start) & ~uint64_t{0} << 8 * (kStartBytes - size);
  } else {
    for (size_t i = 0; i < kStartBytes; ++i) {
      start = start << 8 | (i < size ? static_cast<uint8_t>(term[i]) : 0);
    }
  }
  return {start, term};
}

// Terms in the order in which they were met, each once. Pages have a few hundred, each of which
// stands there several times: to find it again takes less than to sort what was found.
class Terms {
 public:
  uint32_t number_of(const Term& term) {
    const size_t hash = term.text.size() <= kStartBytes ? (term.start ^ term.start >> 29) * kMixing
                                                        : std::hash<std::string_view>()(term.text);
    for (size_t slot = hash >> shift_;; slot = (slot + 1) & (slots_.size() - 1)) {
      if (slots_[slot] == 0) return add(term, hash);
      if (all_[slots_[slot] - 1].term == term) return slots_[slot] - 1;
    }
  }
  size_t size() const { return all_.size(); }
  const Term& operator[](uint32_t number) const { return all_[number].term; }

 private:
  struct Met {
    Term term;
    size_t hash;
  };
  static constexpr uint64_t kMixing = 0x9E3779B97F4A7C15;

  uint32_t add(const Term& term, size_t hash) {
    all_.push_back({term, hash});
    if (all_.size() * 2 > slots_.size()) {
      slots_.assign(slots_.size() * 2, 0);
      --shift_;
      for (size_t i = 0; i < all_.size(); ++i) take_slot(i);
    } else {
      take_slot(all_.size() - 1);
    }
    return static_cast<uint32_t>(all_.size() - 1);
  }
  void take_slot(size_t number) {
    size_t slot = all_[number].hash >> shift_;
    while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = static_cast<uint32_t>(number + 1);
  }

  std::vector<Met> all_;
  std::vector<uint32_t> slots_ = std::vector<uint32_t>(1 << 10);  // a number and one; 0: free
  int shift_ = 64 - 10;
};

// Where a term stands: the weight in the two highest bits.
struct Occurrence {
  uint32_t term;
  uint16_t place;
};

struct Found {
  Terms terms;
  std::vector<Occurrence> all;  // in the order of the text
  uint16_t place = 0;
};

void add_terms(std::string_view text, unsigned weight, Found& found) {
  while (!text.empty()) {
    const bool is_new_place = text.front() == ' ';
    text.remove_prefix(1);
    const Term term = term_at(text);
    text.remove_prefix(term.text.size());
    if (is_new_place && found.place < kLastPlace) ++found.place;
    if (term.text.size() > kLongestTerm) continue;
    found.all.push_back(
        {found.terms.number_of(term), static_cast<uint16_t>(weight << 14 | found.place)});
  }
  if (found.place < kLastPlace) ++found.place;  // no phrase goes on from one part to the next
}

struct Sorted {
  uint64_t start;
  uint32_t term;
};

// A radix sort: words come in no order that a processor could foretell, which is what comparing
// them costs.
void sort_by_start(std::vector<Sorted>& all) {
  std::array<std::array<uint32_t, 256>, kStartBytes> ends{};
  for (const Sorted& one : all) {
    for (size_t i = 0; i < kStartBytes; ++i) ++ends[i][one.start >> (8 * i) & 0xFF];
  }
  std::vector<Sorted> sorted(all.size());
  for (size_t i = 0; i < kStartBytes; ++i) {
    uint32_t sum = 0;
    for (uint32_t& next : ends[i]) next = std::exchange(sum, sum + next);
    for (const Sorted& one : all) sorted[ends[i][one.start >> (8 * i) & 0xFF]++] = one;
    all.swap(sorted);
  }
}

// By their bytes, as PostgreSQL wants them.
std::vector<Sorted> sorted(const Terms& terms) {
  std::vector<Sorted> all;
  all.reserve(terms.size());
  for (uint32_t i = 0; i < terms.size(); ++i) all.push_back({terms[i].start, i});
  sort_by_start(all);
  for (auto at = all.begin(); at != all.end();) {
    const auto end =
        std::find_if_not(at, all.end(), [&](const Sorted& one) { return one.start == at->start; });
    if (end - at > 1) {
      std::sort(at, end, [&](const Sorted& one, const Sorted& other) {
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

// The places of each term, one term behind the other.
class Places {
 public:
  explicit Places(const Found& found) : ends_(found.terms.size() + 1), all_(found.all.size()) {
    for (const Occurrence& one : found.all) ++ends_[one.term + 1];
    std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
    std::vector<uint32_t> next(ends_);
    for (const Occurrence& one : found.all) all_[next[one.term]++] = one.place;
  }
  std::span<const uint16_t> of(uint32_t term) const {
    return std::span(all_).subspan(ends_[term], ends_[term + 1] - ends_[term]);
  }

 private:
  std::vector<uint32_t> ends_;  // of each term those of the one before
  std::vector<uint16_t> all_;
};

// Up to the second time that a term stands at the last place: a tsvector has each place once.
size_t without_repeats(std::span<const uint16_t> places) {
  const auto is_last = [](uint16_t place) { return (place & kLastPlace) == kLastPlace; };
  const auto last = std::find_if(places.begin(), places.end(), is_last);
  return static_cast<size_t>(last - places.begin()) + (last != places.end() ? 1 : 0);
}

}  // namespace

std::string text_vector(const Words& words) {
  Found found;
  add_terms(words.title, 3, found);
  add_terms(words.description, 2, found);
  add_terms(words.address, 2, found);
  add_terms(words.headings, 2, found);
  add_terms(words.body, 1, found);
  add_terms(words.boilerplate, 0, found);

  const Places places(found);
  std::string out(4, '\0');  // the number of terms, when it is known
  uint32_t terms = 0;
  size_t bytes = 0;
  for (const Sorted& one : sorted(found.terms)) {
    const std::string_view term = found.terms[one.term].text;
    std::span<const uint16_t> stands = places.of(one.term);
    stands = stands.first(std::min(without_repeats(stands), kMostPlaces));
    bytes += term.size() + 2 * stands.size() + 4;
    if (bytes > kMostBytes) break;
    out.append(term).push_back('\0');
    append(out, stands.size(), 2);
    for (const uint16_t place : stands) append(out, place, 2);
    ++terms;
  }
  std::string count;
  append(count, terms, 4);
  return out.replace(0, 4, count);
}

}  // namespace freshet::catalog
