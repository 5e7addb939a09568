// Decodes any bytes as the history, mask and sketch that the store keeps of a page: the result is
// an error, or a value that encodes to the same bytes. Then compares the two halves of the input
// as two versions of a page: every field of the comparison stays within its bounds.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "change/compare.h"
#include "change/history.h"

namespace {

namespace change = freshet::change;
using freshet::Instant;

void require(bool condition) {
  if (!condition) std::abort();
}

void try_history(std::string_view input) {
  auto history = change::History::decode(input);
  if (!history) return;
  require(history->encode() == input);
  require(history->recent().size() <= change::History::kRecent);
  require(history->totals().changes <= history->totals().successes);
  // Any history that was decoded can record another visit.
  const Instant now = history->last_visit().value_or(Instant()) + freshet::Duration::days(1);
  require(history->sums(now).requests >= 0);
  history->record({.at = now, .changed = true, .size = input.size(), .last_modified = now});
  const auto again = change::History::decode(history->encode());
  require(again.has_value() && *again == *history);
}

void try_mask(std::string_view input) {
  auto mask = change::VolatileMask::decode(input);
  if (!mask) return;
  require(mask->encode() == input);
  const auto before =
      change::version_of({.body = {}, .lines = change::lines_of("one\n2\nthree\n")});
  const auto now = change::version_of({.body = {}, .lines = change::lines_of("one\n3\nfour\n")});
  mask->judge(before.sketch.blocks, now.sketch.blocks, freshet::Duration::days(1));
  mask->saw_same(freshet::Duration::seconds(1));
  const auto again = change::VolatileMask::decode(mask->encode());
  require(again.has_value() && *again == *mask);
}

void try_texts(std::string_view input) {
  // The first zero byte separates the two texts.
  const size_t end = input.find('\0');
  if (end == std::string_view::npos) return;
  auto old_lines = change::lines_of(input.substr(0, end));
  auto new_lines = change::lines_of(input.substr(end + 1));
  // The first byte of a line chooses the links of the line.
  for (auto* lines : {&old_lines, &new_lines}) {
    for (change::Line& line : *lines) {
      line.links = line.text.empty() ? 0 : static_cast<uint8_t>(line.text.front()) % 4;
    }
  }
  const change::Fetched before{.body = {}, .lines = old_lines};
  change::Fetched now{.body = {}, .lines = new_lines};
  now.body.bytes[0] = 1;
  change::VolatileMask mask;
  change::Version kept = change::version_of(before);
  for (int visit = 0; visit < 4; ++visit) {
    const auto comparison =
        change::compare(kept, visit % 2 == 0 ? now : before,
                        freshet::Duration::minutes(visit % 3 == 0 ? 1 : 1000), mask);
    require(comparison.share >= 0 && comparison.share <= 1);
    require(comparison.now.sketch.blocks.size() <= change::Sketch::kMostBlocks);
    require(!(comparison.same && old_lines.empty() != new_lines.empty()));
    const auto again = change::VolatileMask::decode(mask.encode());
    require(again.has_value() && *again == mask);
    kept = comparison.now;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  try_history(input);
  try_mask(input);
  try_texts(input);
  if (const auto sketch = change::Sketch::decode(input)) require(sketch->encode() == input);
  return 0;
}
