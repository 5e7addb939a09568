#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace freshet::aquarium {

// The currency of a shop, and how its pages write prices.
enum class PriceStyle : uint8_t {
  kDollarAfter,  // 1,234.50 USD
  kEuroAfter,    // 1.234,50 €
  kWonBefore,    // ₩12,500
};

// An amount in the smallest unit of its currency: cents, or won.
struct Money {
  uint64_t minor_units = 0;
  PriceStyle style = PriceStyle::kDollarAfter;

  bool operator==(const Money&) const = default;
};

std::string_view currency(PriceStyle style);  // ISO 4217: "USD"
std::string plain_amount(Money money);        // "1234.50"; won have no decimals
std::string as_written(Money money);          // UTF-8

}  // namespace freshet::aquarium
