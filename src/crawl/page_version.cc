#include "crawl/page_version.h"

#include <string>

#include "change/sketch.h"
#include "change/volatile_mask.h"
#include "collection/fixed_bytes.h"

namespace freshet::crawl {
namespace {

// What the store has of a version in addition to the page's state.
struct PageVersion {
  change::Sketch sketch;
  uint64_t metadata = 0;
  uint64_t links = 0;  // hash of the set of links
  change::VolatileMask mask;
};

// Format: the sketch's length (2 bytes), the sketch, hash of metadata (8), hash of links (8), the
// mask.
std::string encode(const PageVersion& version) {
  const std::string sketch = version.sketch.encode();
  std::string out;
  collection::write_number(out, sketch.size(), 2);
  out += sketch;
  collection::write_number(out, version.metadata, 8);
  collection::write_number(out, version.links, 8);
  return out + version.mask.encode();
}

// Data that cannot be read counts as unknown: the page then counts as changed if its bytes did.
PageVersion decode(std::string_view bytes) {
  PageVersion version;
  if (bytes.size() < 2) return version;
  const size_t size = collection::read_number(bytes, 2);
  if (size + 16 > bytes.size()) return version;
  auto sketch = change::Sketch::decode(bytes.substr(0, size));
  if (!sketch) return version;
  version.sketch = std::move(*sketch);
  bytes.remove_prefix(size);
  version.metadata = collection::read_number(bytes, 8);
  version.links = collection::read_number(bytes, 8);
  if (auto mask = change::VolatileMask::decode(bytes)) version.mask = std::move(*mask);
  return version;
}

// A hash that does not depend on the order. A link that may not be followed counts as a different
// link.
uint64_t links_of(const Reading& reading) {
  const Candidates& candidates = reading.candidates;
  uint64_t sum = candidates.size();
  for (size_t i = 0; i < candidates.size(); ++i) {
    const Candidate candidate = candidates[i];
    const bool may_be_followed = !candidate.nofollow && !reading.robots.nofollow;
    sum += may_be_followed ? candidate.key.page.value : ~candidate.key.page.value;
  }
  return sum;
}

// Returns an empty string if there is nothing to compare.
std::string names_of(const Candidates& candidates) {
  uint64_t sum = 0;
  for (size_t i = 0; i < candidates.size(); ++i) sum += candidates[i].key.page.value;
  return candidates.empty() ? "" : std::to_string(candidates.size()) + " " + std::to_string(sum);
}

}  // namespace

void compare(const Before* before, const Shown& shown, Instant at, const change::CompareRule& rule,
             Reading& reading) {
  const change::Fetched fetched{.body = reading.content,

                                .metadata = shown.metadata,
                                .lines = shown.lines};
  const uint64_t links = links_of(reading);
  if (before == nullptr) {
    reading.version = encode({.sketch = change::version_of(fetched).sketch,
                              .metadata = shown.metadata,
                              .links = links,
                              .mask = {}});
    return;
  }
  PageVersion kept = decode(before->version);
  const change::Version version{.body = before->content,

                                .metadata = kept.metadata,
                                .sketch = std::move(kept.sketch)};
  // A page that never had content is compared as after a very long time.
  const Duration since = at - before->at.value_or(Instant());
  change::Comparison compared = change::compare(version, fetched, since, kept.mask, rule);
  reading.same = compared.same;
  reading.difference = compared.kind;
  reading.share = compared.share;
  reading.needs_quick_visit = compared.needs_quick_visit;
  reading.proves_noise = compared.proves_noise;
  reading.doubts = compared.doubts;
  reading.same_links = kept.links == links;
  reading.version = encode({.sketch = std::move(compared.now.sketch),
                            .metadata = shown.metadata,
                            .links = links,
                            .mask = std::move(kept.mask)});
}

void compare_lists(const Before* before, Reading& reading) {
  reading.version = version_of(*reading.list, reading.candidates);
  if (before == nullptr) return;
  reading.same = before->version == reading.version || before->content == reading.content;
  reading.difference =
      reading.same ? change::DifferenceKind::kNone : change::DifferenceKind::kLinks;
  reading.share = reading.same ? 0 : 1;
}

void count_as_same(Reading& reading) {
  reading.same = true;
  reading.difference = change::DifferenceKind::kNone;
  reading.share = 0;
}

void compare_items(const Before* before, Reading& reading) {
  const ItemReading& item = *reading.item;
  if (item.is_match()) reading.version = version_of(item);
  if (before == nullptr) return;
  const bool is_comparable = item.is_match() && rules_in(before->version) == item.rules;
  reading.same = !is_comparable || before->version == reading.version;
  if (reading.same) return;
  reading.difference = change::DifferenceKind::kText;
  reading.share = 1;
}

void compare_names(const Before* before, Reading& reading) {
  reading.version = names_of(reading.candidates);
  if (before == nullptr) return;
  const bool same_names = !reading.version.empty() && before->version == reading.version;
  reading.same = same_names || before->content == reading.content;
  reading.difference =
      reading.same ? change::DifferenceKind::kNone : change::DifferenceKind::kLinks;
  reading.share = reading.same ? 0 : 1;
}

}  // namespace freshet::crawl
