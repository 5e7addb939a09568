#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace freshet::postgres {

// Types of values, by their object ids in the catalogue of every PostgreSQL server.
enum class Type : uint32_t { kBytes = 17, kBigint = 20, kSmallint = 21, kInteger = 23 };

// Returns its name in SQL.
const char* name_of(Type type);

// Values of one type, which a statement gets as an array or one by one.
class Array {
 public:
  explicit Array(Type type) : type_(type) {}

  void add(int64_t value);           // for the types of numbers; it must fit
  void add(std::string_view bytes);  // for kBytes
  void add_null();

  Type type() const { return type_; }
  size_t size() const { return starts_.size(); }
  bool is_null(size_t at) const;
  // The binary format of a value, and of an array of the values from `begin` to `end`, excluded.
  std::string_view value(size_t at) const;
  std::string array(size_t begin, size_t end) const;

 private:
  size_t end_of(size_t at) const;

  Type type_;
  std::string elements_;  // each has its size (-1: NULL) in front, as in the format of arrays
  std::vector<size_t> starts_;
  bool has_null_ = false;
};

// The values of a statement's parameters $1, $2 and so on, in the binary format. The SQL must cast
// each to its type, for example $1::bigint.
class Parameters {
 public:
  Parameters& add(Type type, int64_t value);
  Parameters& add_bytes(std::string_view bytes);
  Parameters& add_array(const Array& array) { return add_array(array, 0, array.size()); }
  Parameters& add_array(const Array& array, size_t begin, size_t end);
  Parameters& add_value(const Array& array, size_t at);

  size_t size() const { return values_.size(); }
  // nullopt: NULL.
  const std::vector<std::optional<std::string>>& values() const { return values_; }

 private:
  std::vector<std::optional<std::string>> values_;
};

}  // namespace freshet::postgres
