#include "catalog/text_vector.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace freshet::catalog {
namespace {

constexpr size_t kLongestTerm = 2'046;
constexpr size_t kMostPlaces = 255;
constexpr uint16_t kLastPlace = (1 << 14) - 1;
constexpr size_t kMostBytes = 1'000'000;  // of terms and places, as the server counts them

struct Occurrence {
  uint64_t start;  // its first eight bytes, which mostly tell terms apart
  uint32_t term;   // the how many-th of all
  uint16_t place;  // the weight in the two highest bits
};

struct Occurrences {
  std::vector<std::string_view> terms;  // one for each occurrence, in the order of the text
  std::vector<Occurrence> all;
};

uint64_t start_of(std::string_view term) {
  uint64_t start = 0;
  for (size_t i = 0; i < 8; ++i) {
    start = start << 8 | (i < term.size() ? static_cast<uint8_t>(term[i]) : 0);
  }
  return start;
}

void add_terms(std::string_view terms, unsigned weight, uint16_t& place, Occurrences& found) {
  while (!terms.empty()) {
    terms.remove_prefix(1);  // the space before each
    const std::string_view term = terms.substr(0, terms.find(' '));
    terms.remove_prefix(term.size());
    if (place == kLastPlace) return;
    ++place;
    if (term.size() > kLongestTerm) continue;
    found.all.push_back({start_of(term), static_cast<uint32_t>(found.terms.size()),
                         static_cast<uint16_t>(weight << 14 | place)});
    found.terms.push_back(term);
  }
  if (place < kLastPlace) ++place;  // no phrase goes on from one part to the next
}

void append(std::string& out, uint64_t value, int bytes) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
    out.push_back(static_cast<char>(value >> shift));
  }
}

// A radix sort: words come in no order that a processor could foretell, which is what comparing
// them costs. Those with the same start stay in the order of the text.
void sort_by_start(std::vector<Occurrence>& all) {
  std::array<std::array<uint32_t, 256>, 8> ends{};
  for (const Occurrence& one : all) {
    for (size_t digit = 0; digit < 8; ++digit) ++ends[digit][one.start >> (8 * digit) & 0xFF];
  }
  std::vector<Occurrence> sorted(all.size());
  for (size_t digit = 0; digit < 8; ++digit) {
    uint32_t sum = 0;
    for (uint32_t& next : ends[digit]) next = std::exchange(sum, sum + next);
    for (const Occurrence& one : all) {
      sorted[ends[digit][one.start >> (8 * digit) & 0xFF]++] = one;
    }
    all.swap(sorted);
  }
}

// As PostgreSQL wants them: by their bytes, each term's in the order of the text.
void sort(Occurrences& found) {
  sort_by_start(found.all);
  for (auto at = found.all.begin(); at != found.all.end();) {
    const auto end = std::find_if_not(
        at, found.all.end(), [&](const Occurrence& one) { return one.start == at->start; });
    // Terms have no NUL: of short ones the start is all.
    if (std::any_of(at, end,
                    [&](const Occurrence& one) { return found.terms[one.term].size() > 8; })) {
      std::stable_sort(at, end, [&](const Occurrence& a, const Occurrence& b) {
        return found.terms[a.term] < found.terms[b.term];
      });
    }
    at = end;
  }
}

}  // namespace

std::string text_vector(const Words& words) {
  Occurrences found;
  uint16_t place = 0;
  add_terms(words.title, 3, place, found);
  add_terms(words.description, 2, place, found);
  add_terms(words.address, 1, place, found);
  add_terms(words.body, 0, place, found);
  sort(found);

  std::string out(4, '\0');  // the number of terms, when it is known
  uint32_t terms = 0;
  size_t bytes = 0;
  for (size_t at = 0; at < found.all.size();) {
    const std::string_view term = found.terms[found.all[at].term];
    size_t end = at;
    while (end < found.all.size() && found.all[end].start == found.all[at].start &&
           found.terms[found.all[end].term] == term) {
      ++end;
    }
    const size_t places = std::min(end - at, kMostPlaces);
    bytes += term.size() + 2 * places + 4;
    if (bytes > kMostBytes) break;
    out.append(term).push_back('\0');
    append(out, places, 2);
    for (size_t i = 0; i < places; ++i) append(out, found.all[at + i].place, 2);
    ++terms;
    at = end;
  }
  std::string count;
  append(count, terms, 4);
  return out.replace(0, 4, count);
}

}  // namespace freshet::catalog
