#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "settings/load.h"
#include "telemetry/log.h"

// One function per command, called with what the command line says (commands.h). It writes its
// answer to standard output, complaints to standard error, and returns the exit status.
namespace freshet::cli {

inline constexpr int kExitDone = 0;
inline constexpr int kExitFailed = 1;
inline constexpr int kExitUsage = 2;

// What all commands are told.
struct Invocation {
  settings::Loaded settings;
  std::string data_folder;
  bool json = false;
  bool quiet = false;  // no progress, no summary
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

struct CrawlArguments {
  std::vector<std::string> seeds;
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
};
int run_crawl(const Invocation& invocation, const CrawlArguments& arguments);

struct RunArguments {
  CrawlArguments crawl;
  std::string budget;  // empty: as it was left, or one a second
  std::string policy = "optimal";
  std::string objective;    // empty: the setting refresh.objective
  bool keep_scope = false;  // of last time, for want of another
};
int run_run(const Invocation& invocation, const RunArguments& arguments);

struct ConvertArguments {
  std::string to = "sqlite";
  std::string dsn;
  std::string out;  // empty: the target's own place
  bool full = false;
};
int run_convert(const Invocation& invocation, const ConvertArguments& arguments);

struct DemoArguments {
  uint32_t hosts = 12;
  uint32_t pages = 200;  // of each host
  uint64_t seed = 1;
  std::string policy = "optimal";
  double time_scale = 14'400;  // a day in six seconds
  std::optional<double> seconds;
};
int run_demo(const Invocation& invocation, const DemoArguments& arguments);

struct AquariumArguments {
  std::string profile = "mixed";
  uint64_t seed = 1;
  std::optional<uint32_t> hosts;
  std::optional<uint32_t> pages;  // of each host
  std::optional<double> latency_seconds;
  std::string redesign_at;  // a duration in virtual time; none if empty
  double redesign_share = 1;
  uint16_t port = 0;
  double time_scale = 1;
  std::string log_file;
  int threads = 1;
};
int run_aquarium(const Invocation& invocation, const AquariumArguments& arguments);

struct SimulateArguments {
  std::string experiment;  // instead of a run; with what it makes use of
  uint64_t seed = 1;
  uint32_t worlds = 200;  // of the experiment
  std::string traces;
  bool synthetic = false;  // instead of traces, with the next five
  uint32_t pages = 10'000;
  uint32_t sites = 200;
  double days = 120;
  std::string rhythm = "flat";
  bool time_zones = false;
  std::string policies;                              // empty: all, or those of the experiment
  std::vector<double> visits_per_page_day = {0.05};  // one run each
  std::string objective;                             // empty: each policy's own
  std::optional<double> visits_per_host_day;         // at most
  std::string hosts;                                 // empty: all
  bool each_host = false;
  std::string signals = "none";
  std::string fetch_log;
  std::string plot;              // an HTML file; empty: none
  std::optional<int64_t> until;  // Unix seconds
};
std::string experiment_names();  // "staleness, cycle"
int run_simulate(const Invocation& invocation, const SimulateArguments& arguments);

struct RankArguments {
  std::string edges;        // a file; empty: of the collection, which keeps the ranks
  std::string blocks;       // a file, with edges
  std::string by = "site";  // blocks of a collection; or domain, community
  std::string method = "pagerank";
  double alpha = 0.85;
  double residual = 1e-10;
  std::optional<uint32_t> rounds;  // of the power iteration, instead of a residual
  bool exact = false;
  unsigned threads = 0;  // 0: as many as the machine has
  bool json_lines = false;
  size_t top = 10;
  std::string save_graph;  // a file; empty: none
};
int run_rank(const Invocation& invocation, const RankArguments& arguments);

int run_settings(const Invocation& invocation);

// "freshet robots.txt: no such file" on standard error.
int complain(int status, const std::string& message);

}  // namespace freshet::cli
