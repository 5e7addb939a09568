#include "aquarium/query_parameters.h"

#include <algorithm>

#include "aquarium/decimal.h"
#include "text/percent.h"

namespace freshet::aquarium {

QueryReader::QueryReader(std::string_view target)
    : rest_(target.substr(std::min(target.find('?'), target.size()))) {}

std::optional<QueryReader::Parameter> QueryReader::next() {
  if (rest_.empty()) return std::nullopt;
  rest_.remove_prefix(1);
  const size_t end = std::min(rest_.find('&'), rest_.size());
  const std::string_view pair = rest_.substr(0, end);
  rest_.remove_prefix(end);
  const size_t equals = pair.find('=');
  if (equals == std::string_view::npos) return Parameter{pair, {}};
  return Parameter{pair.substr(0, equals), pair.substr(equals + 1)};
}

std::string parameter(std::string_view target, std::string_view name) {
  QueryReader query(target);
  while (const auto pair = query.next()) {
    if (pair->name != name) continue;
    std::string value;
    for (size_t i = 0; i < pair->value.size(); ++i) {
      const int byte = text::escaped_byte(pair->value, i);
      value += byte >= 0 ? static_cast<char>(byte) : pair->value[i];
      if (byte >= 0) i += 2;
    }
    return value;
  }
  return {};
}

uint64_t number_parameter(std::string_view target, std::string_view name, uint64_t fallback) {
  const std::string text = parameter(target, name);
  std::string_view rest = text;
  const auto number = take_decimal(rest);
  return number && rest.empty() ? *number : fallback;
}

Instant instant_parameter(std::string_view target, std::string_view name, Instant fallback) {
  const uint64_t us = number_parameter(target, name, UINT64_MAX);
  if (us > static_cast<uint64_t>(kEndOfTime.unix_microseconds())) {
    return us == UINT64_MAX ? fallback : kEndOfTime;
  }
  return Instant::from_unix_microseconds(static_cast<int64_t>(us));
}

}  // namespace freshet::aquarium
