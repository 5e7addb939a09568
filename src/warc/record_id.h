#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace freshet::warc {

// "<urn:uuid:1f0c...>", as fields have it.
struct RecordId {
  std::array<char, 47> text;

  std::string_view view() const { return {text.data(), text.size()}; }
};

// Random UUIDs (RFC 9562, version 4). Unique, not secret: the generator is xoshiro256++ (Blackman
// and Vigna, 2019), begun with 256 bits from the system. For one thread.
class RecordIds {
 public:
  RecordIds();
  RecordId next();

 private:
  uint64_t next_bits();
  std::array<uint64_t, 4> state_;
};

}  // namespace freshet::warc
