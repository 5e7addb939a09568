#include "crawl/remembered.h"

#include <string>

#include "change/sketch.h"
#include "change/volatile_mask.h"

namespace freshet::crawl {
namespace {

// The sketch's length in two bytes, the sketch, the mask.
std::string encode(const change::Sketch& sketch, const change::VolatileMask& mask) {
  const std::string bytes = sketch.encode();
  std::string out;
  out.push_back(static_cast<char>(bytes.size() & 0xFF));
  out.push_back(static_cast<char>(bytes.size() >> 8));
  return out + bytes + mask.encode();
}

struct Remembered {
  change::Sketch sketch;
  change::VolatileMask mask;
};

// What cannot be read is as good as forgotten: the page then counts as changed if its bytes did.
Remembered decode(std::string_view bytes) {
  Remembered remembered;
  if (bytes.size() < 2) return remembered;
  const size_t size = static_cast<uint8_t>(bytes[0]) | size_t{static_cast<uint8_t>(bytes[1])} << 8;
  bytes.remove_prefix(2);
  if (size > bytes.size()) return remembered;
  if (auto sketch = change::Sketch::decode(bytes.substr(0, size))) {
    remembered.sketch = std::move(*sketch);
  }
  if (auto mask = change::VolatileMask::decode(bytes.substr(size))) {
    remembered.mask = std::move(*mask);
  }
  return remembered;
}

// In whatever order. Empty: there is nothing to compare by.
std::string names_of(const Candidates& candidates) {
  uint64_t sum = 0;
  for (size_t i = 0; i < candidates.size(); ++i) sum += candidates[i].key.page.value;
  return candidates.empty() ? "" : std::to_string(candidates.size()) + " " + std::to_string(sum);
}

}  // namespace

void compare(const Before* before, std::string_view text, const change::CompareRule& rule,
             Reading& reading) {
  const change::Fetched fetched{.body = reading.content, .text = text};
  if (before == nullptr) {
    reading.remembered = encode(change::version_of(fetched).sketch, {});
    return;
  }
  Remembered remembered = decode(before->remembered);
  const change::Version version{
      .body = before->content, .simhash = before->simhash, .sketch = std::move(remembered.sketch)};
  const change::Comparison compared = change::compare(version, fetched, remembered.mask, rule);
  reading.same = compared.same;
  reading.share = compared.share;
  reading.remembered = encode(compared.now.sketch, remembered.mask);
}

void compare_names(const Before* before, Reading& reading) {
  reading.remembered = names_of(reading.candidates);
  if (before == nullptr) return;
  const bool same_names = !reading.remembered.empty() && before->remembered == reading.remembered;
  reading.same = same_names || before->content == reading.content;
  reading.share = reading.same ? 0 : 1;
}

}  // namespace freshet::crawl
