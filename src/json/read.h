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

// A JSON value. It and its strings are valid until the next read() of the Reader that returned it.
// An accessor for another type than that of the value returns nullopt, an empty list or an absent
// value.
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

  // The member of an object. It is absent if the object has no such member, or this is no object.
  Value operator[](std::string_view key) const;
  // The elements of an array.
  std::vector<Value> elements() const;
  // The members of an object, in the order of the text.
  std::vector<std::pair<std::string_view, Value>> members() const;

 private:
  friend struct Access;
  // A simdjson::dom::element. As bytes, so that this header does not need that of simdjson.
  alignas(8) std::byte element_[16] = {};
  Kind kind_ = Kind::kAbsent;
};

// Parses JSON texts one after another and reuses its memory. Lone surrogates in \u escapes become
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
