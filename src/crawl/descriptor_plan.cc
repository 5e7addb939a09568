#include "crawl/descriptor_plan.h"

#include <sys/resource.h>

#include <algorithm>
#include <filesystem>
#include <string>

namespace freshet::crawl {
namespace {

// Log, manifest, lock, and a folder for each column family.
constexpr size_t kStateFixed = 18;
constexpr size_t kLeastStateFiles = 10;
constexpr size_t kMostStateFiles = 512;
constexpr size_t kArchive = 4;
constexpr size_t kEngine = 6;  // its event loop, the control socket
// Event loop, libcurl's wake-up descriptors, sockets to name servers.
constexpr size_t kWorker = 8;
constexpr size_t kLeastConnections = 4;  // of a worker
constexpr size_t kLeastReserve = 8;
constexpr size_t kMostReserve = 100;
// More are never needed, and programs that close all descriptors would take long.
constexpr size_t kHighestLimit = 65'536;

constexpr size_t kLeast = kStateFixed + kLeastStateFiles + kArchive + kEngine + kWorker +
                          kLeastConnections + kLeastReserve;

}  // namespace

Result<DescriptorPlan> DescriptorPlan::make(const DescriptorDemand& demand) {
  if (demand.limit < demand.open + kLeast) {
    const size_t least = demand.open + kLeast;
    return fail("too few file descriptors: the limit is " + std::to_string(demand.limit) + ", " +
                std::to_string(least) +
                " are needed; raise it with ulimit -n 1024 (in a shell) or " +
                "LimitNOFILE=1024 (in a systemd unit)");
  }
  size_t left = demand.limit - demand.open - kStateFixed - kArchive - kEngine;
  const size_t reserve = std::clamp(left / 8, kLeastReserve, kMostReserve);
  left -= reserve;
  DescriptorPlan plan;
  plan.state_files = std::clamp(left / 4, kLeastStateFiles, kMostStateFiles);
  left -= plan.state_files;
  plan.workers = std::clamp(left / (kWorker + kLeastConnections), size_t{1},
                            std::max<size_t>(demand.workers, 1));
  left -= plan.workers * kWorker;
  plan.connections = std::clamp(demand.connections, plan.workers, left);
  return plan;
}

size_t DescriptorPlan::least_limit() {
  return 3 + kLeast;
}

size_t raise_descriptor_limit() {
  rlimit limit = {};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  const rlim_t wanted = std::min<rlim_t>(limit.rlim_max, kHighestLimit);
  if (limit.rlim_cur < wanted) {
    limit.rlim_cur = wanted;
    setrlimit(RLIMIT_NOFILE, &limit);
  }
  return descriptor_limit();
}

size_t descriptor_limit() {
  rlimit limit = {};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 0;
  return static_cast<size_t>(std::min<rlim_t>(limit.rlim_cur, 1 << 30));
}

size_t open_descriptors() {
  std::error_code error;
  size_t count = 0;
  for (std::filesystem::directory_iterator entry("/proc/self/fd", error), end; entry != end;
       entry.increment(error)) {
    if (error) break;
    ++count;
  }
  // The open folder is one of them. Without /proc, only the standard streams are counted.
  return count > 3 ? count - 1 : 3;
}

}  // namespace freshet::crawl
