#include "schedule/objective.h"

#include <algorithm>
#include <charconv>
#include <string>

namespace freshet::schedule {
namespace {

double* part_named(Objective& objective, std::string_view name) {
  if (name == "freshness") return &objective.freshness;
  if (name == "harmonic") return &objective.harmonic;
  if (name == "age") return &objective.age;
  if (name == "changes") return &objective.changes;
  if (name == "staleness") return &objective.staleness;
  return nullptr;
}

}  // namespace

Result<Objective> objective_named(std::string_view text) {
  if (text == "default") return Objective{.freshness = 1, .harmonic = 0.3};
  Objective objective{.freshness = 0};
  double sum = 0;
  while (!text.empty()) {
    const std::string_view item = text.substr(0, text.find(','));
    text.remove_prefix(std::min(item.size() + 1, text.size()));
    const size_t equals = std::min(item.find('='), item.size());
    double* part = part_named(objective, item.substr(0, equals));
    if (part == nullptr) {
      return fail("an objective is made of freshness, harmonic, age, changes and staleness, not " +
                  std::string(item));
    }
    *part = 1;
    if (equals < item.size()) {
      const char* end = item.data() + item.size();
      const auto read = std::from_chars(item.data() + equals + 1, end, *part);
      if (read.ec != std::errc() || read.ptr != end || !(*part >= 0 && *part <= 1e9)) {
        return fail("a weight from 0 up is missing in " + std::string(item));
      }
    }
    sum += *part;
  }
  if (sum <= 0) return fail("an objective needs a weight above 0, as in freshness,harmonic=0.3");
  return objective;
}

}  // namespace freshet::schedule
