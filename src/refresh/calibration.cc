#include "refresh/calibration.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <sstream>

namespace freshet::refresh {
namespace {

size_t part_of(double believed) {
  return static_cast<size_t>(
      std::clamp(static_cast<int>(believed * Calibration::kParts), 0, Calibration::kParts - 1));
}

}  // namespace

void Calibration::saw(double believed, bool current) {
  believed = std::clamp(believed, 0.0, 1.0);
  Part& its = parts_[part_of(believed)];
  ++its.visits;
  its.believed += believed;
  its.current += current ? 1 : 0;
}

Calibration::Part Calibration::all() const {
  Part sum;
  for (const Part& part : parts_) {
    sum.visits += part.visits;
    sum.believed += part.believed;
    sum.current += part.current;
  }
  return sum;
}

double Calibration::corrected(double believed) const {
  constexpr double kDoubt = 30;  // weight, in visits, of the assumption that the belief is right
  const Part& part = parts_[part_of(believed)];
  const double off = (part.current - part.believed) / (part.visits + kDoubt);
  return std::clamp(believed + off, 0.0, 1.0);
}

double Calibration::expected_error() const {
  double variance = 0;
  uint64_t visits = 0;
  for (const Part& part : parts_) {
    if (part.visits == 0) continue;
    const double mean = part.believed / part.visits;
    variance += part.visits * mean * (1 - mean);
    visits += part.visits;
  }
  return visits == 0 ? 0 : std::sqrt(variance) / static_cast<double>(visits);
}

std::string Calibration::encode() const {
  std::string text;
  for (const Part& part : parts_) {
    char numbers[64];
    std::snprintf(numbers, sizeof numbers, "%s%u %.6f %u", text.empty() ? "" : " ", part.visits,
                  part.believed, part.current);
    text.append(numbers);
  }
  return text;
}

Result<Calibration> Calibration::decode(std::string_view text) {
  std::istringstream in{std::string(text)};
  Calibration calibration;
  for (Part& part : calibration.parts_) {
    in >> part.visits >> part.believed >> part.current;
    const bool makes_sense =
        part.believed >= 0 && part.believed <= part.visits + 1e-3 && part.current <= part.visits;
    if (!in || !makes_sense) return fail("not a calibration");
  }
  std::string rest;
  if (in >> rest) return fail("not a calibration");
  return calibration;
}

}  // namespace freshet::refresh
