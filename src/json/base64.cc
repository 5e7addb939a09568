#include "json/base64.h"

#include <array>
#include <cstdint>

namespace freshet::json {
namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr uint8_t kSpace = 64;
constexpr uint8_t kInvalid = 65;

constexpr std::array<uint8_t, 256> kValue = [] {
  std::array<uint8_t, 256> values{};
  values.fill(kInvalid);
  for (size_t i = 0; i < kAlphabet.size(); ++i) {
    values[static_cast<unsigned char>(kAlphabet[i])] = static_cast<uint8_t>(i);
  }
  for (const char c : {' ', '\t', '\r', '\n'}) values[static_cast<unsigned char>(c)] = kSpace;
  return values;
}();

}  // namespace

std::optional<std::string> base64_decode(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 3);
  uint32_t bits = 0;
  int count = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '=') {
      if (text.find_first_not_of("= \t\r\n", i) != std::string_view::npos) return std::nullopt;
      break;
    }
    const uint8_t value = kValue[static_cast<unsigned char>(text[i])];
    if (value == kSpace) continue;
    if (value == kInvalid) return std::nullopt;
    bits = bits << 6 | value;
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes += static_cast<char>(bits >> count & 0xFF);
    }
  }
  if (count == 6) return std::nullopt;  // a single character left over holds no byte
  return bytes;
}

std::string base64_encode(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const auto byte = [&](size_t at) -> uint32_t {
      return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0;
    };
    const uint32_t bits = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    text += kAlphabet[bits >> 18];
    text += kAlphabet[bits >> 12 & 63];
    text += i + 1 < bytes.size() ? kAlphabet[bits >> 6 & 63] : '=';
    text += i + 2 < bytes.size() ? kAlphabet[bits & 63] : '=';
  }
  return text;
}

}  // namespace freshet::json
