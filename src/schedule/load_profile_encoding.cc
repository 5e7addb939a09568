#include <bit>
#include <cmath>

#include "schedule/load_profile.h"

// version (1 byte), time of the last visit in microseconds since 1970 (8), for each hour of the
// week a bit whether it has numbers (21), then for each that has five numbers of 2 bytes: the upper
// half of a float. All little-endian, and as of the time of the last visit.
namespace freshet::schedule {
namespace {

constexpr char kVersion = 1;
constexpr size_t kBitmap = kHoursOfWeek / 8;
constexpr size_t kHead = 1 + 8 + kBitmap;
constexpr size_t kNumbers = 5;
constexpr float kForgotten = 1e-3F;  // visits: an hour with fewer is as good as never visited

// The upper half of a float, rounded to the nearest; what is already rounded stays as it is.
uint32_t half_of(double number) {
  return (std::bit_cast<uint32_t>(static_cast<float>(number)) + 0x8000) >> 16;
}

float from_half(uint32_t half) {
  return std::bit_cast<float>(half << 16);
}

void append_half(std::string& out, double number) {
  const uint32_t half = half_of(number);
  out.push_back(static_cast<char>(half & 0xFF));
  out.push_back(static_cast<char>(half >> 8));
}

uint64_t read_little(std::string_view bytes) {
  uint64_t value = 0;
  for (size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<uint8_t>(bytes[i]);
  return value;
}

float read_half(std::string_view bytes, size_t at) {
  return from_half(static_cast<uint32_t>(read_little(bytes.substr(at, 2))));
}

}  // namespace

void LoadProfile::encode(std::string& out) const {
  out.push_back(kVersion);
  const double age = std::log(now_) * kMemory.in_seconds();
  const auto last =
      static_cast<uint64_t>((origin_ + Duration::from_seconds(age)).unix_microseconds());
  for (int i = 0; i < 8; ++i) out.push_back(static_cast<char>(last >> (8 * i) & 0xFF));
  const size_t bitmap = out.size();
  out.append(kBitmap, '\0');
  for (const auto& [sums, hour] : hours_) {
    if (from_half(half_of(sums.visits / now_)) < kForgotten) continue;
    out[bitmap + hour / 8] = static_cast<char>(out[bitmap + hour / 8] | 1 << hour % 8);
    for (const float sum : {sums.visits, sums.failures, sums.first_byte, sums.transfer, sums.bytes})
      append_half(out, sum / now_);
  }
}

Result<LoadProfile> LoadProfile::decode(std::string_view bytes) {
  if (bytes.size() < kHead) return fail("a load profile is cut off");
  if (bytes[0] != kVersion) return fail("a load profile of an unknown version");
  LoadProfile profile;
  profile.origin_ =
      Instant::from_unix_microseconds(static_cast<int64_t>(read_little(bytes.substr(1, 8))));
  const std::string_view bitmap = bytes.substr(1 + 8, kBitmap);
  bytes.remove_prefix(kHead);
  profile.hours_.reserve(bytes.size() / (2 * kNumbers));
  for (size_t hour = 0; hour < kHoursOfWeek; ++hour) {
    if ((static_cast<uint8_t>(bitmap[hour / 8]) >> hour % 8 & 1) == 0) continue;
    if (bytes.size() < 2 * kNumbers) return fail("a load profile is cut off");
    for (size_t i = 0; i < kNumbers; ++i)
      if (const float number = read_half(bytes, 2 * i); !(number >= 0) || !std::isfinite(number))
        return fail("a load profile with a number that no visit gives");
    const Sums sums{.visits = read_half(bytes, 0),
                    .failures = read_half(bytes, 2),
                    .first_byte = read_half(bytes, 4),
                    .transfer = read_half(bytes, 6),
                    .bytes = read_half(bytes, 8)};
    if (sums.failures > sums.visits) return fail("a load profile with more failures than visits");
    profile.hours_.push_back({sums, static_cast<uint8_t>(hour)});
    profile.total_.add(sums, 1);
    bytes.remove_prefix(2 * kNumbers);
  }
  if (!bytes.empty()) return fail("a load profile with bytes after its end");
  return profile;
}

}  // namespace freshet::schedule
