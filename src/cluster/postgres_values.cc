#include "cluster/postgres_values.h"

#include <array>
#include <charconv>

namespace freshet::cluster {

std::string text_of(double number) {
  std::array<char, 32> digits{};
  const char* end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  return std::string(digits.data(), static_cast<size_t>(end - digits.data()));
}

std::string text_of(bool value) {
  return value ? "true" : "false";
}

std::string text_of(const store::ShardSet& shards) {
  PostgresArray array;
  for (int shard = 0; shard < store::kShards; ++shard) {
    if (shards.contains(static_cast<store::ShardId>(shard))) array.add_number(shard);
  }
  return array.text();
}

std::string text_of(const std::vector<std::string>& strings) {
  PostgresArray array;
  for (const std::string& string : strings) {
    std::string quoted = "\"";
    for (const char c : string) {
      if (c == '"' || c == '\\') quoted += '\\';
      quoted += c;
    }
    array.add(quoted + '"');
  }
  return array.text();
}

store::ShardSet shards_in(std::string_view text) {
  store::ShardSet shards;
  const char* at = text.data();
  const char* end = at + text.size();
  while (at != end) {
    int shard = -1;
    const auto read = std::from_chars(at, end, shard);
    if (read.ec == std::errc() && shard >= 0 && shard < store::kShards) {
      shards.add(static_cast<store::ShardId>(shard));
    }
    at = read.ptr == at ? at + 1 : read.ptr;
  }
  return shards;
}

}  // namespace freshet::cluster
