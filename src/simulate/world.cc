#include "simulate/world.h"

#include <algorithm>

namespace freshet::simulate {

World World::only(schedule::Site host) const {
  World part{.hosts = {hosts[host]}, .first_pages = {0}, .begins_current = begins_current};
  std::vector<schedule::Page> numbers(pages.size());
  for (size_t i = 0; i < pages.size(); ++i) {
    if (pages[i].site != host) continue;
    numbers[i] = static_cast<schedule::Page>(part.pages.size());
    part.pages.push_back(pages[i]);
    part.pages.back().site = 0;
    if (!paths.empty()) part.paths.push_back(paths[i]);
  }
  for (const Event& event : events) {
    if (pages[event.page].site != host) continue;
    part.events.push_back(event);
    part.events.back().page = numbers[event.page];
  }
  // In a synthetic world, each host has the whole time. A history begins and ends with the host's
  // events.
  part.start = begins_current || part.events.empty() ? start : part.events.front().at;
  part.end = begins_current || part.events.empty() ? end : part.events.back().at;
  return part;
}

std::vector<double> World::true_rates() const {
  constexpr double kMinLife = 1e-3;  // days; for pages that existed only for a moment
  std::vector<double> changes(pages.size());
  std::vector<double> days(pages.size());
  std::vector<Instant> since(pages.size(), begins_current ? start : Instant::never());
  for (const Event& event : events) {
    Instant& alive = since[event.page];
    switch (event.kind) {
      case Event::Kind::kAdded:
        if (alive == Instant::never()) alive = event.at;
        break;
      case Event::Kind::kModified: ++changes[event.page]; break;
      case Event::Kind::kDeleted:
        if (alive != Instant::never()) days[event.page] += (event.at - alive).in_days();
        alive = Instant::never();
        break;
    }
  }
  for (size_t i = 0; i < pages.size(); ++i) {
    if (since[i] != Instant::never()) days[i] += (end - since[i]).in_days();
    changes[i] /= std::max(days[i], kMinLife);
  }
  return changes;
}

}  // namespace freshet::simulate
