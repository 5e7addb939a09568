#include "parse/tag.h"

#include <array>
#include <cstddef>

namespace freshet::parse {
namespace {

// These have the names that the list of tags uses.
constexpr uint8_t None = 0;      // NOLINT(readability-identifier-naming)
constexpr uint8_t Block = 1;     // NOLINT(readability-identifier-naming)
constexpr uint8_t Breakout = 2;  // NOLINT(readability-identifier-naming)

struct Known {
  std::string_view name;
  uint8_t properties;
};

// In the order of the enum, after kOther.
constexpr Known kKnown[] = {{"", None},
#define FRESHET_PARSE_TAG(id, name, properties) {name, properties},
                            FRESHET_PARSE_TAGS(FRESHET_PARSE_TAG)
#undef FRESHET_PARSE_TAG
};
constexpr size_t kKnownCount = std::size(kKnown);
constexpr size_t kMaxNameLength = 14;  // annotation-xml

// A name as two numbers, which are compared without a loop.
struct Packed {
  uint64_t first = 0;
  uint64_t rest = 0;
  bool operator==(const Packed&) const = default;
};

constexpr Packed pack(std::string_view name) {
  Packed packed;
  for (size_t i = 0; i < name.size(); ++i) {
    uint64_t& half = i < 8 ? packed.first : packed.rest;
    half = half << 8 | static_cast<unsigned char>(name[i]);
  }
  return packed;
}

// A hash table of the names with open addressing.
constexpr size_t kSlots = 512;

constexpr size_t slot_of(const Packed& packed) {
  return ((packed.first ^ packed.rest << 1) * 0x9E3779B97F4A7C15u) >> 55;
}

struct Slot {
  Packed packed;
  Tag tag = Tag::kOther;
};

constexpr std::array<Slot, kSlots> kTable = [] {
  std::array<Slot, kSlots> table{};
  for (size_t i = 1; i < kKnownCount; ++i) {
    const Packed packed = pack(kKnown[i].name);
    size_t slot = slot_of(packed);
    while (table[slot].tag != Tag::kOther) slot = (slot + 1) % kSlots;
    table[slot] = {packed, static_cast<Tag>(i)};
  }
  return table;
}();

}  // namespace

Tag tag_for_name(std::string_view name) {
  if (name.empty() || name.size() > kMaxNameLength) return Tag::kOther;
  const Packed packed = pack(name);
  for (size_t slot = slot_of(packed); kTable[slot].tag != Tag::kOther; slot = (slot + 1) % kSlots) {
    if (kTable[slot].packed == packed) return kTable[slot].tag;
  }
  return Tag::kOther;
}

std::string_view name(Tag tag) {
  return kKnown[static_cast<size_t>(tag)].name;
}

bool is_block(Tag tag) {
  return (kKnown[static_cast<size_t>(tag)].properties & Block) != 0;
}

bool leaves_foreign_content(Tag tag) {
  return (kKnown[static_cast<size_t>(tag)].properties & Breakout) != 0;
}

}  // namespace freshet::parse
