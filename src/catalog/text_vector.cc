#include "catalog/text_vector.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

namespace freshet::catalog {
namespace {

constexpr size_t kLongestTerm = 2'046;
constexpr size_t kMostPlaces = 255;
constexpr uint16_t kLastPlace = (1 << 14) - 1;
constexpr size_t kMostBytes = 1'000'000;  // of terms and places, as the server counts them

struct Occurrence {
  uint64_t start;  // its first eight bytes, which mostly tell terms apart
  std::string_view term;
  uint16_t place;  // the weight in the two highest bits
};

uint64_t start_of(std::string_view term) {
  uint64_t start = 0;
  for (size_t i = 0; i < 8; ++i) {
    start = start << 8 | (i < term.size() ? static_cast<uint8_t>(term[i]) : 0);
  }
  return start;
}

void add_terms(std::string_view terms, unsigned weight, uint16_t& place,
               std::vector<Occurrence>& all) {
  while (!terms.empty()) {
    terms.remove_prefix(1);  // the space before each
    const std::string_view term = terms.substr(0, terms.find(' '));
    terms.remove_prefix(term.size());
    if (place == kLastPlace) return;
    ++place;
    if (term.size() > kLongestTerm) continue;
    all.push_back({start_of(term), term, static_cast<uint16_t>(weight << 14 | place)});
  }
  if (place < kLastPlace) ++place;  // no phrase goes on from one part to the next
}

void append(std::string& out, uint64_t value, int bytes) {
  for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8) {
    out.push_back(static_cast<char>(value >> shift));
  }
}

uint16_t place_of(const Occurrence& occurrence) {
  return occurrence.place & kLastPlace;
}

}  // namespace

std::string text_vector(const Words& words) {
  std::vector<Occurrence> all;
  uint16_t place = 0;
  add_terms(words.title, 3, place, all);
  add_terms(words.description, 2, place, all);
  add_terms(words.address, 1, place, all);
  add_terms(words.body, 0, place, all);
  std::sort(all.begin(), all.end(), [](const Occurrence& a, const Occurrence& b) {
    if (a.start != b.start) return a.start < b.start;
    const int order = a.term.compare(b.term);
    return order != 0 ? order < 0 : place_of(a) < place_of(b);
  });

  std::string out(4, '\0');  // the number of terms, when it is known
  uint32_t terms = 0;
  size_t bytes = 0;
  for (size_t at = 0; at < all.size();) {
    size_t end = at;
    while (end < all.size() && all[end].start == all[at].start && all[end].term == all[at].term) {
      ++end;
    }
    const size_t places = std::min(end - at, kMostPlaces);
    bytes += all[at].term.size() + 2 * places + 4;
    if (bytes > kMostBytes) break;
    out.append(all[at].term).push_back('\0');
    append(out, places, 2);
    for (size_t i = 0; i < places; ++i) append(out, all[at + i].place, 2);
    ++terms;
    at = end;
  }
  std::string count;
  append(count, terms, 4);
  return out.replace(0, 4, count);
}

}  // namespace freshet::catalog
