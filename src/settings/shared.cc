#include "settings/shared.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "settings/check.h"
#include "settings/table.h"
#include "settings/units.h"

namespace freshet::settings {
namespace {

constexpr std::array<std::string_view, 5> kLocalTables = {"data.", "log.", "warc.", "catalog.",
                                                          "cluster."};
constexpr std::array<std::string_view, 5> kLocalKeys = {"crawl.workers", "net.max_connections",
                                                        "net.max_bytes_in_flight", "net.ca_file",
                                                        "net.dns_servers"};

bool is_shared(const Key& key) {
  const bool is_of_local_table =
      std::any_of(kLocalTables.begin(), kLocalTables.end(),
                  [&](std::string_view table) { return key.name.starts_with(table); });
  return key.secret == Secret::kNothing && !is_of_local_table && !key.name.ends_with("_file") &&
         std::find(kLocalKeys.begin(), kLocalKeys.end(), key.name) == kLocalKeys.end();
}

std::string text_of(const Key& key, const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* integer = std::get_if<int64_t>(&value)) {
    return key.type == Type::kDuration ? format_duration(*integer) : std::to_string(*integer);
  }
  return show(key, value);
}

}  // namespace

std::map<std::string, std::string> shared_values(const Loaded& loaded) {
  std::map<std::string, std::string> values;
  for (const Key& key : table()) {
    if (loaded.origin(key.name) == "default" || !is_shared(key)) continue;
    values.emplace(key.name, text_of(key, key.get(loaded.values)));
  }
  return values;
}

std::vector<std::string> overrides_for(const Loaded& loaded,
                                       const std::map<std::string, std::string>& values) {
  std::vector<std::string> overrides;
  for (const Key& key : table()) {
    const auto value = values.find(std::string(key.name));
    if (value == values.end() || !is_shared(key)) continue;
    if (loaded.origin(key.name) == "default") {
      overrides.push_back(value->first + "=" + value->second);
    }
  }
  return overrides;
}

}  // namespace freshet::settings
