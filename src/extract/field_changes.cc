#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "extract/extract.h"
#include "json/raw.h"

namespace freshet::extract {
namespace {

using Members = std::vector<json::RawMember>;

// Values by name, to find them fast. The first of several members with one name counts.
std::map<std::string_view, std::string_view> by_name(const Members& members) {
  std::map<std::string_view, std::string_view> values;
  for (const json::RawMember& member : members) values.emplace(member.name, member.value);
  return values;
}

// A name with its values before and after; an empty value: it had none.
struct Pair {
  std::string_view name;
  std::string_view before;
  std::string_view after;
};

// Returns the members of both objects whose values differ: first in the order of `after`, then
// those that are gone.
std::vector<Pair> differing(std::string_view before, std::string_view after) {
  const Members old_members = json::raw_members(before);
  const Members new_members = json::raw_members(after);
  const auto old_values = by_name(old_members);
  const auto new_values = by_name(new_members);
  std::vector<Pair> pairs;
  for (const json::RawMember& member : new_members) {
    const auto old = old_values.find(member.name);
    const std::string_view old_value = old != old_values.end() ? old->second : std::string_view();
    if (old_value != member.value) pairs.push_back({member.name, old_value, member.value});
  }
  for (const json::RawMember& member : old_members) {
    if (!new_values.contains(member.name)) pairs.push_back({member.name, member.value, {}});
  }
  return pairs;
}

// Returns the rows, in their order, that `others` lacks. Equal rows are counted.
std::string rows_without(std::string_view rows, std::string_view others) {
  std::map<std::string_view, size_t> counts;
  for (const std::string_view row : json::raw_elements(others)) {
    ++counts[row];
  }
  std::string lacking;
  for (const std::string_view row : json::raw_elements(rows)) {
    const auto found = counts.find(row);
    if (found != counts.end() && found->second > 0) {
      --found->second;
    } else {
      lacking.append(lacking.empty() ? "[" : ",").append(row);
    }
  }
  return lacking.empty() ? lacking : lacking + "]";
}

}  // namespace

std::vector<FieldChange> field_changes(std::string_view fields_before,
                                       std::string_view records_before,
                                       std::string_view fields_after,
                                       std::string_view records_after) {
  std::vector<FieldChange> changes;
  for (const Pair& pair : differing(fields_before, fields_after)) {
    changes.push_back({std::string(pair.name), std::string(pair.before), std::string(pair.after)});
  }
  for (const Pair& pair : differing(records_before, records_after)) {
    FieldChange change{std::string(pair.name), rows_without(pair.before, pair.after),
                       rows_without(pair.after, pair.before)};
    if (!change.before.empty() || !change.after.empty()) changes.push_back(std::move(change));
  }
  return changes;
}

}  // namespace freshet::extract
