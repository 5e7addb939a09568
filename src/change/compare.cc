#include "change/compare.h"

namespace freshet::change {
namespace {

// A page may have grown to four times the blocks of a sketch and still be compared at the level of
// the old one; what is beyond is one block.
constexpr size_t kMostCompared = 4 * Sketch::kMostBlocks;

Version version_at(const Fetched& fetched, int level) {
  return {.body = fetched.body,
          .simhash = digest::simhash_of_text(fetched.text),
          .sketch = sketch_at(fetched.text, level)};
}

VolatileMask::Verdict judge(const Sketch& before, const Sketch& now, const Fetched& fetched,
                            VolatileMask& mask) {
  if (before.level == now.level) return mask.judge(before.blocks, now.blocks);
  const Sketch aligned = sketch_at(fetched.text, before.level, kMostCompared);
  return mask.judge(before.blocks, aligned.blocks);
}

}  // namespace

Version version_of(const Fetched& fetched) {
  return version_at(fetched, fitting_level(fetched.text));
}

Comparison compare(const Version& before, const Fetched& fetched, VolatileMask& mask,
                   const CompareRule& rule) {
  if (fetched.body == before.body) {
    mask.saw_same();
    return {.same = true, .share = 0, .now = before};
  }
  Comparison result;
  result.now = version_at(fetched, fitting_level(fetched.text, before.sketch.level));
  const bool has_text = !before.sketch.blocks.empty() && !result.now.sketch.blocks.empty();
  if (!has_text) {
    result.share = 1;
    return result;
  }
  const VolatileMask::Verdict verdict = judge(before.sketch, result.now.sketch, fetched, mask);
  result.share = verdict.share;
  switch (rule.level) {
    case Level::kBytes: result.same = false; break;
    case Level::kText: result.same = verdict.same; break;
    case Level::kNear:
      result.same = digest::distance(before.simhash, result.now.simhash) <= rule.near_bits;
      break;
  }
  return result;
}

}  // namespace freshet::change
