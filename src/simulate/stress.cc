#include "simulate/stress.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "simulate/stress_section.h"

namespace freshet::simulate {
namespace {

using schedule::Page;
using schedule::Site;

constexpr double kLeastBudget = 0.01;
constexpr double kMostBudget = 1;
constexpr double kLeastDays = 250;
constexpr double kMostDays = 700;
// With so many visits a page in all, the first visits fit into the fifth that is not measured.
constexpr double kVisits = 5;
// A section should be large enough for its pages to be compared with one another.
constexpr uint32_t kPagesForASection = 200;
constexpr uint64_t kMostSections = 8;
constexpr uint64_t kMostHosts = 4;
constexpr uint64_t kOneKindEvery = 3;  // seeds

std::vector<StressKind> draw_kinds(uint64_t seed, uint32_t pages, Chance& chance) {
  if (seed % kOneKindEvery == 0) {
    const auto kind = static_cast<StressKind>(seed / kOneKindEvery % kStressKinds);
    return std::vector<StressKind>(1 + chance.below(3), kind);
  }
  const uint64_t most = std::clamp<uint64_t>(pages / kPagesForASection, 2, kMostSections);
  std::vector<StressKind> kinds(2 + chance.below(most - 1));
  for (StressKind& kind : kinds) kind = static_cast<StressKind>(chance.below(kStressKinds));
  return kinds;
}

// The largest section is at most about twice the smallest.
std::vector<uint32_t> draw_sizes(size_t sections, uint32_t pages, Chance& chance) {
  std::vector<double> shares(sections);
  for (double& share : shares) share = chance.between(1, 2);
  const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
  std::vector<uint32_t> sizes;
  sizes.reserve(sections);
  for (const double share : shares) sizes.push_back(static_cast<uint32_t>(pages * share / sum));
  sizes.back() += pages - std::accumulate(sizes.begin(), sizes.end(), 0u);
  return sizes;
}

// Every host has a section.
std::vector<Site> draw_hosts(size_t sections, Chance& chance) {
  const uint64_t hosts = 1 + chance.below(std::min<uint64_t>(kMostHosts, sections));
  std::vector<Site> host_of;
  for (size_t i = 0; i < sections; ++i)
    host_of.push_back(static_cast<Site>(i < hosts ? i : chance.below(hosts)));
  std::sort(host_of.begin(), host_of.end());
  return host_of;
}

// Numbers the pages host by host; those of a host's sections are shuffled.
void place_pages(StressWorld& stress, const std::vector<Site>& host_of,
                 const std::vector<uint32_t>& sizes, Chance& chance) {
  World& world = stress.world;
  for (Site host = 0; host <= host_of.back(); ++host) {
    world.hosts.push_back("h" + std::to_string(host));
    world.first_pages.push_back(static_cast<Page>(world.pages.size()));
    std::vector<size_t> section_of;
    for (size_t i = 0; i < sizes.size(); ++i)
      if (host_of[i] == host) section_of.insert(section_of.end(), sizes[i], i);
    chance.shuffle(section_of);
    for (const size_t section : section_of) {
      stress.sections[section].pages.push_back(static_cast<Page>(world.pages.size()));
      world.pages.push_back({.site = host, .size = 10'000});
    }
  }
}

// Pages with an event at the same time, such as the start, come in a random order, so that hosts
// and sections are visited at the same pace from the first visit on.
void sort_events(World& world, Chance& chance) {
  std::vector<uint32_t> place(world.pages.size());
  std::iota(place.begin(), place.end(), 0u);
  chance.shuffle(place);
  std::stable_sort(world.events.begin(), world.events.end(), [&](const Event& a, const Event& b) {
    return a.at != b.at ? a.at < b.at : place[a.page] < place[b.page];
  });
}

std::string with_comma(size_t number) {
  const std::string digits = std::to_string(number);
  return digits.size() < 4
             ? digits
             : digits.substr(0, digits.size() - 3) + "," + digits.substr(digits.size() - 3);
}

std::string name_of(const StressWorld& stress) {
  const World& world = stress.world;
  std::array<char, 64> rest{};
  std::snprintf(rest.data(), rest.size(),
                "%.0f days, %.3f visits a page and day:", (world.end - world.start).in_days(),
                stress.visits_per_page_day);
  std::string name = std::to_string(world.hosts.size()) +
                     (world.hosts.size() == 1 ? " host, " : " hosts, ") +
                     with_comma(world.pages.size()) + " pages, " + rest.data();
  for (const StressSection& section : stress.sections) {
    name += &section == &stress.sections.front() ? " " : ", ";
    name += section.name + " (" + with_comma(section.pages.size()) + ")";
  }
  return name;
}

}  // namespace

std::string_view name_of(StressKind kind) {
  static constexpr std::array<std::string_view, kStressKinds> kNames = {
      "steady",    "batches", "redesign", "part redesign", "dying", "born at once",
      "switching", "seasons", "nightly",  "adverts",       "young"};
  return kNames[static_cast<size_t>(kind)];
}

StressWorld make_stress(const StressOptions& options) {
  Chance chance(options.seed);
  StressWorld stress;
  stress.visits_per_page_day = chance.log_uniform(kLeastBudget, kMostBudget);
  const double least_days =
      std::max(kLeastDays, std::min(kVisits / stress.visits_per_page_day, kMostDays));
  const double days = chance.between(least_days, kMostDays);
  // Midnight, so that the hours of nightly jobs are hours of the day.
  stress.world.start = Instant::from_unix_seconds(1'699'920'000);
  stress.world.end = stress.world.start + Duration::days(std::lround(days));

  const auto pages =
      static_cast<uint32_t>(chance.log_uniform(options.least_pages, options.most_pages));
  for (const StressKind kind : draw_kinds(options.seed, pages, chance))
    stress.sections.push_back({.kind = kind, .name = {}, .pages = {}, .moment = {}});
  const std::vector<uint32_t> sizes = draw_sizes(stress.sections.size(), pages, chance);
  place_pages(stress, draw_hosts(stress.sections.size(), chance), sizes, chance);
  for (StressSection& section : stress.sections) draw_section(section, stress.world, chance);
  sort_events(stress.world, chance);
  stress.name = name_of(stress);
  return stress;
}

}  // namespace freshet::simulate
