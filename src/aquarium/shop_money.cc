#include "aquarium/shop_money.h"

namespace freshet::aquarium {
namespace {

// Writes the number with a separator before every third digit from the right.
std::string grouped(uint64_t number, char separator) {
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, 1, separator);
  }
  return digits;
}

std::string two_digits(uint64_t number) {
  return std::to_string(100 + number % 100).substr(1);
}

}  // namespace

std::string_view currency(PriceStyle style) {
  switch (style) {
    case PriceStyle::kDollarAfter: return "USD";
    case PriceStyle::kEuroAfter: return "EUR";
    case PriceStyle::kWonBefore: break;
  }
  return "KRW";
}

std::string plain_amount(Money money) {
  if (money.style == PriceStyle::kWonBefore) return std::to_string(money.minor_units);
  return std::to_string(money.minor_units / 100) + "." + two_digits(money.minor_units);
}

std::string as_written(Money money) {
  const uint64_t whole = money.minor_units / 100;
  switch (money.style) {
    case PriceStyle::kDollarAfter:
      return grouped(whole, ',') + "." + two_digits(money.minor_units) + " USD";
    case PriceStyle::kEuroAfter:
      return grouped(whole, '.') + "," + two_digits(money.minor_units) + " €";
    case PriceStyle::kWonBefore: break;
  }
  return "₩" + grouped(money.minor_units, ',');
}

}  // namespace freshet::aquarium
