#include "postgres/parameters.h"

namespace freshet::postgres {
namespace {

constexpr size_t kSizeBytes = 4;
constexpr int64_t kNull = -1;  // instead of the size of a value

void append_number(std::string& out, int64_t value, size_t bytes) {
  for (size_t shift = bytes * 8; shift > 0; shift -= 8) {
    out.push_back(static_cast<char>(static_cast<uint64_t>(value) >> (shift - 8)));
  }
}

size_t bytes_of(Type type) {
  switch (type) {
    case Type::kSmallint: return 2;
    case Type::kInteger: return 4;
    case Type::kBytes:
    case Type::kBigint: break;
  }
  return 8;
}

}  // namespace

const char* name_of(Type type) {
  switch (type) {
    case Type::kSmallint: return "smallint";
    case Type::kInteger: return "integer";
    case Type::kBytes: return "bytea";
    case Type::kBigint: break;
  }
  return "bigint";
}

void Array::add(int64_t value) {
  starts_.push_back(elements_.size());
  const size_t bytes = bytes_of(type_);
  append_number(elements_, static_cast<int64_t>(bytes), kSizeBytes);
  append_number(elements_, value, bytes);
}

void Array::add(std::string_view bytes) {
  starts_.push_back(elements_.size());
  append_number(elements_, static_cast<int64_t>(bytes.size()), kSizeBytes);
  elements_.append(bytes);
}

void Array::add_null() {
  starts_.push_back(elements_.size());
  append_number(elements_, kNull, kSizeBytes);
  has_null_ = true;
}

size_t Array::end_of(size_t at) const {
  return at + 1 < starts_.size() ? starts_[at + 1] : elements_.size();
}

bool Array::is_null(size_t at) const {
  // No value is as large as 2 GB, so only the size of NULL has its top bit set.
  return (static_cast<uint8_t>(elements_[starts_[at]]) & 0x80) != 0;
}

std::string_view Array::value(size_t at) const {
  const size_t start = starts_[at] + kSizeBytes;
  return std::string_view(elements_).substr(start, end_of(at) - start);
}

std::string Array::array(size_t begin, size_t end) const {
  std::string out;
  const bool is_empty = begin == end;
  const size_t first = is_empty ? 0 : starts_[begin];
  const size_t last = is_empty ? 0 : end_of(end - 1);
  out.reserve(20 + last - first);
  append_number(out, is_empty ? 0 : 1, 4);  // dimensions
  append_number(out, has_null_ ? 1 : 0, 4);
  append_number(out, static_cast<int64_t>(type_), 4);
  if (is_empty) return out;
  append_number(out, static_cast<int64_t>(end - begin), 4);
  append_number(out, 1, 4);  // the index of the first value
  out.append(elements_, first, last - first);
  return out;
}

Parameters& Parameters::add(Type type, int64_t value) {
  append_number(values_.emplace_back().emplace(), value, bytes_of(type));
  return *this;
}

Parameters& Parameters::add_bytes(std::string_view bytes) {
  values_.emplace_back(bytes);
  return *this;
}

Parameters& Parameters::add_array(const Array& array, size_t begin, size_t end) {
  values_.emplace_back(array.array(begin, end));
  return *this;
}

Parameters& Parameters::add_value(const Array& array, size_t at) {
  if (array.is_null(at))
    values_.emplace_back(std::nullopt);
  else
    values_.emplace_back(array.value(at));
  return *this;
}

}  // namespace freshet::postgres
