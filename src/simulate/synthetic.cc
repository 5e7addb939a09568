#include "simulate/synthetic.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "schedule/load_profile.h"

namespace freshet::simulate {
namespace {

using Random = std::mt19937_64;

std::vector<double> weights_of(const SyntheticOptions& options, Random& random) {
  std::vector<double> weights(options.pages, 1);
  if (!options.zipf_weights) return weights;
  std::vector<uint32_t> places(options.pages);
  std::iota(places.begin(), places.end(), 1u);
  std::shuffle(places.begin(), places.end(), random);
  for (size_t i = 0; i < weights.size(); ++i) weights[i] = 1.0 / places[i];
  return weights;
}

void add_changes(World& world, schedule::Page page, double rate, const SyntheticOptions& options,
                 Random& random) {
  // As many as in the busiest hour, of which other hours keep their share.
  const double busiest = *std::max_element(options.rhythm.begin(), options.rhythm.end());
  const auto zone = static_cast<int64_t>(options.time_zones ? world.pages[page].site % 24 : 0);
  std::uniform_real_distribution<> uniform;
  std::exponential_distribution<> gap(rate * busiest);
  for (double day = gap(random); day < options.days; day += gap(random)) {
    const Instant at = world.start + Duration::from_seconds(day * 86'400);
    const int hour = schedule::hour_of_week(at + Duration::hours(zone));
    const double activity = options.rhythm[schedule::week_bin(hour)];
    if (activity < busiest && uniform(random) * busiest >= activity) continue;
    world.events.push_back(
        {.at = at, .page = page, .kind = Event::Kind::kModified, .size = 10'000});
  }
}

}  // namespace

Synthetic make_synthetic(const SyntheticOptions& options) {
  Random random(options.seed);
  Synthetic made;
  World& world = made.world;
  world.begins_current = true;
  world.start = Instant::from_unix_seconds(1'700'000'000);
  world.end = world.start + Duration::from_seconds(options.days * 86'400);
  const std::vector<double> weights = weights_of(options, random);
  std::normal_distribution<> normal;
  double host_part = 0;
  for (uint32_t i = 0; i < options.pages; ++i) {
    const auto site = static_cast<schedule::Site>(uint64_t{i} * options.hosts / options.pages);
    if (site == world.hosts.size()) {
      world.hosts.push_back("h" + std::to_string(site));
      world.first_pages.push_back(i);
      host_part = options.host_spread * normal(random);
    }
    const double rate =
        options.median_rate * std::exp(host_part + options.page_spread * normal(random));
    world.pages.push_back({.site = site, .weight = weights[i], .size = 10'000});
    made.truth.push_back({.rate = rate, .weight = weights[i]});
    add_changes(world, i, rate, options, random);
  }
  std::stable_sort(world.events.begin(), world.events.end(),
                   [](const Event& a, const Event& b) { return a.at < b.at; });
  return made;
}

}  // namespace freshet::simulate
