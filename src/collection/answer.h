#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "collection/command.h"
#include "collection/page_report.h"
#include "collection/status_report.h"
#include "store/types.h"

// The answers to commands.
namespace freshet::collection {

struct ChangesReport {
  struct Line {
    store::Change change;
    std::string url;
  };
  std::vector<Line> changes;
  bool more = false;
  ChangePlace next;  // where the next query continues
};

// The run control that is in force.
struct RunControlReport {
  bool running = false;
  bool stopping = false;
  bool paused = false;
  std::optional<double> requests_per_second;
  std::vector<std::string> seeds;
};

// The result of a Ping.
struct PingReport {
  size_t announced = 0;  // known pages; the policy decides when they are visited
  size_t queued = 0;     // URLs that were new
  struct Ignored {
    std::string url;
    std::string why;
  };
  std::vector<Ignored> ignored;
};

using Answer = std::variant<StatusReport, PageReport, ChangesReport, RunControlReport, PingReport>;

}  // namespace freshet::collection
