#pragma once

#include <cstddef>

#include "result/result.h"

namespace freshet::crawl {

// The demand for file descriptors, and how many there are.
struct DescriptorDemand {
  size_t limit = 0;        // RLIMIT_NOFILE
  size_t open = 0;         // already in use
  size_t workers = 1;      // wanted
  size_t connections = 0;  // wanted, of all workers together
};

struct DescriptorPlan {
  size_t workers = 1;
  size_t connections = 0;  // of all workers together, at least one each
  size_t state_files = 0;  // table files of RocksDB, in addition to its log and folders

  // Plans fewer workers and connections than requested if there are few descriptors. Keeps a
  // reserve for clients of the control socket, files that are read occasionally, and the catalogue.
  // The error says how many descriptors are needed and how to get them.
  static Result<DescriptorPlan> make(const DescriptorDemand& demand);

  // The least limit of a process that has only the three standard streams open.
  static size_t least_limit();
};

// Raises the soft limit towards the hard limit, and returns the limit then in force.
size_t raise_descriptor_limit();
size_t descriptor_limit();
size_t open_descriptors();

}  // namespace freshet::crawl
