#include "change/diff.h"

#include <algorithm>

namespace freshet::change::internal {
namespace {

bool same(const Block& a, const Block& b) {
  return a.words == b.words;
}

// Appends the matches of the two sequences; `at` is added to their positions on both sides.
void match_middle(std::span<const Block> before, std::span<const Block> now, size_t at,
                  std::vector<Match>& found) {
  // longest(i, j) is the length of the longest common subsequence of before[i..] and now[j..].
  const size_t width = now.size() + 1;
  std::vector<uint16_t> table((before.size() + 1) * width, 0);
  const auto longest = [&](size_t i, size_t j) -> uint16_t& { return table[i * width + j]; };
  for (size_t i = before.size(); i-- > 0;) {
    for (size_t j = now.size(); j-- > 0;) {
      longest(i, j) = same(before[i], now[j]) ? static_cast<uint16_t>(longest(i + 1, j + 1) + 1)
                                              : std::max(longest(i + 1, j), longest(i, j + 1));
    }
  }
  for (size_t i = 0, j = 0; i < before.size() && j < now.size();) {
    if (same(before[i], now[j])) {
      found.push_back({.old_at = at + i++, .new_at = at + j++});
    } else if (longest(i + 1, j) >= longest(i, j + 1)) {
      ++i;
    } else {
      ++j;
    }
  }
}

}  // namespace

std::vector<Match> matches(std::span<const Block> before, std::span<const Block> now) {
  std::vector<Match> found;
  const size_t shorter = std::min(before.size(), now.size());
  size_t head = 0;
  while (head < shorter && same(before[head], now[head])) {
    found.push_back({.old_at = head, .new_at = head});
    ++head;
  }
  size_t tail = 0;
  while (tail < shorter - head &&
         same(before[before.size() - 1 - tail], now[now.size() - 1 - tail])) {
    ++tail;
  }
  match_middle(before.subspan(head, before.size() - head - tail),
               now.subspan(head, now.size() - head - tail), head, found);
  for (size_t i = tail; i > 0; --i) {
    found.push_back({.old_at = before.size() - i, .new_at = now.size() - i});
  }
  return found;
}

}  // namespace freshet::change::internal
