#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "extract/url_parts.h"

namespace freshet::extract {

// A piece of a URL that is the same in all URLs of a shape, or that varies.
struct ShapePiece {
  enum class Kind : uint8_t { kLiteral, kDigits, kText, kMaybeText, kValue };
  Kind kind = Kind::kLiteral;
  std::string literal;

  bool operator==(const ShapePiece&) const = default;
};
using ShapePieces = std::vector<ShapePiece>;

// What similar texts have in common, at boundaries of words: "sql-" and any text, for instance.
// `varying` is the kind of piece for what differs and is not only digits. A text alone is literal.
ShapePieces common_shape(const std::vector<std::string_view>& texts, ShapePiece::Kind varying);
// The text with its runs of digits as varying pieces.
ShapePieces shape_with_digits(std::string_view text);

// What similar URLs have in common.
struct UrlShape {
  std::string site;
  std::vector<ShapePieces> segments;
  struct Parameter {
    std::string name;
    ShapePieces value;
  };
  std::vector<Parameter> parameters;
};

// Returns the shape of URLs with the same site, number of segments and parameters; at least one.
// Segments that are a number in all of them are varying, except those that `near` has in the same
// place.
UrlShape common_shape(const std::vector<UrlParts>& urls, const UrlParts* near);

// The pieces of all of a shape.
ShapePieces pieces_of(const UrlShape& shape);
// The one varying piece that identifies a URL of the shape, as an index in pieces_of(): the only
// one, or the only number beside a text in one segment ("17-red-shoe"). nullopt: there is none.
std::optional<size_t> identifying_piece(const UrlShape& shape);

// Returns the regular expression of a shape. The piece `id` is the group "id".  What is in
// `excluded` in its place is matched without the group.
std::string pattern_of(const UrlShape& shape, std::optional<size_t> id = std::nullopt,
                       const std::vector<std::string>& excluded = {});

}  // namespace freshet::extract
