// freshet aquarium
#include <iostream>

#include "aquarium/aquarium.h"
#include "cli/command.h"
#include "cli/stop_signals.h"
#include "settings/units.h"

namespace freshet::cli {
int run_aquarium(const Invocation& invocation, const AquariumArguments& arguments) {
  auto world = aquarium::profile(arguments.profile);
  if (!world) {
    return report_error(kExitUsage, "there is no profile \"" + arguments.profile +
                                        "\"; choose one of: " + std::string(aquarium::kProfiles));
  }
  world->seed = arguments.seed;
  if (arguments.hosts) world->hosts = *arguments.hosts;
  if (arguments.pages) world->pages_per_host = *arguments.pages;
  if (arguments.latency_seconds)
    world->latency = Duration::from_seconds(*arguments.latency_seconds);
  if (!arguments.redesign_at.empty()) {
    const auto us = settings::parse_duration(arguments.redesign_at);
    if (!us) {
      return report_error(kExitUsage, "--redesign-at: \"" + arguments.redesign_at +
                                          "\" is not a duration; write it like 36h or 10d");
    }
    world->redesign_at = Duration::microseconds(*us);
    world->redesign_share = arguments.redesign_share;
  }
  if (!arguments.recipe_file.empty() && !world->shop) {
    return report_error(kExitUsage, "--write-recipe: only --profile shop has a recipe");
  }
  aquarium::AquariumRun run{.json = invocation.json, .recipe_file = arguments.recipe_file};
  run.aquarium.world = *world;
  run.aquarium.address = arguments.address;
  run.aquarium.port = arguments.port;
  run.aquarium.port_in_urls = arguments.port_in_urls;
  run.aquarium.time_scale = arguments.time_scale;
  run.aquarium.log_file = arguments.log_file;
  run.aquarium.threads = arguments.threads;
  if (const Status sound = aquarium::check(*world); !sound) {
    return report_error(kExitUsage, sound.error().message);
  }
  watch_stop_signals();
  return aquarium::run_aquarium(run, stop_requested, std::cout, std::cerr);
}

}  // namespace freshet::cli
