// freshet rank
#include <algorithm>
#include <cstdio>

#include "cli/cluster_client.h"
#include "cli/cluster_ranking.h"
#include "cli/cluster_task.h"
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

std::string short_rank(double rank) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", rank);
  return text;
}

// The summary; for people also the pages with the highest ranks.
std::string summary(const Invocation& invocation, const RankArguments& arguments,
                    const GraphFigures& figures, const Ranking& ranking, const Columns& highest) {
  if (invocation.json) return ranking_as_json(arguments, figures, ranking);
  return (invocation.quiet ? "" : format_ranking(figures, ranking)) + highest.text();
}

// The same; `name` returns the name of a page by its number.
template <typename Name>
std::string summary_of_graph(const Invocation& invocation, const RankArguments& arguments,
                             const GraphFigures& figures, const Ranking& ranking,
                             const Name& name) {
  Columns columns;
  if (!invocation.json) {
    for (const uint32_t page : highest(ranking.ranks, arguments.top)) {
      columns.add({short_rank(ranking.ranks[page]), name(page)});
    }
  }
  return summary(invocation, arguments, figures, ranking, columns);
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
    lines.add_text(summary_of_graph(invocation, arguments, figures, ranking, [&](uint32_t page) {
      return std::to_string(numbered->number[page]);
    }));
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

// Where the ranks of a collection are computed and written.
struct Place {
  std::unique_ptr<store::Store> store;
  bool has_agents = false;  // they write the ranks
};

Result<Place> open_collection(const Invocation& invocation) {
  Place place;
  if (!invocation.store.empty()) {
    const auto working = has_live_agents(invocation.store);
    if (!working) return Unexpected(working.error());
    place.has_agents = *working;
  }
  auto store = invocation.store.empty() ? collection::open_state(invocation.data_folder)
               : place.has_agents       ? open_cluster_store(invocation.store)
                                        : open_cluster_to_rank(invocation.store);
  if (!store) return Unexpected(store.error());
  place.store = *std::move(store);
  return place;
}

// Calls `each`, which may be empty, for every page with a rank.
Status each_ranked_page(const store::Store& store, const importance::CollectionGraph& collection,
                        const std::vector<double>& ranks,
                        const std::function<void(const store::PageState&, double rank)>& each) {
  if (!each) return Done{};
  return store.each_page([&](const store::PageState& page) {
    if (const auto number = collection.number_of(page.key)) each(page, ranks[*number]);
    return true;
  });
}

// Writes the ranks into the collection. `each` is called for every page with a rank.
Status write_ranks(const Invocation& invocation, Place& place,
                   const importance::CollectionGraph& collection, const std::vector<double>& ranks,
                   const std::function<void(const store::PageState&, double rank)>& each) {
  if (place.has_agents) {
    ClusterTask task(invocation, {.kind = kRankTask, .options = RankTask().encode()},
                     words_of_rank_step);
    const auto driven = write_by_agents(task.driver(), collection, ranks);
    if (!driven) return Unexpected(driven.error());
    if (!driven->is_done && driven->agents > 0) return Unexpected(cannot_drive(*driven));
    if (driven->is_done) return each_ranked_page(*place.store, collection, ranks, each);
    // They have left.
    auto store = open_cluster_to_rank(invocation.store);
    if (!store) return Unexpected(store.error());
    place.store = *std::move(store);
  }
  const auto written = importance::write_ranks(*place.store, collection, ranks, each);
  return written ? Status(Done{}) : Unexpected(written.error());
}

int rank_collection(const Invocation& invocation, const RankArguments& arguments,
                    const importance::Grouping& grouping) {
  auto place = open_collection(invocation);
  if (!place) return report_error(kExitFailed, place.error().message);
  const double begin = seconds_now();
  const auto collection = importance::read_collection_graph(*place->store);
  if (!collection) return report_error(kExitFailed, collection.error().message);
  const rank::Graph& graph = collection->graph;
  std::vector<uint32_t> blocks;
  if (arguments.method == "blockrank") {
    auto grouped = importance::blocks_of(*place->store, *collection, grouping);
    if (!grouped) return report_error(kExitFailed, grouped.error().message);
    blocks = std::move(*grouped);
  }
  const GraphFigures figures = figures_of(graph, seconds_now() - begin);
  const auto ranked = save_and_rank(invocation, arguments, graph, blocks);
  if (!ranked) return report_error(kExitFailed, ranked.error().message);
  const Ranking& ranking = *ranked;
  Lines lines;
  std::function<void(const store::PageState&, double)> each;
  if (arguments.json_lines) {
    each = [&](const store::PageState& page, double rank) { lines.add(page.url, rank); };
  }
  const Status written = write_ranks(invocation, *place, *collection, ranking.ranks, each);
  if (!written) return report_error(kExitFailed, written.error().message);
  if (!arguments.json_lines) {
    lines.add_text(summary_of_graph(invocation, arguments, figures, ranking, [&](uint32_t number) {
      const auto page = place->store->page(collection->page[number]);
      return page && *page ? (*page)->url : std::string("?");
    }));
  }
  lines.finish();
  return kExitDone;
}

// Whether the agents of a cluster can compute the ranks together: each has whole blocks.
bool can_be_divided(const Invocation& invocation, const RankArguments& arguments) {
  return !invocation.store.empty() && arguments.method == "blockrank" && arguments.by == "site" &&
         !arguments.exact && arguments.save_graph.empty();
}

// Ranks on the agents of a cluster. Returns nothing if they have left.
std::optional<int> rank_on_agents(const Invocation& invocation, const RankArguments& arguments) {
  const RankTask task{.alpha = arguments.alpha,
                      .residual = arguments.residual,
                      .threads = std::max(1u, arguments.threads),
                      .top = static_cast<uint32_t>(arguments.top)};
  ClusterTask driving(invocation, {.kind = kRankTask, .options = task.encode()},
                      words_of_rank_step);
  std::function<void(std::string_view)> each_text;
  if (arguments.json_lines) {
    each_text = [&](std::string_view text) {
      driving.clear_line();
      print_exact(text);
    };
  }
  const auto ranked = rank_by_agents(driving.driver(), task, each_text);
  driving.clear_line();
  if (!ranked) return report_error(kExitFailed, ranked.error().message);
  if (!ranked->driven.is_done) {
    if (ranked->driven.agents == 0) return std::nullopt;
    return report_error(kExitFailed, cannot_drive(ranked->driven).message);
  }
  if (arguments.json_lines) return kExitDone;
  const AgentRanks& ranks = ranked->ranks;
  const GraphFigures figures{ranks.pages, ranks.links, ranks.bytes, ranks.read_seconds};
  const Ranking ranking{.blocks = static_cast<uint32_t>(ranks.blocks),
                        .seconds = ranks.rank_seconds};
  Columns columns;
  for (const RankReport::Page& page : ranks.top) columns.add({short_rank(page.rank), page.url});
  print_exact(summary(invocation, arguments, figures, ranking, columns));
  return kExitDone;
}

int rank_collection(const Invocation& invocation, const RankArguments& arguments) {
  const auto grouping = grouping_of(invocation, arguments);
  if (!grouping) return report_error(kExitUsage, grouping.error().message);
  if (const Status ready = check_data_folder(invocation); !ready) {
    return report_error(kExitFailed, ready.error().message);
  }
  if (can_be_divided(invocation, arguments)) {
    const auto working = has_live_agents(invocation.store);
    if (!working) return report_error(kExitFailed, working.error().message);
    const auto exit_status = *working ? rank_on_agents(invocation, arguments) : std::nullopt;
    if (exit_status) return *exit_status;
  }
  return rank_collection(invocation, arguments, *grouping);
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
