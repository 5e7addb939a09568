#pragma once

#include <span>
#include <vector>

#include "cluster/task_work.h"
#include "crawl/agent_port.h"
#include "result/result.h"

namespace freshet::cli {

// Writes the importance of pages of an agent's shards in a step of a task: through the agent's
// engine if it runs, and else under a holding of its own.
class ImportanceWriter {
 public:
  explicit ImportanceWriter(cluster::TaskStep& step) : step_(step) {}

  Status add(const store::PageKey& page, float importance);
  // To be called at the end: writes what is left.
  Status finish();

 private:
  // Returns false if that way is not open at present.
  Result<bool> through_engine(std::span<const crawl::PageImportance> pages);
  Result<bool> without_engine(std::span<const crawl::PageImportance> pages);

  cluster::TaskStep& step_;
  std::vector<crawl::PageImportance> pages_;
  uint64_t written_ = 0;
};

}  // namespace freshet::cli
