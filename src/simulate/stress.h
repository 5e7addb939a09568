#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simulate/world.h"

namespace freshet::simulate {

// What the pages of a section do.
enum class StressKind : uint8_t {
  kSteady,        // each page changes at a constant rate of its own
  kBatches,       // now and then a random share of the pages changes at one moment
  kRedesign,      // quiet for long, then all pages change at one moment, once
  kPartRedesign,  // the same for a random subset of the pages
  kDying,         // the pages are deleted, at once or over weeks
  kBornAtOnce,    // all pages are added at one moment; then quiet, or busy at first and then silent
  kSwitching,     // quiet pages become busy or busy pages quiet, one by one or all together
  kSeasons,       // the rates rise and fall with a period of weeks or months
  kNightly,       // a share of the pages changes every night at the same time
  kAdverts,       // every page changes many times a day
  kYoung,         // pages keep being added, change often on their first days, then never again
};
constexpr size_t kStressKinds = 11;
std::string_view name_of(StressKind kind);

struct StressSection {
  StressKind kind = StressKind::kSteady;
  std::string name;                   // what was drawn, such as "redesign on day 210"
  std::vector<schedule::Page> pages;  // all of one host; in rising order
  // When the one thing happens that happens at once: a redesign, birth, death, switch.
  std::optional<Instant> moment;
};

// A world that a policy may find hard, and the budget to visit it with.
struct StressWorld {
  // "2 hosts, 1,840 pages, 512 days, 0.031 visits a page and day: redesign on day 210 (612), ..."
  std::string name;
  World world;
  double visits_per_page_day = 0;  // log-uniform in [0.01, 1)
  std::vector<StressSection> sections;
};

struct StressOptions {
  uint64_t seed = 1;
  // Bounds for the number of pages (log-uniform). With a thousand pages, what one order of visits
  // gains over another by luck is less than a point of freshness.
  uint32_t least_pages = 1'000;
  uint32_t most_pages = 3'000;
};

// Draws a world of one to four hosts. Seeds that are multiples of three have sections of one kind
// only, the kinds in turn, so that 33 seeds in a row have every kind alone; all other seeds mix two
// to eight sections. The sections of a host are shuffled: the number of a page tells nothing.
//
// A world lasts 250 to 700 days, and at least 5 visits a page. Its pages are not known at the
// start; the first visits, which are the same under every policy, fit into the first fifth of the
// time, which is not measured. All weights are equal.
StressWorld make_stress(const StressOptions& options);

}  // namespace freshet::simulate
