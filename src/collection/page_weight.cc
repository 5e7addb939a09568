#include "collection/page_weight.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace freshet::collection {
namespace {

constexpr uint64_t kLeastCells = uint64_t{1} << 16;
constexpr uint64_t kMostCells = uint64_t{1} << 24;
// A full counter stays full, because the true count is not known.
constexpr uint16_t kFull = UINT16_MAX;

}  // namespace

InLinks::InLinks(uint64_t pages)
    : mask_(std::bit_ceil(std::clamp(2 * pages, kLeastCells, kMostCells)) - 1),
      first_(mask_ + 1),
      second_(mask_ + 1) {}

void InLinks::count(const store::PageLinks& links, bool more) {
  std::vector<uint64_t> targets;
  targets.reserve(links.to.size());
  for (const store::PageLinks::Target& target : links.to) {
    if (!target.nofollow && target.key != links.from) targets.push_back(target.key.page.value);
  }
  std::sort(targets.begin(), targets.end());
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
  const auto change = [more](uint16_t& cell) {
    if (cell == kFull || (!more && cell == 0)) return;
    cell = static_cast<uint16_t>(more ? cell + 1 : cell - 1);
  };
  for (const uint64_t target : targets) {
    change(first_[first_cell({target})]);
    change(second_[second_cell({target})]);
  }
}

uint32_t InLinks::to(store::PageId page) const {
  return std::min(first_[first_cell(page)], second_[second_cell(page)]);
}

double weight_of(const store::PageState& page, Importance importance, uint32_t in_links) {
  if (importance == Importance::kEqual) return 1;
  if (page.importance > 0) return page.importance;
  const double links = importance == Importance::kLinks ? std::log10(1.0 + in_links) : 0;
  return (1 + links) / (1 + page.depth);
}

WeightSource weight_source(const store::PageState& page, Importance importance) {
  if (importance == Importance::kEqual) return WeightSource::kEqual;
  if (page.importance > 0) return WeightSource::kRank;
  return importance == Importance::kLinks ? WeightSource::kLinks : WeightSource::kDepth;
}

}  // namespace freshet::collection
