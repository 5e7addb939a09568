#pragma once

#include <cstdint>
#include <string_view>

#include "change/sketch.h"
#include "change/volatile_mask.h"
#include "digest/sha.h"
#include "digest/simhash.h"

namespace freshet::change {

// Whether a page is still the same, and if not, how much of it changed. Old texts are not kept: a
// version is remembered by digests.

enum class Level : uint8_t {
  kBytes,  // the same body, byte by byte
  kText,   // the same main text, but for what is different at every visit
  kNear,   // nearly the same main text
};

struct CompareRule {
  Level level = Level::kText;
  int near_bits = 3;  // of the 64 of a simhash, those that may differ for kNear
};

// What is kept of a version.
struct Version {
  digest::Digest256 body;
  digest::Simhash64 simhash;
  Sketch sketch;

  bool operator==(const Version&) const = default;
};

// What was fetched. Points to the text.
struct Fetched {
  digest::Digest256 body;  // SHA-256 of the bytes
  std::string_view text;   // the main text, a line a block; empty where there is none
};

Version version_of(const Fetched& fetched);

struct Comparison {
  bool same = false;
  // Of the blocks, those that differ and are not masked, 0 to 1. At kBytes and kNear it may be 0
  // for a page that counts as changed, and above 0 for one that does not.
  double share = 0;
  Version now;  // to be kept in place of the one before
};

// Compares what was fetched with the version before and teaches the mask. Of a body without text,
// bytes decide at every level. Linear in the text.
Comparison compare(const Version& before, const Fetched& fetched, VolatileMask& mask,
                   const CompareRule& rule = {});

}  // namespace freshet::change
