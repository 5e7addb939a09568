#pragma once

#include <functional>
#include <optional>
#include <string>

#include "cli/command.h"
#include "cluster/agent.h"
#include "cluster/job.h"
#include "crawl/progress.h"

namespace freshet::cli {

// An agent of a cluster in the foreground, from joining to leaving. run_agent_session() stops it at
// signals (stop_signals.h) and shows its progress.
struct AgentSession {
  CrawlArguments own;                // options that win over those of the job
  std::optional<cluster::Job> job;   // laid down after joining
  bool ends_when_collected = false;  // the whole cluster
  std::optional<uint64_t> max_pages;
  std::optional<double> max_seconds;
  std::function<std::string(const crawl::Progress&)> progress_line;
  // What is printed at the end: text for people, or JSON.
  std::function<std::string(const cluster::Agent::Summary&)> summary;
};
// Returns the exit status.
int run_agent_session(const Invocation& invocation, const AgentSession& session);

}  // namespace freshet::cli
