#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace freshet::warc {

// A record id in the form of a field: "<urn:uuid:1f0c...>".
struct RecordId {
  std::array<char, 47> text;

  std::string_view view() const { return {text.data(), text.size()}; }
};

// Generates random UUIDs (RFC 9562, version 4). They are unique but predictable: the generator is
// xoshiro256++ (Blackman and Vigna, 2019), seeded with 256 random bits of the system. Not
// thread-safe.
class RecordIds {
 public:
  RecordIds();
  RecordId next();

 private:
  uint64_t next_bits();
  std::array<uint64_t, 4> state_;
};

}  // namespace freshet::warc
