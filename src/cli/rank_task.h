#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "result/result.h"

namespace freshet::cli {

// What the command `freshet rank` and the agents of a cluster say to each other: tasks of this
// kind, whose steps docs/formats/rank.md describes.
inline constexpr char kRankTask[] = "rank";

// The options of the task, as JSON.
struct RankTask {
  double alpha = 0.85;
  double residual = 1e-10;
  uint32_t threads = 1;  // of each agent
  uint32_t top = 0;      // so many pages with the highest ranks are reported by each agent

  std::string encode() const;
  static Result<RankTask> decode(const std::string& text);
};

// The payload of a step, as JSON.
struct RankStep {
  enum class Work : uint8_t {
    kExceptions,   // which pages are no pages of the graph
    kLinks,        // read the links
    kBlocks,       // rank pages in their blocks
    kWriteBlocks,  // write ranks: those of blocks times those in the blocks
    kWritePages,   // write ranks that the driver has computed
    kList,         // all pages with their ranks, as lines
  };
  Work work = Work::kExceptions;
  uint64_t pages = 0;  // of the graph

  std::string encode() const;
  static Result<RankStep> decode(const std::string& text);
};

// What an agent has written, as JSON.
struct RankReport {
  uint64_t links = 0;
  uint64_t bytes = 0;  // of the graph in memory
  uint64_t pages = 0;  // with a rank
  uint64_t changed = 0;
  struct Page {
    std::string url;
    double rank = 0;
  };
  std::vector<Page> top;  // highest first

  std::string encode() const;
  static Result<RankReport> decode(const std::string& text);
};

}  // namespace freshet::cli
