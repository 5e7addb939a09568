#pragma once

#include <cstdint>
#include <span>

#include "change/line.h"
#include "change/sketch.h"
#include "change/volatile_mask.h"
#include "clock/instant.h"
#include "digest/sha.h"
#include "digest/simhash.h"

namespace freshet::change {

// Whether a page is still the same, and if not, what of it changed and how much. Old texts are not
// kept: a version is remembered by digests.

// What differs between two visits, the most telling first.
enum class DifferenceKind : uint8_t {
  kNone = 0,
  kText = 1,   // what a reader can see: text, titles, captions, alt texts
  kLinks = 2,  // targets of links, and nothing that a reader sees
  kMetadata =
      3,       // description, language, canonical address and the like, and neither text nor links
  kBytes = 4,  // the bytes of a body without text, such as an image
};

enum class Level : uint8_t {
  kBytes,  // every difference in the body's bytes counts
  kText,   // what differs at every visit does not count
  kNear,   // texts that are nearly the same do not count as different either
};

struct CompareRule {
  Level level = Level::kText;
  int near_bits = 3;  // of the 64 of a simhash, those that may differ for kNear
  // Which kinds count as a change for those who schedule visits. kBytes always counts.
  bool text_counts = true;
  bool links_count = true;
  bool metadata_counts = false;

  bool counts(DifferenceKind kind) const;
};

// What is kept of a version.
struct Version {
  digest::Digest256 body;
  digest::Simhash64 simhash;
  uint64_t metadata = 0;  // 0: not known
  Sketch sketch;

  bool operator==(const Version&) const = default;
};

// What was fetched. Points to the text.
struct Fetched {
  digest::Digest256 body;     // SHA-256 of the bytes
  digest::Simhash64 simhash;  // of the main text
  uint64_t metadata = 0;  // hash of what the page says of itself and does not show; 0: not known
  std::span<const Line> lines;  // all that a reader can see, with the title; none: not a text
};

Version version_of(const Fetched& fetched);

struct Comparison {
  DifferenceKind kind = DifferenceKind::kNone;
  bool same = true;  // nothing differs that counts by the rule
  // Of the blocks, those that differ and are not masked, 0 to 1; 0 for kMetadata.
  double share = 0;
  // Another visit, at once, would tell what differs at every visit from what was edited.
  bool needs_quick_visit = false;
  bool proves_noise = false;  // this visit has shown that something differs at every visit
  VolatileMask::Doubts doubts;
  Version now;  // to be kept in place of the one before
};

// Compares what was fetched with the version seen `gap` before, and teaches the mask. Linear in the
// text.
Comparison compare(const Version& before, const Fetched& fetched, Duration gap, VolatileMask& mask,
                   const CompareRule& rule = {});

}  // namespace freshet::change
