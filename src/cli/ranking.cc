#include "cli/ranking.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <numeric>
#include <thread>

#include "cli/numbers.h"
#include "cli/session.h"
#include "json/write.h"
#include "rank/blockrank.h"
#include "rank/compare.h"
#include "rank/pagerank.h"
#include "rank/power.h"
#include "systemclock/system_clock.h"
#include "telemetry/progress.h"
#include "telemetry/terminal.h"
#include "threads/thread_pool.h"

namespace freshet::cli {
namespace {

// "  73 %  residual 2.1e-07"
std::string progress_line(uint64_t pages, const rank::PageRankOptions::Progress& progress) {
  char text[64];
  std::snprintf(text, sizeof text, "ranking  %3.0f %%  residual %.1e",
                100.0 * progress.pages_done / static_cast<double>(pages), progress.residual);
  return text;
}

std::string number(const char* format, double value) {
  char text[48];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

class Stopwatch {
 public:
  double seconds() const { return seconds_now() - begin_; }

 private:
  double begin_ = seconds_now();
};

}  // namespace

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Ranking compute_ranks(const RankArguments& arguments, const rank::Graph& graph,
                      std::span<const uint32_t> blocks, bool quiet) {
  ThreadPool pool(arguments.threads > 0 ? arguments.threads
                                        : std::max(1u, std::thread::hardware_concurrency()));
  const rank::Workers workers = [&](size_t pieces, const auto& piece) {
    pool.parallel_for(pieces, piece);
  };
  const SystemClock clock;
  // Ranking mostly takes seconds, so progress is shown on terminals only.
  const bool shows = telemetry::stderr_redraws() && !quiet;
  telemetry::Progress line(
      shows ? telemetry::Progress::Mode::kLive : telemetry::Progress::Mode::kOff, clock,
      {.terminal = telemetry::write_stderr,
       .line = telemetry::write_stderr,
       .columns = telemetry::stderr_columns});
  rank::PageRankOptions options{.alpha = arguments.alpha, .residual = arguments.residual};
  options.watch = [&](const rank::PageRankOptions::Progress& progress) {
    line.update([&] { return progress_line(graph.pages(), progress); });
  };

  Ranking ranking;
  const Stopwatch watch;
  if (arguments.rounds) {
    ranking.ranks = rank::power_rounds(graph, arguments.alpha, *arguments.rounds, workers);
    ranking.rounds = *arguments.rounds;
    ranking.seconds = watch.seconds();
    return ranking;
  }
  std::vector<double> approximate;
  if (arguments.method == "blockrank") {
    approximate = rank::blockrank(graph, blocks, options, workers);
    ranking.blocks = blocks.empty() ? 0 : *std::max_element(blocks.begin(), blocks.end()) + 1;
    if (!arguments.exact) {
      ranking.ranks = std::move(approximate);
      ranking.seconds = watch.seconds();
      return ranking;
    }
    options.start = approximate;
  }
  rank::Ranks exact = rank::pagerank(graph, options, workers);
  ranking.seconds = watch.seconds();
  ranking.rounds = exact.rounds;
  ranking.residual = exact.residual;
  ranking.converged = exact.converged;
  if (!approximate.empty()) {
    options.start = {};
    ranking.approximation =
        Approximation{.l1_error = rank::l1_distance(approximate, exact.rank),
                      .rank_correlation = rank::spearman(approximate, exact.rank),
                      .rounds_from_uniform = rank::pagerank(graph, options, workers).rounds};
  }
  ranking.ranks = std::move(exact.rank);
  return ranking;
}

std::string ranking_as_json(const RankArguments& arguments, const GraphFigures& graph,
                            const Ranking& ranking) {
  std::string out;
  json::Writer w(out);
  const auto edges = static_cast<double>(graph.edges);
  w.begin_object().member("method", arguments.method);
  w.member("nodes", graph.nodes).member("edges", graph.edges);
  if (ranking.blocks) w.member("blocks", *ranking.blocks);
  if (ranking.rounds) w.member("rounds", *ranking.rounds);
  if (ranking.residual) w.member("residual", *ranking.residual);
  if (ranking.residual) w.member("converged", ranking.converged);
  w.member("seconds", ranking.seconds).member("read_seconds", graph.read_seconds);
  w.member("edges_per_second", ranking.seconds > 0 ? edges / ranking.seconds : 0.0);
  w.member("bytes_per_edge", graph.edges > 0 ? static_cast<double>(graph.bytes) / edges : 0.0);
  w.member("max_rss_bytes", max_rss_bytes());
  if (const auto& a = ranking.approximation) {
    w.key("approximation").begin_object().member("l1_error", a->l1_error);
    w.member("rank_correlation", a->rank_correlation);
    w.member("rounds_from_uniform", a->rounds_from_uniform);
    w.member("rounds_saved", a->rounds_from_uniform - *ranking.rounds).end_object();
  }
  w.end_object();
  out += '\n';
  return out;
}

std::string format_ranking(const GraphFigures& graph, const Ranking& ranking) {
  std::string words = counted(graph.nodes, "page") + ", " + counted(graph.edges, "link");
  if (ranking.blocks) words += ", " + counted(*ranking.blocks, "block");
  words +=
      "; read in " + short_time(graph.read_seconds) + ", ranked in " + short_time(ranking.seconds);
  if (ranking.rounds) words += number(", %.1f rounds", *ranking.rounds);
  if (ranking.residual) words += number(", residual %.1e", *ranking.residual);
  words += ".\n";
  if (!ranking.converged) words += "The ranks did not converge to the residual of --residual.\n";
  if (const auto& a = ranking.approximation) {
    words += number("BlockRank differed from PageRank by %.2e in total (L1)", a->l1_error) +
             number(", rank correlation %.4f (Spearman)", a->rank_correlation) +
             number("; as a start it saved %.1f", a->rounds_from_uniform - *ranking.rounds) +
             number(" of %.1f rounds.\n", a->rounds_from_uniform);
  }
  return words;
}

std::vector<uint32_t> highest(std::span<const double> ranks, size_t most) {
  std::vector<uint32_t> pages(ranks.size());
  std::iota(pages.begin(), pages.end(), 0u);
  const size_t count = std::min(most, pages.size());
  std::partial_sort(
      pages.begin(), pages.begin() + static_cast<ptrdiff_t>(count), pages.end(),
      [&](uint32_t a, uint32_t b) { return ranks[a] != ranks[b] ? ranks[a] > ranks[b] : a < b; });
  pages.resize(count);
  return pages;
}

}  // namespace freshet::cli
