#include "change/sketch.h"

#include <algorithm>
#include <array>
#include <bit>

#include "change/compact.h"
#include "change/pieces.h"

namespace freshet::change {
namespace {

constexpr uint64_t kVersion = 1;
constexpr int kHighestLevel = 32;

using internal::mix;
using internal::Piece;
using internal::PieceReader;

// The highest level at which this line ends a group.
int ends_up_to(const Piece& piece) {
  return std::min(std::countr_zero(mix(piece.words, 2)), kHighestLevel);
}

uint32_t half(uint64_t hash) {
  return static_cast<uint32_t>(hash >> 32);
}

Block block_of(const Piece& group) {
  return {.words = half(mix(group.words, 3)),
          .numbers = group.numbers == 0 ? 0 : std::max<uint32_t>(1, half(mix(group.numbers, 3)))};
}

void join(Piece& group, const Piece& line) {
  group.words = mix(group.words, line.words);
  if (line.numbers != 0) group.numbers = std::max<uint64_t>(1, mix(group.numbers, line.numbers));
}

}  // namespace

int fitting_level(std::string_view text, int used) {
  std::array<size_t, kHighestLevel + 1> ends{};  // lines by the highest level they end
  PieceReader reader(text);
  for (Piece piece; reader.next(piece);) ++ends[static_cast<size_t>(ends_up_to(piece))];
  // Groups at a level: one for each line that ends one there, and one for what is left over.
  size_t groups = 1;
  int level = kHighestLevel;
  for (; level >= 0; --level) {
    groups += ends[static_cast<size_t>(level)];
    if (groups > Sketch::kMostBlocks + (level == 0 ? 1 : 0)) break;
  }
  const int finest = std::min(level + 1, kHighestLevel);
  return used == finest + 1 ? used : finest;
}

Sketch sketch_at(std::string_view text, int level, size_t most) {
  Sketch sketch{.level = level, .blocks = {}};
  Piece group;
  bool open = false;
  PieceReader reader(text);
  for (Piece line; reader.next(line);) {
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
  internal::Writer out(bytes);
  out.fixed(kVersion, 1);
  out.fixed(static_cast<uint64_t>(level), 1);
  out.varint(blocks.size());
  for (size_t i = 0; i < blocks.size(); i += 8) {
    uint64_t with_numbers = 0;
    for (size_t k = i; k < std::min(i + 8, blocks.size()); ++k) {
      if (blocks[k].numbers != 0) with_numbers |= uint64_t{1} << (k - i);
    }
    out.fixed(with_numbers, 1);
  }
  for (const Block& block : blocks) {
    out.fixed(block.words, 4);
    if (block.numbers != 0) out.fixed(block.numbers, 4);
  }
  return bytes;
}

Result<Sketch> Sketch::decode(std::string_view bytes) {
  internal::Reader in(bytes);
  const uint64_t version = in.fixed(1);
  if (version > kVersion) {
    return fail("the sketch of a page was written by a later version of this program (format " +
                std::to_string(version) + ", known up to " + std::to_string(kVersion) + ")");
  }
  Sketch sketch;
  sketch.level = static_cast<int>(in.fixed(1));
  in.require(version == kVersion && sketch.level <= kHighestLevel);
  const uint64_t count = in.varint(kMostBlocks);
  std::array<uint64_t, kMostBlocks / 8> with_numbers{};
  for (size_t i = 0; i < count; i += 8) {
    with_numbers[i / 8] = in.fixed(1);
    in.require(count - i >= 8 || with_numbers[i / 8] >> (count - i) == 0);
  }
  for (size_t i = 0; i < count && !in.failed(); ++i) {
    Block block{.words = static_cast<uint32_t>(in.fixed(4)), .numbers = 0};
    if ((with_numbers[i / 8] >> (i % 8) & 1) != 0) {
      block.numbers = static_cast<uint32_t>(in.fixed(4));
      in.require(block.numbers != 0);
    }
    sketch.blocks.push_back(block);
  }
  in.require(in.left() == 0);
  if (in.failed()) return fail("the sketch of a page is damaged");
  return sketch;
}

}  // namespace freshet::change
