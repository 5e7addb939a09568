#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/shards.h"

namespace freshet::cluster {

// Values as the text format of PostgreSQL has them.

std::string text_of(double number);
std::string text_of(bool value);
std::string text_of(const store::ShardSet& shards);  // as an array
std::string text_of(const std::vector<std::string>& strings);

// An array of values that need no quotes.
class PostgresArray {
 public:
  void add(std::string_view value) { text_.append(text_.size() == 1 ? "" : ",").append(value); }
  template <typename Number>
  void add_number(Number number) {
    add(std::to_string(number));
  }
  std::string text() const { return text_ + '}'; }

 private:
  std::string text_ = "{";
};

// Reads an array of shards, or the list of a notification: numbers between other characters. What
// is not the number of a shard is left out.
store::ShardSet shards_in(std::string_view text);

}  // namespace freshet::cluster
