#pragma once

#include <string>
#include <vector>

#include "settings/load.h"
#include "telemetry/log.h"

// One function per command; main.cc reads the command line and calls it. A command writes its
// answer to standard output, complaints to standard error, and returns the exit status.
namespace freshet::cli {

inline constexpr int kExitDone = 0;
inline constexpr int kExitFailed = 1;
inline constexpr int kExitUsage = 2;

struct Invocation {
  settings::Loaded settings;
  bool json = false;
  telemetry::Log& log;
};

struct CheckArguments {
  std::string kind;
  std::vector<std::string> subjects;  // none: JSON lines from standard input
  std::string base;                   // url: what a relative reference is relative to
  std::string page_url;               // sitemap, page: where the file was found
  std::string content_type;           // sitemap, page
  std::string agent;                  // robots; empty: the setting agent.name
};
int run_check(const Invocation& invocation, const CheckArguments& arguments);

int run_settings(const Invocation& invocation);

// "freshet robots.txt: no such file" on standard error.
int complain(int status, const std::string& message);

}  // namespace freshet::cli
