#pragma once

namespace freshet::catalog {

// Of docs/formats/catalog.md: a target with another is made anew, and not searched before.
inline constexpr int kSchema = 4;

}  // namespace freshet::catalog
