#include "change/sketch.h"

#include <algorithm>
#include <array>
#include <bit>

#include "change/compact.h"
#include "change/pieces.h"

namespace freshet::change {
namespace {

constexpr uint64_t kVersion = 2;
constexpr int kHighestLevel = 32;
constexpr int kShortHash = 3;  // bytes

// Bits that say which hashes a block has. A byte holds the bits of two blocks.
constexpr uint64_t kHasNumbers = 1;
constexpr uint64_t kHasDates = 2;
constexpr uint64_t kHasLinks = 4;

using internal::mix;
using internal::Piece;

// Returns the highest level at which this line ends a group.
int ends_up_to(const Piece& piece) {
  return std::min(std::countr_zero(mix(piece.words, 2)), kHighestLevel);
}

uint32_t half(uint64_t hash) {
  return static_cast<uint32_t>(hash >> 32);
}

// Shortens a hash to 24 bits. 0 stays 0, and no other hash becomes 0.
uint32_t short_hash(uint64_t hash) {
  return hash == 0 ? 0 : std::max<uint32_t>(1, static_cast<uint32_t>(mix(hash, 3) >> 40));
}

Block block_of(const Piece& group) {
  return {.words = half(mix(group.words, 3)),
          .numbers = short_hash(group.numbers),
          .dates = short_hash(group.dates),
          .links = short_hash(group.links)};
}

void join(uint64_t& group, uint64_t line) {
  if (line != 0) group = std::max<uint64_t>(1, mix(group, line));
}

void join(Piece& group, const Piece& line) {
  group.words = mix(group.words, line.words);
  join(group.numbers, line.numbers);
  join(group.dates, line.dates);
  join(group.links, line.links);
}

uint64_t parts_of(const Block& block) {
  return (block.numbers != 0 ? kHasNumbers : 0) | (block.dates != 0 ? kHasDates : 0) |
         (block.links != 0 ? kHasLinks : 0);
}

}  // namespace

int fitting_level(std::span<const Piece> pieces, int used) {
  std::array<size_t, kHighestLevel + 1>
      ends{};  // lines by the highest level at which they end a group
  for (const Piece& piece : pieces) ++ends[static_cast<size_t>(ends_up_to(piece))];
  // The number of groups at a level: one for each line that ends a group, and one for the lines
  // left.
  size_t groups = 1;
  int level = kHighestLevel;
  for (; level >= 0; --level) {
    groups += ends[static_cast<size_t>(level)];
    if (groups > Sketch::kMostBlocks + (level == 0 ? 1 : 0)) break;
  }
  const int finest = std::min(level + 1, kHighestLevel);
  return used == finest + 1 ? used : finest;
}

Sketch sketch_at(std::span<const Piece> pieces, int level, size_t most) {
  Sketch sketch{.level = level, .blocks = {}};
  sketch.blocks.reserve(std::min(pieces.size(), most));
  Piece group;
  bool open = false;
  for (const Piece& line : pieces) {
    join(group, line);
    open = true;
    if (ends_up_to(line) < level || sketch.blocks.size() + 1 >= most) continue;
    sketch.blocks.push_back(block_of(group));
    group = {};
    open = false;
  }
  if (open) sketch.blocks.push_back(block_of(group));
  return sketch;
}

std::string Sketch::encode() const {
  std::string bytes;
  bytes.reserve(4 + blocks.size() * 8);
  internal::Writer out(bytes);
  out.fixed(kVersion, 1);
  out.fixed(static_cast<uint64_t>(level), 1);
  out.varint(blocks.size());
  for (size_t i = 0; i < blocks.size(); i += 2) {
    const uint64_t second = i + 1 < blocks.size() ? parts_of(blocks[i + 1]) : 0;
    out.fixed(parts_of(blocks[i]) | second << 4, 1);
  }
  for (const Block& block : blocks) {
    out.fixed(block.words, 4);
    for (const uint32_t part : {block.numbers, block.dates, block.links}) {
      if (part != 0) out.fixed(part, kShortHash);
    }
  }
  return bytes;
}

Result<Sketch> Sketch::decode(std::string_view bytes) {
  internal::Reader in(bytes);
  const uint64_t version = in.fixed(1);
  if (version != kVersion) {
    return fail("the sketch of a page has format " + std::to_string(version) + ", not " +
                std::to_string(kVersion));
  }
  Sketch sketch;
  sketch.level = static_cast<int>(in.fixed(1));
  in.require(sketch.level <= kHighestLevel);
  const uint64_t count = in.varint(kMostBlocks);
  std::vector<uint8_t> parts(count + 1, 0);
  for (size_t i = 0; i < count && !in.failed(); i += 2) {
    const uint64_t byte = in.fixed(1);
    parts[i] = byte & 15;
    parts[i + 1] = static_cast<uint8_t>(byte >> 4);
    in.require((byte & 0x88) == 0 && (i + 1 < count || parts[i + 1] == 0));
  }
  for (size_t i = 0; i < count && !in.failed(); ++i) {
    const auto part = [&](uint64_t bit) {
      if ((parts[i] & bit) == 0) return uint32_t{0};
      const auto hash = static_cast<uint32_t>(in.fixed(kShortHash));
      in.require(hash != 0);
      return hash;
    };
    Block block{.words = static_cast<uint32_t>(in.fixed(4))};
    block.numbers = part(kHasNumbers);
    block.dates = part(kHasDates);
    block.links = part(kHasLinks);
    sketch.blocks.push_back(block);
  }
  in.require(in.left() == 0);
  if (in.failed()) return fail("the sketch of a page is damaged");
  return sketch;
}

}  // namespace freshet::change
