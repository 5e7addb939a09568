#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/rank_arguments.h"
#include "settings/load.h"
#include "telemetry/log.h"

// One function per command (commands.h says which arguments it is called with). It writes its
// result to standard output and errors to standard error, and returns the exit status.
namespace freshet::cli {

inline constexpr int kExitDone = 0;
inline constexpr int kExitFailed = 1;
inline constexpr int kExitUsage = 2;

// What every command gets besides its own arguments.
struct Invocation {
  settings::Loaded settings;
  std::vector<std::string> overrides;  // of settings, by --set
  std::string data_folder;
  std::string
      store;  // the PostgreSQL database of a cluster; empty: the collection is in data_folder
  bool json = false;
  bool quiet = false;  // no progress, no summary
  telemetry::Log& log;
};

struct CheckArguments {
  std::string kind;
  std::vector<std::string> subjects;  // empty: read JSON lines from standard input
  std::string base;                   // url: the base of relative references
  std::string page_url;               // sitemap, page: the URL of the file
  std::string content_type;           // sitemap, page
  std::string agent;                  // robots; empty: use the setting agent.name
};
int run_check(const Invocation& invocation, const CheckArguments& arguments);

struct CrawlArguments {
  std::vector<std::string> seeds;
  std::vector<std::string> recipes;  // files
  std::string scope = "host";
  std::vector<std::string> include;
  std::vector<std::string> exclude;
  bool any_port = false;
  std::optional<uint16_t> depth;
  std::optional<uint64_t> max_pages;
  std::string max_bytes;  // "10GB"
  std::optional<double> max_time_seconds;
  std::optional<uint64_t> max_pages_per_site;
  std::optional<double> delay_seconds;
  std::optional<int> per_host;
  bool allow_private = false;
  std::string user_agent;
  std::string contact;
  std::string name;  // of the agent, with --store; empty: that of the machine
};
int run_crawl(const Invocation& invocation, const CrawlArguments& arguments);

struct RunArguments {
  CrawlArguments crawl;
  std::string budget;  // empty: that of the last run, or 1/s
  std::string policy = "optimal";
  std::string objective;    // empty: use the setting refresh.objective
  bool keep_scope = false;  // use the scope of the last run; no option sets another one
};
int run_run(const Invocation& invocation, const RunArguments& arguments);

struct AgentArguments {
  CrawlArguments crawl;  // options that win over those of the job
};
int run_agent(const Invocation& invocation, const AgentArguments& arguments);

struct ConvertArguments {
  std::string to;                     // empty: sqlite; with --store, postgres
  std::vector<std::string> archives;  // data folders of other agents, with --store
  std::string dsn;
  std::string out;  // empty: the default of the format
  bool full = false;
};
int run_convert(const Invocation& invocation, const ConvertArguments& arguments);

struct DemoArguments {
  uint32_t hosts = 12;
  uint32_t pages = 200;  // of each host
  uint64_t seed = 1;
  std::string policy = "optimal";
  double time_scale = 14'400;  // a virtual day takes six seconds
  std::optional<double> seconds;
  std::optional<uint32_t> agents;  // of a cluster; unset: one process without a cluster
};
int run_demo(const Invocation& invocation, const DemoArguments& arguments);

struct AquariumArguments {
  std::string profile = "mixed";
  uint64_t seed = 1;
  std::optional<uint32_t> hosts;
  std::optional<uint32_t> pages;  // of each host
  std::optional<double> latency_seconds;
  std::string address = "127.0.0.1";
  std::string redesign_at;  // a duration in virtual time; empty: no redesign
  double redesign_share = 1;
  uint16_t port = 0;
  bool port_in_urls = false;
  double time_scale = 1;
  std::string log_file;
  std::string recipe_file;  // of the first shop; empty: it is not written
  int threads = 1;
};
int run_aquarium(const Invocation& invocation, const AquariumArguments& arguments);

struct SimulateArguments {
  std::string experiment;  // run this instead of a simulation; empty: none
  uint64_t seed = 1;
  uint32_t worlds = 200;  // of the experiment stress
  std::string traces;
  bool synthetic = false;  // simulate synthetic pages, which the next five describe
  uint32_t pages = 10'000;
  uint32_t sites = 200;
  double days = 120;
  std::string rhythm = "flat";
  bool time_zones = false;
  std::string policies;                              // empty: all, or the experiment's own
  std::vector<double> visits_per_page_day = {0.05};  // one simulation for each
  std::string objective;                             // empty: the default of each policy
  std::optional<double> visits_per_host_day;         // limit
  std::string hosts;                                 // empty: all
  bool each_host = false;
  std::string signals = "none";
  std::string fetch_log;
  std::string plot;              // an HTML file; empty: none
  std::optional<int64_t> until;  // Unix seconds
};
std::string experiment_names();  // "staleness, cycle"
int run_simulate(const Invocation& invocation, const SimulateArguments& arguments);

int run_rank(const Invocation& invocation, const RankArguments& arguments);

int run_settings(const Invocation& invocation);

// Writes "freshet: MESSAGE" to standard error and returns `status`, for `return report_error(...)`.
int report_error(int status, const std::string& message);

}  // namespace freshet::cli
