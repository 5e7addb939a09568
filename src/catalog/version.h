#pragma once

namespace freshet::catalog {

// The version of the schema in docs/formats/catalog.md. A target with another version is rebuilt by
// the next conversion, and cannot be searched until then.
inline constexpr int kSchema = 4;

}  // namespace freshet::catalog
