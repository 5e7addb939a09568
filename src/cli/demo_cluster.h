#pragma once

#include "cli/command.h"

namespace freshet::cli {

// The demo of a cluster: agents are processes of their own, and one of them is killed. Returns the
// exit status: 1 if something could not be started, or an agent ended by itself.
int run_demo_cluster(const Invocation& invocation, const DemoArguments& arguments);

}  // namespace freshet::cli
