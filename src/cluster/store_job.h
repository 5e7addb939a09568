#pragma once

#include "cluster/job.h"
#include "cluster/registry.h"
#include "result/result.h"
#include "store/store.h"

namespace freshet::cluster {

// Stores a job, and with the collection the run control, which reports read there. The agents are
// notified.
Status store_job(Registry& registry, store::Store& store, const Job& job);

}  // namespace freshet::cluster
