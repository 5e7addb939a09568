#pragma once

#include <string>

#include "cluster/registry.h"
#include "collection/answer.h"
#include "collection/command.h"
#include "result/result.h"
#include "store/store.h"
#include "url/canonical.h"

namespace freshet::cluster {

// Executes the commands that control a run (pause, resume, budget, seeds, stop) for all agents of a
// cluster: changes its job, which every agent follows within seconds. Pings are passed to the
// agents through the store. Returns an error for queries of the collection.
Result<collection::Answer> control(Registry& registry, store::Store& store,
                                   const url::CanonicalRules& canonical,
                                   const collection::Command& command);

}  // namespace freshet::cluster
