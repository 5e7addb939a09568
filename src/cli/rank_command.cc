// freshet rank
#include <cstdio>

#include "cli/cluster_client.h"
#include "cli/columns.h"
#include "cli/command.h"
#include "cli/convert_options.h"
#include "cli/data_access.h"
#include "cli/numbers.h"
#include "cli/output.h"
#include "cli/rank_files.h"
#include "cli/ranking.h"
#include "collection/collection.h"
#include "collection/state.h"
#include "importance/grouping.h"
#include "importance/written_ranks.h"
#include "json/write.h"
#include "rank/pagerank.h"

namespace freshet::cli {
namespace {

constexpr size_t kPiece = 1 << 20;

// Writes lines to standard output in large pieces.
class Lines {
 public:
  template <typename Page>
  void add(const Page& page, double rank) {
    json::Writer(text_).begin_object().member("page", page).member("rank", rank).end_object();
    text_ += '\n';
    if (text_.size() >= kPiece) flush();
  }
  void add_text(const std::string& text) { text_ += text; }
  void finish() { flush(); }

 private:
  void flush() {
    print_exact(text_);
    text_.clear();
  }
  std::string text_;
};

// The summary; for people also the highest ranks. `name` returns the name of a page by its number.
template <typename Name>
std::string summary(const Invocation& invocation, const RankArguments& arguments,
                    const GraphFigures& figures, const Ranking& ranking, const Name& name) {
  if (invocation.json) return ranking_as_json(arguments, figures, ranking);
  std::string words = invocation.quiet ? "" : format_ranking(figures, ranking);
  Columns columns;
  for (const uint32_t page : highest(ranking.ranks, arguments.top)) {
    char rank[32];
    std::snprintf(rank, sizeof rank, "%.6g", ranking.ranks[page]);
    columns.add({rank, name(page)});
  }
  return words + columns.text();
}

GraphFigures figures_of(const rank::Graph& graph, double read_seconds) {
  return {graph.pages(), graph.links(), graph.bytes(), read_seconds};
}

Result<Ranking> save_and_rank(const Invocation& invocation, const RankArguments& arguments,
                              const rank::Graph& graph, const std::vector<uint32_t>& blocks) {
  if (!arguments.save_graph.empty()) {
    const Status saved = save_graph(graph, arguments.save_graph);
    if (!saved) return Unexpected(saved.error());
  }
  const uint64_t bytes = rank::bytes_to_rank(graph);
  if (const uint64_t most = free_memory(); !arguments.rounds && bytes > most) {
    return fail("not enough memory to rank this graph: it may take " + short_bytes(bytes) +
                ", and " + short_bytes(most) + " are free");
  }
  return compute_ranks(arguments, graph, blocks, invocation.quiet);
}

int rank_edges(const Invocation& invocation, const RankArguments& arguments) {
  const double begin = seconds_now();
  const auto numbered = read_edges(arguments.edges);
  if (!numbered) return report_error(kExitFailed, numbered.error().message);
  const rank::Graph& graph = numbered->graph;
  std::vector<uint32_t> blocks;
  if (!arguments.blocks.empty()) {
    auto read = read_blocks(arguments.blocks, *numbered);
    if (!read) return report_error(kExitFailed, read.error().message);
    blocks = std::move(*read);
  }
  const GraphFigures figures = figures_of(graph, seconds_now() - begin);
  const auto ranked = save_and_rank(invocation, arguments, graph, blocks);
  if (!ranked) return report_error(kExitFailed, ranked.error().message);
  const Ranking& ranking = *ranked;
  Lines lines;
  if (arguments.json_lines) {
    for (uint32_t page = 0; page < graph.pages(); ++page) {
      lines.add(numbered->number[page], ranking.ranks[page]);
    }
  } else {
    lines.add_text(summary(invocation, arguments, figures, ranking,
                           [&](uint32_t page) { return std::to_string(numbered->number[page]); }));
  }
  lines.finish();
  return kExitDone;
}

Result<importance::Grouping> grouping_of(const Invocation& invocation,
                                         const RankArguments& arguments) {
  if (arguments.by == "site") return importance::Grouping(importance::by_site);
  if (arguments.by == "domain") return importance::Grouping(importance::by_domain);
  auto communities = communities_of(invocation.settings.values);
  if (!communities) return Unexpected(communities.error());
  return importance::by_community(std::move(*communities));
}

int rank_collection(const Invocation& invocation, const RankArguments& arguments) {
  const auto grouping = grouping_of(invocation, arguments);
  if (!grouping) return report_error(kExitUsage, grouping.error().message);
  if (const Status ready = check_data_folder(invocation); !ready) {
    return report_error(kExitFailed, ready.error().message);
  }
  const auto store = invocation.store.empty() ? collection::open_state(invocation.data_folder)
                                              : open_cluster_to_rank(invocation.store);
  if (!store) return report_error(kExitFailed, store.error().message);
  const double begin = seconds_now();
  const auto collection = importance::read_collection_graph(**store);
  if (!collection) return report_error(kExitFailed, collection.error().message);
  const rank::Graph& graph = collection->graph;
  std::vector<uint32_t> blocks;
  if (arguments.method == "blockrank") {
    auto grouped = importance::blocks_of(**store, *collection, *grouping);
    if (!grouped) return report_error(kExitFailed, grouped.error().message);
    blocks = std::move(*grouped);
  }
  const GraphFigures figures = figures_of(graph, seconds_now() - begin);
  const auto ranked = save_and_rank(invocation, arguments, graph, blocks);
  if (!ranked) return report_error(kExitFailed, ranked.error().message);
  const Ranking& ranking = *ranked;
  Lines lines;
  const auto written = importance::write_ranks(**store, *collection, ranking.ranks,
                                               [&](const store::PageState& page, double rank) {
                                                 if (arguments.json_lines)
                                                   lines.add(page.url, rank);
                                               });
  if (!written) return report_error(kExitFailed, written.error().message);
  if (!arguments.json_lines) {
    lines.add_text(summary(invocation, arguments, figures, ranking, [&](uint32_t number) {
      const auto page = (*store)->page(collection->page[number]);
      return page && *page ? (*page)->url : std::string("?");
    }));
  }
  lines.finish();
  return kExitDone;
}

}  // namespace

int run_rank(const Invocation& invocation, const RankArguments& arguments) {
  const bool by_blocks = arguments.method == "blockrank";
  if (invocation.json && arguments.json_lines) {
    return report_error(kExitUsage,
                        "--json prints a summary and --json-lines the ranks; use only one of them");
  }
  if (arguments.exact && !by_blocks) {
    return report_error(kExitUsage,
                        "--exact is only for --method blockrank; pagerank is always exact");
  }
  if (arguments.rounds && by_blocks)
    return report_error(kExitUsage, "--rounds is only for --method pagerank");
  if (!arguments.edges.empty() && by_blocks && arguments.blocks.empty()) {
    return report_error(kExitUsage, "--method blockrank with --edges needs --blocks FILE");
  }
  if (arguments.edges == "-" && arguments.blocks == "-") {
    return report_error(kExitUsage, "only one of --edges and --blocks can be standard input");
  }
  return arguments.edges.empty() ? rank_collection(invocation, arguments)
                                 : rank_edges(invocation, arguments);
}

}  // namespace freshet::cli
