#include "url/ip_address.h"

#include <algorithm>
#include <charconv>

#include "text/ascii.h"

namespace freshet::url {
namespace {

constexpr uint64_t kTooLarge = uint64_t{1} << 32;

bool all_digits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), text::is_digit);
}

// Parses a decimal number, a hexadecimal one with "0x" or an octal one with "0". Returns kTooLarge
// for any number of at least that value.
std::optional<uint64_t> parse_ipv4_number(std::string_view text) {
  if (text.empty()) return std::nullopt;
  int base = 10;
  if (text.size() >= 2 && text[0] == '0') {
    base = text::to_lower(text[1]) == 'x' ? 16 : 8;
    text.remove_prefix(base == 16 ? 2 : 1);
  }
  uint64_t number = 0;
  for (const char c : text) {
    const int digit = text::hex_digit(c);
    if (digit < 0 || digit >= base) return std::nullopt;
    number =
        std::min(kTooLarge, number * static_cast<uint64_t>(base) + static_cast<uint64_t>(digit));
  }
  return number;
}

void append_number(std::string& out, uint32_t number, int base) {
  char digits[10];
  const auto end = std::to_chars(digits, digits + sizeof digits, number, base).ptr;
  out.append(digits, static_cast<size_t>(end - digits));
}

// Parses the dotted form at the end of an IPv6 address: exactly four decimal bytes without leading
// zeros.
std::optional<uint32_t> parse_dotted(std::string_view text) {
  uint32_t address = 0;
  for (int part = 0; part < 4; ++part) {
    const size_t dot = text.find('.');
    if ((part < 3) != (dot != std::string_view::npos)) return std::nullopt;
    const std::string_view digits = text.substr(0, dot);
    if (digits.empty() || digits.size() > 3 || !all_digits(digits)) return std::nullopt;
    if (digits.size() > 1 && digits[0] == '0') return std::nullopt;
    uint32_t value = 0;
    for (const char c : digits) value = value * 10 + static_cast<uint32_t>(c - '0');
    if (value > 255) return std::nullopt;
    address = address << 8 | value;
    if (part < 3) text.remove_prefix(dot + 1);
  }
  return address;
}

}  // namespace

bool ends_in_number(std::string_view domain) {
  if (domain.ends_with('.')) domain.remove_suffix(1);
  const std::string_view last = domain.substr(domain.rfind('.') + 1);
  if (last.empty() || !text::is_digit(last[0])) return false;
  return all_digits(last) || (last.size() >= 2 && text::to_lower(last[1]) == 'x' &&
                              parse_ipv4_number(last).has_value());
}

std::optional<uint32_t> parse_ipv4(std::string_view text) {
  if (text.ends_with('.')) text.remove_suffix(1);
  uint64_t address = 0;
  for (int part = 0; part < 4; ++part) {
    const size_t dot = text.find('.');
    const auto number = parse_ipv4_number(text.substr(0, dot));
    if (!number) return std::nullopt;
    if (dot == std::string_view::npos) {
      // The last number fills the remaining bytes.
      const int bytes_left = 4 - part;
      if (*number >> (8 * bytes_left) != 0) return std::nullopt;
      return static_cast<uint32_t>(address << (8 * bytes_left) | *number);
    }
    if (*number > 255) return std::nullopt;
    address = address << 8 | *number;
    text.remove_prefix(dot + 1);
  }
  return std::nullopt;
}

void append_ipv4(std::string& out, uint32_t address) {
  for (int shift = 24; shift >= 0; shift -= 8) {
    append_number(out, address >> shift & 0xFF, 10);
    if (shift > 0) out += '.';
  }
}

std::optional<Ipv6> parse_ipv6(std::string_view text) {
  Ipv6 address = {};
  size_t piece = 0;
  std::optional<size_t> compress;  // index of the first piece after "::", which counts as a piece
  size_t i = 0;
  if (text.starts_with(':')) {
    if (!text.starts_with("::")) return std::nullopt;
    i = 2;
    compress = ++piece;
  }
  while (i < text.size()) {
    if (piece == 8) return std::nullopt;
    if (text[i] == ':') {
      if (compress) return std::nullopt;
      compress = ++piece;
      ++i;
      continue;
    }
    const size_t start = i;
    uint32_t value = 0;
    while (i < text.size() && i - start < 4 && text::hex_digit(text[i]) >= 0) {
      value = value << 4 | static_cast<uint32_t>(text::hex_digit(text[i++]));
    }
    if (i < text.size() && text[i] == '.') {
      if (i == start || piece > 6) return std::nullopt;
      const auto dotted = parse_dotted(text.substr(start));
      if (!dotted) return std::nullopt;
      address[piece++] = static_cast<uint16_t>(*dotted >> 16);
      address[piece++] = static_cast<uint16_t>(*dotted & 0xFFFF);
      break;
    }
    if (i < text.size() && (text[i] != ':' || ++i == text.size())) return std::nullopt;
    address[piece++] = static_cast<uint16_t>(value);
  }
  if (!compress) return piece == 8 ? std::optional(address) : std::nullopt;
  // The pieces after "::" move to the end; the pieces between become zero.
  Ipv6 full = {};
  std::copy_n(address.begin(), *compress, full.begin());
  std::copy_n(address.begin() + *compress, piece - *compress, full.end() - (piece - *compress));
  return full;
}

void append_ipv6(std::string& out, const Ipv6& address) {
  // The first longest run of two or more zero pieces becomes "::".
  size_t best = 8;
  size_t best_length = 1;
  for (size_t i = 0; i < 8; ++i) {
    size_t end = i;
    while (end < 8 && address[end] == 0) ++end;
    if (end - i > best_length) {
      best = i;
      best_length = end - i;
    }
    i = end;
  }
  out += '[';
  for (size_t i = 0; i < 8; ++i) {
    if (i == best) {
      out += i == 0 ? "::" : ":";
      i += best_length - 1;
      continue;
    }
    append_number(out, address[i], 16);
    if (i < 7) out += ':';
  }
  out += ']';
}

}  // namespace freshet::url
