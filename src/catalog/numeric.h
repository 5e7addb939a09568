#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace freshet::catalog {

// Encodes a decimal number ("-12.50", "1e3") as PostgreSQL's binary format of the type numeric. The
// number of digits after the point is kept. Returns nullopt if the text is not a number or has more
// than 1,000 digits, also those that its exponent adds.
std::optional<std::string> numeric_of(std::string_view decimal);

}  // namespace freshet::catalog
