#include "cluster/process_name.h"

#include <unistd.h>

namespace freshet::cluster {

std::string process_name() {
  char machine[256] = {};
  gethostname(machine, sizeof machine - 1);
  return std::string(machine) + ", process " + std::to_string(getpid());
}

}  // namespace freshet::cluster
