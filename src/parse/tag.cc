#include "parse/tag.h"

#include <array>
#include <cstddef>

namespace freshet::parse {
namespace {

enum Implies : uint8_t { None = 0, Block = 1, Breakout = 2 };

struct Known {
  std::string_view name;
  uint8_t implies;
};

// In the order of the enum, after kOther.
constexpr Known kKnown[] = {{"", None},
#define FRESHET_PARSE_TAG(id, name, implies) {name, implies},
                            FRESHET_PARSE_TAGS(FRESHET_PARSE_TAG)
#undef FRESHET_PARSE_TAG
};
constexpr size_t kKnownCount = std::size(kKnown);
constexpr size_t kLongest = 14;  // annotation-xml

// Names are looked up in an open-addressed table, by a hash of the length and three characters.
constexpr size_t kSlots = 1024;

constexpr size_t slot_of(std::string_view name) {
  const auto at = [&](size_t i) { return static_cast<unsigned char>(name[i]); };
  const size_t n = name.size();
  const size_t mixed = at(0) * 0x9E5u + at(n - 1) * 0x85u + at(n / 2) * 0x1A9u + n * 0x3Bu;
  return mixed % kSlots;
}

constexpr std::array<uint8_t, kSlots> kTable = [] {
  std::array<uint8_t, kSlots> table{};
  for (size_t i = 1; i < kKnownCount; ++i) {
    size_t slot = slot_of(kKnown[i].name);
    while (table[slot] != 0) slot = (slot + 1) % kSlots;
    table[slot] = static_cast<uint8_t>(i);
  }
  return table;
}();

}  // namespace

Tag tag_for_name(std::string_view name) {
  if (name.empty() || name.size() > kLongest) return Tag::kOther;
  for (size_t slot = slot_of(name); kTable[slot] != 0; slot = (slot + 1) % kSlots) {
    if (kKnown[kTable[slot]].name == name) return static_cast<Tag>(kTable[slot]);
  }
  return Tag::kOther;
}

std::string_view name(Tag tag) {
  return kKnown[static_cast<size_t>(tag)].name;
}

bool is_block(Tag tag) {
  return (kKnown[static_cast<size_t>(tag)].implies & Block) != 0;
}

bool leaves_foreign_content(Tag tag) {
  return (kKnown[static_cast<size_t>(tag)].implies & Breakout) != 0;
}

}  // namespace freshet::parse
