#pragma once

#include <functional>
#include <string>

#include "cli/command.h"
#include "cluster/task_driver.h"
#include "systemclock/system_clock.h"
#include "telemetry/progress.h"

namespace freshet::cli {

// A command that drives a task of its cluster: stops at signals (stop_signals.h), and shows its
// progress on a terminal.
class ClusterTask {
 public:
  // `words`: what is being done, by step from 1: "reading links".
  ClusterTask(const Invocation& invocation, cluster::Tasks::NewTask task,
              std::function<std::string(const cluster::Task&)> words);

  ClusterTask(const ClusterTask&) = delete;
  ClusterTask& operator=(const ClusterTask&) = delete;

  const cluster::TaskDriverOptions& driver() const { return driver_; }
  void clear_line() { line_.clear(); }

 private:
  const SystemClock clock_;
  telemetry::Progress line_;
  cluster::TaskDriverOptions driver_;
};

// "ranking on 3 agents (1 has finished): reading links, 1,234 of 5,678".
std::string progress_of_task(const cluster::Task& task, const std::string& words);

// Why agents cannot do a task that must be done by them.
Error cannot_drive(const cluster::Driven& driven);

}  // namespace freshet::cli
