#pragma once

#include <map>
#include <string>
#include <string_view>

#include "collection/run_control.h"
#include "result/result.h"

namespace freshet::cluster {

// What users have laid down for all agents of a cluster.
struct Job {
  enum class Kind : uint8_t {
    kNone,   // nothing yet, or it was stopped: agents wait
    kCrawl,  // visit every page once
    kRun,    // visit pages again and again
  };
  Kind kind = Kind::kNone;
  collection::RunControl run_control;  // seeds, scope, pause and the budget of the whole cluster
  // Settings that differ from the defaults on the machine that laid the job down. An agent uses
  // them where its own settings do not say otherwise.
  std::map<std::string, std::string> settings;
  // Options of the command line that are no settings, such as "delay", by name.
  std::map<std::string, std::string> options;

  std::string encode() const;
  // An empty text is a job of kind kNone.
  static Result<Job> decode(std::string_view text);
};

}  // namespace freshet::cluster
