// The command lines of what works on the collection, or on what it is given: check, convert, rank,
// settings.
#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/commands.h"

namespace freshet::cli {

void add_check(Commands& commands) {
  auto [check, arguments] = commands.add("check", "What would Freshet make of this?", run_check);
  check->add_option("WHAT", arguments.kind, "url | canonical | robots | sitemap | page")
      ->required()
      ->check(CLI::IsMember({"url", "canonical", "robots", "sitemap", "page"}));
  check->add_option("SUBJECT", arguments.subjects,
                    "What to look at: URLs; for robots a file, then URLs; for sitemap and page "
                    "files. Without any, JSON lines are read from standard input.");
  check->add_option("--base", arguments.base, "url: resolve against this URL")->type_name("URL");
  check->add_option("--url", arguments.page_url, "sitemap, page: where the file was found")
      ->type_name("URL");
  check->add_option("--content-type", arguments.content_type, "sitemap, page: as the server said")
      ->type_name("TYPE");
  check->add_option("--agent", arguments.agent, "robots: who asks (default: agent.name)")
      ->type_name("NAME");
  check->footer(
      "Examples:\n"
      "  freshet check url ../a --base http://example.com/x/y\n"
      "  freshet check canonical 'HTTP://Example.com:80/%7Ea?utm_source=b#c'\n"
      "  freshet check robots robots.txt http://example.com/private/\n"
      "  freshet check page index.html --url http://example.com/\n"
      "  echo '{\"input\": \"../a b\", \"base\": \"http://h/x/\"}' | freshet check url");
}

void add_convert(Commands& commands) {
  auto [convert, arguments] = commands.add(
      "convert", "The collection as a database: pages with ids, text, words, ranks and links",
      run_convert);
  convert->add_option("--to", arguments.to, "What to make of it")
      ->check(CLI::IsMember({"sqlite", "postgres", "jsonl"}))
      ->capture_default_str();
  convert->add_option(
      "--dsn", arguments.dsn,
      "postgres: the database, as libpq takes it (default: the setting database.dsn)");
  convert
      ->add_option("--out", arguments.out,
                   "sqlite: the file (default: catalog.db in the data folder); jsonl: a folder, or "
                   "- for standard output (default)")
      ->type_name("PATH");
  convert->add_flag("--full", arguments.full, "Write everything anew, not only what changed");
  convert->footer(
      "Examples:\n"
      "  freshet convert --data ./docs\n"
      "  freshet convert --to postgres --dsn postgresql://me@localhost/web\n"
      "  freshet convert --to jsonl --out - | jq -c 'select(.table == \"pages\") | .url'\n"
      "Again, it writes what is new or changed. Broken off, the old catalogue is whole.");
}

void add_rank(Commands& commands) {
  auto [rank, arguments] =
      commands.add("rank", "PageRank or BlockRank of what was collected", run_rank);
  CLI::Option* edges =
      rank->add_option("--edges", arguments.edges,
                       "Of these links instead, a line 'source target' each; - for standard input")
          ->type_name("FILE");
  rank->add_option("--method", arguments.method, "How")
      ->check(CLI::IsMember({"pagerank", "blockrank"}))
      ->capture_default_str();
  rank->add_option("--blocks", arguments.blocks, "Blocks of pages, a line 'page block' each")
      ->type_name("FILE")
      ->needs(edges);
  rank->add_option("--by", arguments.by, "What is a block of the collection")
      ->check(CLI::IsMember({"site", "domain", "community"}))
      ->capture_default_str()
      ->excludes(edges);
  rank->add_flag("--exact", arguments.exact,
                 "Go on from blockrank to pagerank, and tell how far that was");
  rank->add_option("--alpha", arguments.alpha, "How likely a reader follows a link")
      ->check(CLI::Range(0.0, 0.9999))
      ->capture_default_str();
  CLI::Option* residual =
      rank->add_option("--residual", arguments.residual, "Change of a round at which to stop")
          ->check(CLI::Range(1e-15, 1.0))
          ->capture_default_str();
  rank->add_option("--rounds", arguments.rounds,
                   "Just so many rounds of the power iteration, as LDBC has it")
      ->check(CLI::Range(0u, 1'000'000u))
      ->excludes(residual);
  rank->add_option("--threads", arguments.threads, "At once; ranks do not depend on it (0: all)")
      ->check(CLI::Range(0u, 1'024u))
      ->capture_default_str();
  rank->add_flag("--json-lines", arguments.json_lines, "Print every page and its rank");
  rank->add_option("--top", arguments.top, "Show so many of the highest")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  rank->add_option("--save-graph", arguments.save_graph, "Write the links in compact form")
      ->type_name("FILE");
  rank->footer(
      "Examples:\n"
      "  freshet rank --data ./docs\n"
      "  freshet rank --method blockrank --by domain --exact\n"
      "  freshet rank --edges links.txt.gz --json-lines > ranks.jsonl\n"
      "  freshet rank --edges links.txt --blocks hosts.txt --method blockrank --json-lines\n"
      "Ranks sum to 1. Those of the collection are kept in it, and 'freshet run' visits by them.");
}

void add_settings(Commands& commands) {
  commands
      .add("settings", "Every setting, its value, where it came from, its range",
           Commands::Action(run_settings))
      ->footer(
          "Examples:\n"
          "  freshet settings\n"
          "  freshet settings --json --set canonical.sort_query=true");
}

}  // namespace freshet::cli
