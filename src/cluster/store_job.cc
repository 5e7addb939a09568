#include "cluster/store_job.h"

namespace freshet::cluster {

Status store_job(Registry& registry, store::Store& store, const Job& job) {
  const store::Batch batch{.holding = store::Holding(),
                           .facts = {{collection::kRunControlFact, job.run_control.encode()}}};
  if (Status kept = store.commit(batch, store::Durability::kPower); !kept) return kept;
  return registry.set_job(job.encode(), job.kind == Job::Kind::kRun
                                            ? job.run_control.requests_per_second
                                            : std::optional<double>());
}

}  // namespace freshet::cluster
