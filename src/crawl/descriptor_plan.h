#pragma once

#include <cstddef>

#include "result/result.h"

namespace freshet::crawl {

// What the descriptors of a process are to be divided among.
struct DescriptorNeeds {
  size_t limit = 0;        // RLIMIT_NOFILE
  size_t open = 0;         // in use already
  size_t shards = 1;       // wanted
  size_t connections = 0;  // wanted, of all shards together
};

struct DescriptorPlan {
  size_t shards = 1;
  size_t connections = 0;  // of all shards together, at least one each
  size_t state_files = 0;  // of RocksDB, beside its log and folders

  // Fewer shards and connections than wanted where there are few descriptors; some are left over
  // for clients of the control socket, files that are read now and then, and the catalogue. An
  // error says how many are needed and how to get them.
  static Result<DescriptorPlan> make(const DescriptorNeeds& needs);

  // With nothing else open than the three standard streams.
  static size_t least_limit();
};

// Raises the soft limit towards the hard limit; the limit that holds then.
size_t raise_descriptor_limit();
size_t descriptor_limit();
size_t open_descriptors();

}  // namespace freshet::crawl
