// freshet aquarium
#include <iostream>

#include "aquarium/aquarium.h"
#include "cli/command.h"
#include "cli/stop_signals.h"

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
