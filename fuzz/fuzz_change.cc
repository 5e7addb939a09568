// What is kept of a page between visits: any bytes give an error or a value, and a value has one
// form only. Read as two texts, the bytes can be compared, and the answer stays within its bounds.
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
  // Whatever it was, it goes on.
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
  const auto before = change::sketch_at("one\n2\nthree\n", 0);
  const auto now = change::sketch_at("one\n3\nfour\n", 0);
  mask->judge(before.blocks, now.blocks);
  mask->saw_same();
  const auto again = change::VolatileMask::decode(mask->encode());
  require(again.has_value() && *again == *mask);
}

void try_texts(std::string_view input) {
  // The first zero byte stands between two texts.
  const size_t end = input.find('\0');
  if (end == std::string_view::npos) return;
  const change::Fetched before{.body = {}, .text = input.substr(0, end)};
  change::Fetched now{.body = {}, .text = input.substr(end + 1)};
  now.body.bytes[0] = 1;
  change::VolatileMask mask;
  change::Version kept = change::version_of(before);
  for (int visit = 0; visit < 4; ++visit) {
    const auto comparison = change::compare(kept, visit % 2 == 0 ? now : before, mask);
    require(comparison.share >= 0 && comparison.share <= 1);
    require(comparison.now.sketch.blocks.size() <= change::Sketch::kMostBlocks);
    require(!(comparison.same && before.text.empty() != now.text.empty()));
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
