#include "change/compare.h"

#include "change/pieces.h"

namespace freshet::change {
namespace {

// A page that grew is compared at the level of its old sketch as long as it has at most four times
// the blocks of a sketch. What is beyond that becomes one block.
constexpr size_t kMostCompared = 4 * Sketch::kMostBlocks;

using internal::Piece;

Version version_at(const Fetched& fetched, std::span<const Piece> pieces, int level) {
  return {.body = fetched.body,

          .metadata = fetched.metadata,
          .sketch = sketch_at(pieces, level)};
}

VolatileMask::Verdict judge(const Sketch& before, const Sketch& now, std::span<const Piece> pieces,
                            Duration gap, VolatileMask& mask) {
  if (before.level == now.level) return mask.judge(before.blocks, now.blocks, gap);
  const Sketch aligned = sketch_at(pieces, before.level, kMostCompared);
  return mask.judge(before.blocks, aligned.blocks, gap);
}

bool differs_in_metadata(const Version& before, const Fetched& fetched) {
  return before.metadata != 0 && before.metadata != fetched.metadata;
}

}  // namespace

bool CompareRule::counts(DifferenceKind kind) const {
  switch (kind) {
    case DifferenceKind::kNone: return false;
    case DifferenceKind::kText: return text_counts;
    case DifferenceKind::kLinks: return links_count;
    case DifferenceKind::kMetadata: return metadata_counts;
    case DifferenceKind::kBytes: return true;
  }
  return true;
}

Version version_of(const Fetched& fetched) {
  const std::vector<Piece> pieces = internal::pieces_of(fetched.lines);
  return version_at(fetched, pieces, fitting_level(pieces));
}

Comparison compare(const Version& before, const Fetched& fetched, Duration gap, VolatileMask& mask,
                   const CompareRule& rule) {
  Comparison result;
  if (fetched.body == before.body) {
    result.doubts = mask.saw_same(gap);
    result.now = before;
    result.now.metadata = fetched.metadata;
    // Metadata may come from header fields, which can change while the body stays the same.
    if (differs_in_metadata(before, fetched)) result.kind = DifferenceKind::kMetadata;
    result.same = !rule.counts(result.kind);
    return result;
  }
  const std::vector<Piece> pieces = internal::pieces_of(fetched.lines);
  result.now = version_at(fetched, pieces, fitting_level(pieces, before.sketch.level));
  if (before.sketch.blocks.empty() || result.now.sketch.blocks.empty()) {
    const bool has_text = !before.sketch.blocks.empty() || !result.now.sketch.blocks.empty();
    result.kind = has_text ? DifferenceKind::kText : DifferenceKind::kBytes;
    result.same = false;
    result.share = 1;
    return result;
  }
  const VolatileMask::Verdict verdict = judge(before.sketch, result.now.sketch, pieces, gap, mask);
  result.needs_quick_visit = verdict.needs_quick_visit;
  result.proves_noise = verdict.proves_noise;
  result.doubts = verdict.doubts;
  if (verdict.text > 0) {
    result.kind = DifferenceKind::kText;
    result.share = verdict.text;
  } else if (verdict.links > 0) {
    result.kind = DifferenceKind::kLinks;
    result.share = verdict.links;
  } else if (differs_in_metadata(before, fetched)) {
    result.kind = DifferenceKind::kMetadata;
  }
  result.same = !rule.counts(result.kind);
  result.doubts.is_doubtful &= !result.same;
  return result;
}

}  // namespace freshet::change
