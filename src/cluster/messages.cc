#include "cluster/messages.h"

namespace freshet::cluster {
namespace {

std::string whole_seconds(Duration duration) {
  return std::to_string((duration + Duration::milliseconds(999)).in_whole_seconds()) + " s";
}

}  // namespace

Error name_is_taken(const TakenName& taken) {
  return {
      "an agent named \"" + taken.name + "\" is running on " + taken.host + " (last heartbeat " +
          whole_seconds(taken.silent) +
          " ago); choose another name with --name, or, if that process has ended, try again in " +
          whole_seconds(taken.lease),
      ErrorKind::kFenced};
}

Error session_has_ended(SessionId session) {
  return {"session " + std::to_string(session.value) +
              " has ended: its lease expired, it left the cluster, or another agent took its name",
          ErrorKind::kFenced};
}

Error does_not_coordinate() {
  return {"this agent does not coordinate the cluster (any longer)", ErrorKind::kFenced};
}

}  // namespace freshet::cluster
