#pragma once

#include <optional>
#include <vector>

#include "store/batch.h"

namespace freshet::store {

// What is left to write of a batch that writes some keys several times.

struct PageWrite {
  const PageState* page;
  // next_visit of the stored state that this one replaces; never() if there is none or it had none.
  // nullopt: it is not known and is read from the store.
  std::optional<Instant> was_due;
  // It is of Batch::admitted: the store does not have the page, unless the batch is repeated.
  bool is_admission;
};

// Returns the pages of a batch, each once, in the order of their keys.
std::vector<PageWrite> page_writes(const Batch& batch);

// Returns the unadmitted URLs of a batch that it does not admit, each once, in the order of their
// keys.
std::vector<const UnadmittedUrl*> unadmitted_writes(const Batch& batch);

// Returns the keys of Batch::admitted, in order; a key may occur twice.
std::vector<PageKey> admitted_keys(const Batch& batch);

}  // namespace freshet::store
