#include "cli/demo_world.h"

namespace freshet::cli {

aquarium::WorldOptions demo_world(const DemoArguments& arguments) {
  using aquarium::ChangeKind;
  aquarium::WorldOptions world = *aquarium::profile("changing");
  world.seed = arguments.seed;
  world.hosts = arguments.hosts;
  world.pages_per_host = arguments.pages;
  world.page_bytes = 3'000;
  world.links_within = 20;
  world.latency = Duration();
  world.changes = aquarium::Mix<ChangeKind>()
                      .with(ChangeKind::kNever, 0.4)
                      .with(ChangeKind::kPoisson, 0.4)
                      .with(ChangeKind::kOfficeHours, 0.1)
                      .with(ChangeKind::kNightly, 0.1);
  world.changes_per_day = 0.3;
  return world;
}

}  // namespace freshet::cli
