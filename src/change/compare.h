#pragma once

#include <cstdint>
#include <span>

#include "change/line.h"
#include "change/sketch.h"
#include "change/volatile_mask.h"
#include "clock/instant.h"
#include "digest/sha.h"

namespace freshet::change {

// Decides whether a page is still the same, and if not, which part of it changed and how much. Old
// texts are not stored: a version is stored as digests.

// The kind of difference between two visits. If there are several, the first of these is reported.
enum class DifferenceKind : uint8_t {
  kNone = 0,
  kText = 1,      // what a reader can see: text, titles, captions, alt texts
  kLinks = 2,     // targets of links, and nothing that a reader sees
  kMetadata = 3,  // description, language, canonical URL and the like; neither text nor links
  kBytes = 4,     // the bytes of a body without text, such as an image
};

// Says which kinds of difference count as a change when visits are scheduled. kBytes always counts.
struct CompareRule {
  bool text_counts = true;
  bool links_count = true;
  bool metadata_counts = false;

  bool counts(DifferenceKind kind) const;
};

// What is stored of one version of a page.
struct Version {
  digest::Digest256 body;
  uint64_t metadata = 0;  // 0: not known
  Sketch sketch;

  bool operator==(const Version&) const = default;
};

// What a visit fetched. It does not own the text.
struct Fetched {
  digest::Digest256 body;       // SHA-256 of the bytes
  uint64_t metadata = 0;        // hash of what the page declares and does not show; 0: not known
  std::span<const Line> lines;  // all that a reader can see, with the title; none: not a text
};

Version version_of(const Fetched& fetched);

struct Comparison {
  DifferenceKind kind = DifferenceKind::kNone;
  bool same = true;  // there is no difference that counts by the rule
  // The share of blocks that differ and are not masked, 0 to 1; 0 for kMetadata.
  double share = 0;
  // A second visit right now would tell noise, which differs at every visit, from an edit.
  bool needs_quick_visit = false;
  bool proves_noise = false;  // this visit has shown that a part differs at every visit
  VolatileMask::Doubts doubts;
  Version now;  // to be stored in place of `before`
};

// Compares what was fetched with the version that was seen `gap` earlier, and updates the mask.
// Takes time linear in the length of the text.
Comparison compare(const Version& before, const Fetched& fetched, Duration gap, VolatileMask& mask,
                   const CompareRule& rule = {});

}  // namespace freshet::change
