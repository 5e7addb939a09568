#include "warc/record_id.h"

#include <sys/random.h>

#include <algorithm>
#include <bit>
#include <cerrno>

#include "result/check.h"

namespace freshet::warc {

RecordIds::RecordIds() {
  // A request for up to 256 bytes succeeds completely or fails (getrandom(2)).
  ssize_t got = -1;
  do {
    got = getrandom(state_.data(), sizeof state_, 0);
  } while (got < 0 && errno == EINTR);
  FRESHET_CHECK(got == ssize_t{sizeof state_}, "getrandom");
}

uint64_t RecordIds::next_bits() {
  const uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
  const uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

RecordId RecordIds::next() {
  constexpr char kDigits[] = "0123456789abcdef";
  constexpr std::string_view kStart = "<urn:uuid:";
  uint64_t high = next_bits();
  uint64_t low = next_bits();
  high = (high & ~uint64_t{0xF000}) | 0x4000;               // version 4
  low = (low & (~uint64_t{0} >> 2)) | (uint64_t{1} << 63);  // variant 10

  RecordId id;
  char* to = std::copy(kStart.begin(), kStart.end(), id.text.begin());
  for (int i = 0; i < 32; ++i) {
    if (i == 8 || i == 12 || i == 16 || i == 20) *to++ = '-';
    uint64_t& half = i < 16 ? high : low;
    half = std::rotl(half, 4);
    *to++ = kDigits[half & 15];
  }
  *to = '>';
  return id;
}

}  // namespace freshet::warc
