#include "simulate/experiments/shortest_collection.h"

#include <algorithm>
#include <cmath>

#include "simulate/experiments/simplex.h"

namespace freshet::simulate {
namespace {

constexpr double kPrecision = 0.01;  // hours
constexpr double kNothing = 1e-7;    // work left by rounding errors

}  // namespace

double undone_work(std::span<const LoadedServer> servers, size_t robots, double hours) {
  LinearProgram program;
  const auto add = [&](LinearProgram::Variable variable) {
    program.variables.push_back(std::move(variable));
    return program.variables.size() - 1;
  };
  // A row for each server: the work done and the work undone make up its work.
  for (size_t i = 0; i < servers.size(); ++i) {
    program.right.push_back(servers[i].work);
    program.start.push_back(add({.entries = {{i, 1}}, .cost = 1}));
  }
  // A row for each hour: busy and idle robots make up all robots. The last hour may be partial.
  for (size_t h = 0; static_cast<double>(h) < hours; ++h) {
    const double length = std::min(1.0, hours - static_cast<double>(h));
    const size_t row = program.right.size();
    program.right.push_back(length * static_cast<double>(robots));
    program.start.push_back(add({.entries = {{row, 1}}}));
    for (size_t i = 0; i < servers.size(); ++i)
      add({.entries = {{i, servers[i].rate(h)}, {row, 1}}, .upper = length});
  }
  return minimise(program).cost;
}

double shortest_collection(std::span<const LoadedServer> servers, size_t robots, double enough) {
  double too_short = 0;
  while (enough - too_short > kPrecision) {
    const double middle = (too_short + enough) / 2;
    (undone_work(servers, robots, middle) > kNothing ? too_short : enough) = middle;
  }
  return too_short;
}

}  // namespace freshet::simulate
