#include "cli/cluster_summary.h"

#include <algorithm>

#include "cli/numbers.h"
#include "cli/session.h"
#include "json/write.h"

namespace freshet::cli {
namespace {

std::string json_summary(const cluster::Agent::Summary& summary) {
  const crawl::Progress& p = summary.progress;
  const double seconds = summary.elapsed.in_seconds();
  const uint64_t pages = summary.pages - std::min(summary.pages, summary.pages_before);
  std::string out;
  json::Writer w(out);
  w.begin_object().member("pages", summary.pages).member("bytes", p.bytes);
  w.member("seconds", seconds);
  w.member("pages_per_second", seconds > 0 ? static_cast<double>(pages) / seconds : 0.0);
  w.member("cpu_seconds", cpu_seconds()).member("max_rss_bytes", max_rss_bytes());
  w.key("agents").begin_array();
  for (const auto& agent : summary.agents) {
    w.begin_object().member("name", agent.name).member("pages", agent.pages).end_object();
  }
  w.end_array();
  write_event_counts(p, w);
  w.member("duplicates", p.duplicates).member("new_sites", p.new_sites);
  w.member("requests", p.requests).member("ended", summary.ended);
  write_archive_files(p, w);
  w.end_object();
  out += '\n';
  return out;
}

}  // namespace

std::string agent_progress_line(const crawl::Progress& p) {
  const double elapsed = std::max(p.elapsed.in_seconds(), 0.001);
  std::string line = counted(p.pages, "page") + "  " +
                     grouped(static_cast<uint64_t>(static_cast<double>(p.pages) / elapsed)) +
                     "/s  " + counted(p.requests, "request") + "  " + counted(p.errors, "error") +
                     "  " + grouped(p.waiting) + " queued  " + grouped(p.in_flight) + " in flight";
  if (p.out_of_room) line += "  CANNOT WRITE";
  return line;
}

std::string cluster_summary(const Invocation& invocation, const cluster::Agent::Summary& summary) {
  if (invocation.json) return json_summary(summary);
  if (invocation.quiet) return {};
  std::string text = counted(summary.pages, "page") + " collected by " +
                     counted(summary.agents.size(), "agent") + "; " + summary.ended + ".\n";
  for (const auto& agent : summary.agents) {
    text += "  " + agent.name + " " + counted(agent.pages, "page") + "\n";
  }
  return text;
}

}  // namespace freshet::cli
