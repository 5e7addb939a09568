#include "crawl/item_reading.h"

#include <charconv>

#include "digest/fingerprint.h"

namespace freshet::crawl {
namespace {

constexpr std::string_view kItem = "item ";
constexpr std::string_view kList = "list ";

std::string hex(uint64_t number) {
  char text[17];
  return {text, std::to_chars(text, text + sizeof text, number, 16).ptr};
}

}  // namespace

std::string version_of(const ItemReading& item) {
  return std::string(kItem) + hex(item.rules) + " " + hex(digest::fingerprint(item.fields).value) +
         " " + hex(digest::fingerprint(item.records).value);
}

std::string version_of(const ListReading& list, const Candidates& candidates) {
  uint64_t sum = 0;
  for (const uint32_t item : list.items) sum += candidates[item].key.page.value;
  return std::string(kList) + std::to_string(list.items.size()) + " " + hex(sum);
}

std::optional<uint64_t> rules_in(std::string_view version) {
  if (!version.starts_with(kItem)) return std::nullopt;
  version.remove_prefix(kItem.size());
  uint64_t rules = 0;
  const auto read = std::from_chars(version.data(), version.data() + version.size(), rules, 16);
  if (read.ec != std::errc()) return std::nullopt;
  return rules;
}

}  // namespace freshet::crawl
