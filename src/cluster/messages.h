#pragma once

#include <string>

#include "cluster/cluster_view.h"
#include "result/result.h"

namespace freshet::cluster {

// The errors of the kind kFenced that registries return, which are the same for all of them.

struct TakenName {
  std::string name;
  std::string host;
  Duration silent;
  Duration lease;  // that remains
};
Error name_is_taken(const TakenName& taken);
Error session_has_ended(SessionId session);
Error does_not_coordinate();

}  // namespace freshet::cluster
