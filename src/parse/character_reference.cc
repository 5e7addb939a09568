#include "parse/character_reference.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "text/utf8.h"

namespace freshet::parse {
namespace {

struct Entry {
  std::string_view name;
  std::string_view characters;
};

constexpr Entry kNamed[] = {
#include "parse/named_references.inc"
};

// For each character, the index of the first entry whose name does not begin with a smaller one.
constexpr std::array<uint16_t, 128> kFirst = [] {
  std::array<uint16_t, 128> first{};
  size_t entry = 0;
  for (size_t c = 0; c < first.size(); ++c) {
    while (entry < std::size(kNamed) && static_cast<size_t>(kNamed[entry].name[0]) < c) ++entry;
    first[c] = static_cast<uint16_t>(entry);
  }
  return first;
}();

// The characters for the numbers 0x80..0x9F; 0 if the number stands for itself.
constexpr uint16_t kWindows1252[32] = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

}  // namespace

NamedReference find_named_reference(std::string_view text) {
  if (text.empty()) return {};
  const size_t lead = static_cast<unsigned char>(text[0]);
  if (lead + 1 >= kFirst.size()) return {};
  // [low, high) are the entries that agree with the first `length` characters of the text.
  const Entry* low = kNamed + kFirst[lead];
  const Entry* high = kNamed + kFirst[lead + 1];
  NamedReference longest;
  for (size_t length = 1; low != high; ++length) {
    // The entries are sorted, so an entry of this length is before the longer ones.
    if (low->name.size() == length) {
      longest = {length, low->characters};
      ++low;
    }
    if (length == text.size()) break;
    const char next = text[length];
    low = std::partition_point(low, high, [&](const Entry& e) { return e.name[length] < next; });
    high = std::partition_point(low, high, [&](const Entry& e) { return e.name[length] == next; });
  }
  return longest;
}

void append_numeric_reference(uint32_t number, std::string& out) {
  const bool surrogate = number >= 0xD800 && number < 0xE000;
  if (number == 0 || number > 0x10FFFF || surrogate) number = 0xFFFD;
  if (number >= 0x80 && number < 0xA0 && kWindows1252[number - 0x80] != 0) {
    number = kWindows1252[number - 0x80];
  }
  text::append_utf8(out, number);
}

}  // namespace freshet::parse
