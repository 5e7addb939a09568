#include "catalog/numeric.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "text/ascii.h"

namespace freshet::catalog {
namespace {

constexpr int kMostDigits = 1'000;
constexpr int kGroup = 4;  // digits are stored in groups of so many: to the base 10,000

// A number is 0.DIGITS * 10^point.
struct Decimal {
  bool is_negative = false;
  std::string digits;
  int point = 0;
  int scale = 0;  // digits after the point that are shown
};

std::string_view take_digits(std::string_view& text) {
  size_t end = 0;
  while (end < text.size() && text::is_digit(text[end])) ++end;
  const std::string_view digits = text.substr(0, end);
  text.remove_prefix(end);
  return digits;
}

std::optional<Decimal> parse(std::string_view text) {
  Decimal number;
  number.is_negative = text.starts_with('-');
  if (number.is_negative) text.remove_prefix(1);
  const std::string_view whole = take_digits(text);
  std::string_view fraction;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    fraction = take_digits(text);
  }
  int exponent = 0;
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    if (text.starts_with('+')) text.remove_prefix(1);
    const auto read = std::from_chars(text.data(), text.data() + text.size(), exponent);
    if (read.ec != std::errc()) return std::nullopt;
    text.remove_prefix(static_cast<size_t>(read.ptr - text.data()));
  }
  if (!text.empty() || whole.empty()) return std::nullopt;
  const auto digits = static_cast<int64_t>(whole.size() + fraction.size());
  if (digits + std::abs(int64_t{exponent}) > kMostDigits) return std::nullopt;
  number.digits.append(whole).append(fraction);
  number.point = static_cast<int>(whole.size()) + exponent;
  number.scale = std::max(0, static_cast<int>(fraction.size()) - exponent);
  return number;
}

// Removes zeros at both ends, and adds as many as make whole groups on both sides of the point.
void align(Decimal& number) {
  const size_t zeros = std::min(number.digits.find_first_not_of('0'), number.digits.size());
  number.digits.erase(0, zeros);
  number.point -= static_cast<int>(zeros);
  number.digits.erase(number.digits.find_last_not_of('0') + 1);
  if (number.digits.empty()) return;
  const int in_first = ((number.point % kGroup) + kGroup) % kGroup;
  if (in_first != 0) {
    number.digits.insert(0, static_cast<size_t>(kGroup - in_first), '0');
    number.point += kGroup - in_first;
  }
  while (number.digits.size() % kGroup != 0) number.digits += '0';
}

void append_16_bits(std::string& out, int value) {
  out += static_cast<char>(static_cast<unsigned>(value) >> 8);
  out += static_cast<char>(value);
}

}  // namespace

std::optional<std::string> numeric_of(std::string_view decimal) {
  auto number = parse(decimal);
  if (!number) return std::nullopt;
  align(*number);
  const bool is_zero = number->digits.empty();
  constexpr int kNegative = 0x4000;
  std::string out;
  append_16_bits(out, static_cast<int>(number->digits.size()) / kGroup);
  append_16_bits(out, is_zero ? 0 : number->point / kGroup - 1);
  append_16_bits(out, number->is_negative && !is_zero ? kNegative : 0);
  append_16_bits(out, number->scale);
  for (size_t at = 0; at < number->digits.size(); at += kGroup) {
    int group = 0;
    std::from_chars(&number->digits[at], &number->digits[at] + kGroup, group);
    append_16_bits(out, group);
  }
  return out;
}

}  // namespace freshet::catalog
