#include "dom/pseudo_classes.h"

#include <algorithm>
#include <array>

#include "dom/selector_parser.h"

namespace freshet::dom {
namespace {

struct NamedState {
  std::string_view name;
  StateTest test;
};
constexpr NamedState kStates[] = {
    {"active", StateTest::kNever},        {"any-link", StateTest::kLink},
    {"checked", StateTest::kChecked},     {"disabled", StateTest::kDisabled},
    {"empty", StateTest::kEmpty},         {"enabled", StateTest::kEnabled},
    {"focus", StateTest::kNever},         {"focus-visible", StateTest::kNever},
    {"focus-within", StateTest::kNever},  {"hover", StateTest::kNever},
    {"link", StateTest::kLink},           {"root", StateTest::kRoot},
    {"scope", StateTest::kScope},         {"target", StateTest::kNever},
    {"target-within", StateTest::kNever}, {"visited", StateTest::kNever},
};

NthTest first(bool is_from_end, bool is_of_type) {
  const NthTable table = is_of_type ? (is_from_end ? NthTable::kLastOfType : NthTable::kOfType)
                                    : (is_from_end ? NthTable::kLastChild : NthTable::kChild);
  return {.is_from_end = is_from_end,
          .is_of_type = is_of_type,
          .step = 0,
          .offset = 1,
          .table = static_cast<uint16_t>(table),
          .of = {}};
}

template <size_t kCount>
bool has(const std::array<std::string_view, kCount>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

std::optional<StateTest> state_test(std::string_view name) {
  for (const NamedState& state : kStates) {
    if (state.name == name) return state.test;
  }
  return std::nullopt;
}

std::optional<std::vector<NthTest>> nth_test(std::string_view name) {
  std::vector<NthTest> tests;
  const bool is_of_type = name.ends_with("-of-type");
  if (!is_of_type && !name.ends_with("-child")) return std::nullopt;
  const std::string_view which = name.substr(0, name.find('-'));
  if (name != std::string(which) + (is_of_type ? "-of-type" : "-child")) return std::nullopt;
  if (which == "first" || which == "only") tests.push_back(first(false, is_of_type));
  if (which == "last" || which == "only") tests.push_back(first(true, is_of_type));
  if (tests.empty()) return std::nullopt;
  return tests;
}

bool is_function(std::string_view name) {
  constexpr std::array<std::string_view, 9> kNames = {
      "has",         "is",   "lang", "not", "nth-child", "nth-last-child", "nth-last-of-type",
      "nth-of-type", "where"};
  return has(kNames, name);
}

bool is_pseudo_element(std::string_view name) {
  constexpr std::array<std::string_view, 4> kNames = {"before", "after", "first-line",
                                                      "first-letter"};
  return has(kNames, name);
}

}  // namespace freshet::dom
