#include "change/compact.h"
#include "change/volatile_mask.h"

namespace freshet::change {
namespace {

constexpr uint64_t kVersion = 2;

// The first byte of a place: three bits of score, three flags, two bits of kind.
constexpr uint64_t kScore = 0x07;
constexpr uint64_t kIsQuick = 0x08;
constexpr uint64_t kIsActive = 0x10;
constexpr int kKindAt = 6;
constexpr uint64_t kWasWider = 0x20;

// The byte after the places.
constexpr uint64_t kVersionCount = 0x03;
constexpr int kReturnsAt = 2;
constexpr uint64_t kReturnedQuickly = 0x20;
constexpr int kDoubtfulAt = 6;

}  // namespace

std::string VolatileMask::encode() const {
  std::string bytes;
  if (empty()) return bytes;
  internal::Writer out(bytes);
  out.fixed(kVersion, 1);
  out.fixed(places_.size(), 1);
  for (const Place& place : places_) {
    out.fixed(static_cast<uint64_t>(place.kind) << kKindAt | (place.active ? kIsActive : 0) |
                  (place.quick ? kIsQuick : 0) | (place.was_wider ? kWasWider : 0) | place.score,
              1);
    out.fixed(place.left, 4);
    if (place.kind != Kind::kBlocks) continue;
    out.fixed(place.right, 4);
    out.fixed(place.length, 1);
  }
  out.fixed(versions_.size() | uint64_t{returns_} << kReturnsAt |
                (returned_quickly_ ? kReturnedQuickly : 0) | uint64_t{doubtful_} << kDoubtfulAt,
            1);
  for (const uint32_t version : versions_) out.fixed(version, 4);
  out.fixed(requests_, 1);
  out.fixed(skips_, 1);
  return bytes;
}

Result<VolatileMask> VolatileMask::decode(std::string_view bytes) {
  VolatileMask mask;
  if (bytes.empty()) return mask;
  internal::Reader in(bytes);
  const uint64_t version = in.fixed(1);
  if (version != kVersion) {
    return fail("the mask of a page has format " + std::to_string(version) + ", not " +
                std::to_string(kVersion));
  }
  const uint64_t places = in.fixed(1);
  in.require(places <= kMostPlaces);
  for (uint64_t i = 0; i < places && !in.failed(); ++i) {
    const uint64_t head = in.fixed(1);
    Place place{.kind = static_cast<Kind>(head >> kKindAt),
                .active = (head & kIsActive) != 0,
                .quick = (head & kIsQuick) != 0,
                .was_wider = (head & kWasWider) != 0,
                .score = static_cast<uint8_t>(head & kScore),
                .left = static_cast<uint32_t>(in.fixed(4))};
    if (place.kind == Kind::kBlocks) {
      place.right = static_cast<uint32_t>(in.fixed(4));
      place.length = static_cast<uint8_t>(in.fixed(1));
    }
    const bool is_proven = place.kind == Kind::kDates || place.quick;
    in.require(place.length >= 1 && place.length <= kLongestRun);
    in.require(!place.was_wider || (place.kind == Kind::kBlocks && place.length < kLongestRun));
    in.require(place.score >= 1 && place.score <= kMostScore);
    in.require(place.active ? is_proven && place.score >= kScoreToStayMasked
                            : !is_proven || place.score < kScoreToMask);
    mask.places_.push_back(place);
  }
  const uint64_t counts = in.fixed(1);
  mask.returns_ = static_cast<uint8_t>(counts >> kReturnsAt & kMostReturns);
  mask.returned_quickly_ = (counts & kReturnedQuickly) != 0;
  mask.doubtful_ = static_cast<uint8_t>(counts >> kDoubtfulAt);
  for (uint64_t i = 0; i < (counts & kVersionCount) && !in.failed(); ++i) {
    mask.versions_.push_back(static_cast<uint32_t>(in.fixed(4)));
  }
  mask.requests_ = static_cast<uint8_t>(in.fixed(1));
  mask.skips_ = static_cast<uint8_t>(in.fixed(1));
  in.require(mask.requests_ <= kMostRequests && mask.skips_ < 1 << mask.requests_);
  in.require(in.left() == 0 && !mask.empty());
  if (in.failed()) return fail("the mask of a page is damaged");
  return mask;
}

}  // namespace freshet::change
