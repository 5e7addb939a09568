#include "collection/site_presence.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "collection/fixed_bytes.h"
#include "digest/fingerprint.h"

namespace freshet::collection {
namespace {

constexpr int kNearlyTheSame = 3;  // bits of a simhash that may differ
constexpr Duration kProbeRefusingSitesAfter = Duration::days(30);
constexpr Duration kProbeOthersAfter = Duration::days(1);

constexpr size_t kFixedBytes = 1 + 8 + 1 + 8 + 3 * 8;
constexpr size_t kEntryBytes = 5;

}  // namespace

Likeness Likeness::of(const digest::Digest256& content, std::string_view title,
                      digest::Simhash64 text) {
  Likeness likeness{.title = digest::fingerprint(title).value, .text = text};
  std::memcpy(&likeness.content, content.bytes.data(), sizeof likeness.content);
  return likeness;
}

bool Likeness::is_like(const Likeness& other) const {
  if (content == other.content) return true;
  const bool has_text = text.bits != 0 && other.text.bits != 0;
  return has_text && title == other.title && distance(text, other.text) <= kNearlyTheSame;
}

bool Soft404Signature::may_be_probed(Instant now) const {
  const Duration wait = answer == Answer::kRefusal ? kProbeRefusingSitesAfter : kProbeOthersAfter;
  return !probed || now - *probed >= wait || now < *probed;
}

bool Soft404Signature::is_proof(Instant now) const {
  return answer == Answer::kContent && probed && now - *probed < kProbeRefusingSitesAfter;
}

bool Roll::knows(store::PageId page) const {
  const std::span known(entries_.data(), count_);
  return std::any_of(known.begin(), known.end(), [&](const Entry& entry) {
    return entry.page == static_cast<uint32_t>(page.value);
  });
}

void Roll::saw(store::PageId page, bool there) {
  const auto number = static_cast<uint32_t>(page.value);
  const auto end = entries_.begin() + static_cast<std::ptrdiff_t>(count_);
  auto place =
      std::find_if(entries_.begin(), end, [&](const Entry& entry) { return entry.page == number; });
  if (place == end) {
    if (count_ < kPages) ++count_;
    place = entries_.begin() + static_cast<std::ptrdiff_t>(count_) - 1;  // replaces the oldest
  }
  *place = {number, there};
  std::rotate(entries_.begin(), place, place + 1);
}

bool Roll::none_is_there() const {
  const std::span known(entries_.data(), count_);
  return count_ >= kFewest &&
         std::none_of(known.begin(), known.end(), [](const Entry& entry) { return entry.there; });
}

// A page that has been gone for long is no evidence about the site.
void SitePresence::saw(store::PageId page, bool there, bool was_there, Instant now) {
  if (there || was_there || roll.knows(page)) roll.saw(page, there);
  if (!roll.none_is_there())
    none_since.reset();
  else if (!none_since)
    none_since = now;
}

// The format is in docs/formats/state.md.
std::string SitePresence::encode() const {
  std::string out;
  write_number(out, roll.count_, 1);
  write_optional_time(out, none_since);
  write_number(out, static_cast<uint64_t>(soft_404_signature.answer), 1);
  write_optional_time(out, soft_404_signature.probed);
  write_number(out, soft_404_signature.likeness.content, 8);
  write_number(out, soft_404_signature.likeness.title, 8);
  write_number(out, soft_404_signature.likeness.text.bits, 8);
  for (size_t i = 0; i < roll.count_; ++i) {
    write_number(out, roll.entries_[i].page, 4);
    write_number(out, roll.entries_[i].there ? 1 : 0, 1);
  }
  return out;
}

SitePresence SitePresence::decode(std::string_view bytes) {
  if (bytes.size() < kFixedBytes) return {};
  SitePresence presence;
  presence.roll.count_ = read_number(bytes, 1);
  presence.none_since = read_optional_time(bytes);
  const uint64_t answer = read_number(bytes, 1);
  presence.soft_404_signature.probed = read_optional_time(bytes);
  presence.soft_404_signature.likeness.content = read_number(bytes, 8);
  presence.soft_404_signature.likeness.title = read_number(bytes, 8);
  presence.soft_404_signature.likeness.text.bits = read_number(bytes, 8);
  const bool is_whole = answer <= static_cast<uint64_t>(Soft404Signature::Answer::kContent) &&
                        presence.roll.count_ <= Roll::kPages &&
                        bytes.size() == presence.roll.count_ * kEntryBytes;
  if (!is_whole) return {};
  presence.soft_404_signature.answer = static_cast<Soft404Signature::Answer>(answer);
  for (size_t i = 0; i < presence.roll.count_; ++i) {
    presence.roll.entries_[i].page = static_cast<uint32_t>(read_number(bytes, 4));
    presence.roll.entries_[i].there = read_number(bytes, 1) != 0;
  }
  return presence;
}

}  // namespace freshet::collection
