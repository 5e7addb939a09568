#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "collection/alias.h"
#include "collection/command.h"
#include "collection/cycle_report.h"
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

// The sites that are aliases, and those that a user has excluded.
struct AliasesReport {
  struct Line {
    std::string site;
    Alias alias;
    uint64_t pages = 0;    // visited
    uint64_t waiting = 0;  // queued, and not visited because of the alias
  };
  std::vector<Line> aliases;
  std::vector<std::string> excluded;
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

using Answer = std::variant<StatusReport, PageReport, ChangesReport, RunControlReport,
                            AliasesReport, PingReport, CycleReport>;

}  // namespace freshet::collection
