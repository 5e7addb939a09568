#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "result/result.h"

namespace freshet::json {

// A JSON value. Strings are views into the Reader that made it, good until its next read().
// Asking for the wrong type gives nullopt (or an empty list), never an error: callers check what
// they need.
class Value {
 public:
  enum class Kind : uint8_t { kAbsent, kNull, kBool, kNumber, kString, kArray, kObject };

  Kind kind() const { return kind_; }
  bool is_absent() const { return kind_ == Kind::kAbsent; }
  bool is_null() const { return kind_ == Kind::kNull; }

  std::optional<bool> boolean() const;
  std::optional<double> number() const;
  std::optional<int64_t> integer() const;  // a number without a fraction
  std::optional<std::string_view> string() const;

  // Member of an object; kAbsent if there is none or this is no object.
  Value operator[](std::string_view key) const;
  // Elements of an array.
  std::vector<Value> elements() const;
  // Members of an object, in order.
  std::vector<std::pair<std::string_view, Value>> members() const;

 private:
  friend struct Access;
  // A simdjson::dom::element, kept out of this header.
  alignas(8) std::byte element_[16] = {};
  Kind kind_ = Kind::kAbsent;
};

// Reads one JSON text after another, reusing its memory. Lone surrogates in \u escapes become
// U+FFFD; invalid UTF-8 is an error.
class Reader {
 public:
  Reader();
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  Result<Value> read(std::string_view text);

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace freshet::json
