#include <algorithm>

#include "frontier/traps.h"

namespace freshet::frontier {
namespace {

constexpr int kNearEqual = 3;  // bits

}  // namespace

SimilarPages::SimilarPages(uint32_t max_similar_pages, size_t max_patterns)
    : max_similar_pages_(std::max(max_similar_pages, uint32_t{2})),
      entries_((std::max(max_patterns, kPlaces) / kPlaces) * kPlaces) {}

size_t SimilarPages::first_place(uint64_t pattern) const {
  const size_t groups = entries_.size() / kPlaces;
  return (((pattern >> 32) * groups) >> 32) * kPlaces;  // the bits of patterns are well mixed
}

SimilarPages::Entry* SimilarPages::find(uint64_t pattern) {
  Entry* const first = &entries_[first_place(pattern)];
  for (Entry* entry = first; entry != first + kPlaces; ++entry) {
    if (entry->in_a_row > 0 && entry->pattern == pattern) return entry;
  }
  return nullptr;
}

SimilarPages::Entry& SimilarPages::place_for(uint64_t pattern) {
  Entry* const first = &entries_[first_place(pattern)];
  Entry* least = first;
  const auto worth = [this](const Entry& entry) {
    const uint64_t age = clock_ - entry.used_at;
    const uint64_t rank = entry.in_a_row == 0 ? 0 : entry.in_a_row < max_similar_pages_ ? 1 : 2;
    return (rank << 32) | (UINT32_MAX - age);
  };
  for (Entry* entry = first + 1; entry != first + kPlaces; ++entry) {
    if (worth(*entry) < worth(*least)) least = entry;
  }
  *least = {.pattern = pattern};
  return *least;
}

bool SimilarPages::add(uint64_t pattern, digest::Simhash64 simhash) {
  if (simhash.bits == 0) return is_trap(pattern);
  Entry* known = find(pattern);
  Entry& entry = known != nullptr ? *known : place_for(pattern);
  const bool is_alike = entry.in_a_row > 0 && digest::distance(entry.last, simhash) <= kNearEqual;
  entry.in_a_row = is_alike ? std::min(entry.in_a_row + 1, max_similar_pages_) : 1;
  entry.last = simhash;
  entry.used_at = ++clock_;
  return entry.in_a_row >= max_similar_pages_;
}

bool SimilarPages::is_trap(uint64_t pattern) {
  Entry* const entry = find(pattern);
  if (entry == nullptr) return false;
  entry->used_at = ++clock_;
  return entry->in_a_row >= max_similar_pages_;
}

}  // namespace freshet::frontier
