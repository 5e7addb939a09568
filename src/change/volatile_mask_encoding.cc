#include "change/compact.h"
#include "change/volatile_mask.h"

namespace freshet::change {
namespace {

constexpr uint64_t kVersion = 1;

// Of a place's first byte; the rest is its score.
constexpr uint64_t kIsBlocks = 0x80;
constexpr uint64_t kIsActive = 0x40;

}  // namespace

std::string VolatileMask::encode() const {
  std::string bytes;
  if (empty()) return bytes;
  internal::Writer out(bytes);
  out.fixed(kVersion, 1);
  out.fixed(places_.size(), 1);
  for (const Place& place : places_) {
    const bool blocks = place.kind == Kind::kBlocks;
    out.fixed((blocks ? kIsBlocks : 0) | (place.active ? kIsActive : 0) | place.score, 1);
    out.fixed(place.left, 4);
    if (!blocks) continue;
    out.fixed(place.right, 4);
    out.fixed(place.length, 1);
  }
  out.fixed(versions_.size() | uint64_t{returns_} << 4, 1);
  for (const uint32_t version : versions_) out.fixed(version, 4);
  return bytes;
}

Result<VolatileMask> VolatileMask::decode(std::string_view bytes) {
  VolatileMask mask;
  if (bytes.empty()) return mask;
  internal::Reader in(bytes);
  const uint64_t version = in.fixed(1);
  if (version > kVersion) {
    return fail("the mask of a page was written by a later version of this program (format " +
                std::to_string(version) + ", known up to " + std::to_string(kVersion) + ")");
  }
  in.require(version == kVersion);
  const uint64_t places = in.fixed(1);
  in.require(places <= kMostPlaces);
  for (uint64_t i = 0; i < places && !in.failed(); ++i) {
    const uint64_t head = in.fixed(1);
    Place place{.kind = (head & kIsBlocks) != 0 ? Kind::kBlocks : Kind::kNumbers,
                .active = (head & kIsActive) != 0,
                .score = static_cast<uint8_t>(head & ~(kIsBlocks | kIsActive)),
                .length = 1,
                .left = static_cast<uint32_t>(in.fixed(4)),
                .right = 0};
    if (place.kind == Kind::kBlocks) {
      place.right = static_cast<uint32_t>(in.fixed(4));
      place.length = static_cast<uint8_t>(in.fixed(1));
    }
    in.require(place.length >= 1 && place.length <= kLongestRun);
    in.require(place.active ? place.score >= kTooLittle && place.score <= kMostScore
                            : place.score >= 1 && place.score < enough(place.kind));
    mask.places_.push_back(place);
  }
  const uint64_t counts = in.fixed(1);
  mask.returns_ = static_cast<uint8_t>(counts >> 4);
  in.require((counts & 15) <= kVersions && mask.returns_ <= kMostReturns);
  for (uint64_t i = 0; i < (counts & 15) && !in.failed(); ++i) {
    mask.versions_.push_back(static_cast<uint32_t>(in.fixed(4)));
  }
  in.require(in.left() == 0 && !mask.empty());
  if (in.failed()) return fail("the mask of a page is damaged");
  return mask;
}

}  // namespace freshet::change
