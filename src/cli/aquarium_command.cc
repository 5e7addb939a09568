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
    return complain(kExitUsage, "no profile " + arguments.profile + ": there are " +
                                    std::string(aquarium::kProfiles));
  }
  world->seed = arguments.seed;
  if (arguments.hosts) world->hosts = *arguments.hosts;
  if (arguments.pages) world->pages_per_host = *arguments.pages;
  if (arguments.latency_seconds)
    world->latency = Duration::from_seconds(*arguments.latency_seconds);
  if (!arguments.redesign_at.empty()) {
    const auto us = settings::parse_duration(arguments.redesign_at);
    if (!us) {
      return complain(kExitUsage,
                      "--redesign-at: not a time, such as 36h or 10d: " + arguments.redesign_at);
    }
    world->redesign_at = Duration::microseconds(*us);
    world->redesign_share = arguments.redesign_share;
  }
  aquarium::AquariumRun run{.json = invocation.json};
  run.aquarium.world = *world;
  run.aquarium.port = arguments.port;
  run.aquarium.time_scale = arguments.time_scale;
  run.aquarium.log_file = arguments.log_file;
  run.aquarium.threads = arguments.threads;
  if (const Status sound = aquarium::check(*world); !sound) {
    return complain(kExitUsage, sound.error().message);
  }
  watch_stop_signals();
  return aquarium::run_aquarium(run, stop_was_asked, std::cout, std::cerr);
}

}  // namespace freshet::cli
