#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace freshet::http {

struct HeaderLimits {
  size_t max_count = 500;
  size_t max_bytes = 256 * 1024;  // names and values together
};

// Header fields in the order in which they were added. Names are compared without regard to case
// and may repeat. All text is in one block of memory; views into it are valid until the next
// change.
class HeaderMap {
 public:
  struct Field {
    std::string_view name;
    std::string_view value;

    bool operator==(const Field&) const = default;
  };

  class Iterator {
   public:
    Iterator(const HeaderMap& map, size_t at) : map_(&map), at_(at) {}
    Field operator*() const { return map_->field(at_); }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    bool operator==(const Iterator&) const = default;

   private:
    const HeaderMap* map_;
    size_t at_;
  };

  explicit HeaderMap(const HeaderLimits& limits = {}) : limits_(limits) {}

  // Returns false and adds nothing if the field would exceed the limits.
  bool add(std::string_view name, std::string_view value);

  // Returns the value of the first field with that name.
  std::optional<std::string_view> get(std::string_view name) const;
  std::vector<std::string_view> get_all(std::string_view name) const;
  // Returns all values of that name joined by ", ". For a list-valued field this means the same.
  std::optional<std::string> combined(std::string_view name) const;
  bool contains(std::string_view name) const { return get(name).has_value(); }

  size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  Field field(size_t index) const;
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, entries_.size()}; }

 private:
  // The name starts at `offset` in text_, and the value right after it.
  struct Entry {
    uint32_t offset;
    uint32_t name_length;
    uint32_t value_length;
  };

  std::string text_;
  std::vector<Entry> entries_;
  HeaderLimits limits_;
};

}  // namespace freshet::http
