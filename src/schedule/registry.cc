#include "schedule/registry.h"

#include "schedule/policies.h"

namespace freshet::schedule {
namespace {

std::unique_ptr<Policy> change_frequency(const PolicyContext&) {
  return make_change_frequency({});
}

const LoadProfile& profile_of(const LoadOf& load, Site site) {
  static const LoadProfile kNothingKnown;
  const LoadProfile* profile = load(site);
  return profile != nullptr ? *profile : kNothingKnown;
}

ServerOrderOptions by_the_hour(const PolicyContext& context) {
  ServerOrderOptions options;
  if (context.load) {
    options.load = [load = context.load](Site site) {
      return profile_of(load, site).by_hour_of_day(kUsualBytes);
    };
  }
  return options;
}

std::unique_ptr<Policy> staleness(const PolicyContext& context) {
  StalenessOptions options;
  if (context.load) {
    options.seconds_per_byte = [load = context.load](Site site, Instant now) {
      const HostLoad then = profile_of(load, site).at(hour_of_week(now));
      return then.visit_seconds(kUsualBytes) / static_cast<double>(kUsualBytes);
    };
  }
  return make_staleness(options);
}

}  // namespace

const std::vector<PolicyEntry>& policies() {
  using Context = PolicyContext;
  static const std::vector<PolicyEntry> kPolicies = {
      {"optimal", "the visit that is worth most under what is believed of each page",
       [](const Context& c) {
         return make_optimal({.objective = c.objective.value_or(OptimalOptions{}.objective),
                              .visits_per_page_day = c.visits_per_page_day});
       }},
      {"optimal-known", "the same, told the true rates: a yardstick",
       [](const Context& c) {
         // Rates that are known need no care for pages that only seem fast.
         const Objective own{.freshness = 1, .harmonic = 0.03};
         return make_optimal_known(c.objective.value_or(own), c.known_rates);
       },
       true},
      {"uniform", "every page in turn", [](const Context&) { return make_uniform(); }},
      {"nutch-adaptive", "Apache Nutch's intervals, from 30 days",
       [](const Context&) { return make_nutch_adaptive({}); }},
      {"nutch-adaptive-1d", "Apache Nutch's intervals, from one day",
       [](const Context&) { return make_nutch_adaptive({.first = Duration::days(1)}); }},
      {"stormcrawler-adaptive", "StormCrawler's intervals",
       [](const Context&) { return make_stormcrawler_adaptive(); }},
      {"staleness", "least staleness summed over a horizon of hours", staleness},
      // One rule under two names: a paper's baseline, and what everybody tries first.
      {"change-frequency", "as often as a page is thought to change", change_frequency},
      {"proportional", "the same", change_frequency},
      {"importance-order", "whoever weighs most",
       [](const Context&) { return make_importance_order({}); }},
      {"cycle", "groups of refresh cycles by changes a week",
       [](const Context& c) { return make_cycle({.east = c.east}); }},
      {"list-order", "whole sites in the order of a list",
       [](const Context& c) { return make_list_order(by_the_hour(c)); }},
      {"sorting", "whole sites by the load of the hour",
       [](const Context& c) { return make_sorting(by_the_hour(c)); }},
      {"mixed-sorting", "whole sites by a table of their best hours",
       [](const Context& c) { return make_mixed_sorting(by_the_hour(c)); }},
      {"relative-load", "whole sites by the load of the hour against their own best hours",
       [](const Context& c) { return make_relative_load(by_the_hour(c)); }},
  };
  return kPolicies;
}

const PolicyEntry* find_policy(std::string_view name) {
  for (const PolicyEntry& entry : policies()) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

}  // namespace freshet::schedule
