// The command lines of check, convert, rank and settings.
#include "cli/command.h"
#include "cli/commands.h"

namespace freshet::cli {

void add_check(Commands& commands) {
  auto [check, arguments] = commands.add(
      "check", "Show what Freshet makes of a URL, a robots.txt, a sitemap or a page", run_check);
  check.option("WHAT", &arguments.kind, "url | canonical | robots | sitemap | page")
      .required()
      .one_of({"url", "canonical", "robots", "sitemap", "page"});
  check.option("SUBJECT", &arguments.subjects,
               "url, canonical: URLs; robots: a file, then URLs; sitemap, page: files "
               "(default: read JSON lines from standard input)");
  check.option("--base", &arguments.base, "url: resolve relative references against this URL")
      .named("URL");
  check
      .option("--url", &arguments.page_url,
              "sitemap, page: assume that the file was fetched from this URL")
      .named("URL");
  check
      .option("--content-type", &arguments.content_type,
              "sitemap, page: assume that the server sent this Content-Type")
      .named("TYPE");
  check
      .option("--agent", &arguments.agent,
              "robots: apply the rules for this crawler (default: the setting agent.name)")
      .named("NAME");
  check.footer(
      "Examples:\n"
      "  freshet check url ../a --base http://example.com/x/y\n"
      "  freshet check canonical 'HTTP://Example.com:80/%7Ea?utm_source=b#c'\n"
      "  freshet check robots robots.txt http://example.com/private/\n"
      "  freshet check page index.html --url http://example.com/\n"
      "  echo '{\"input\": \"../a b\", \"base\": \"http://h/x/\"}' | freshet check url");
}

void add_convert(Commands& commands) {
  auto [convert, arguments] = commands.add(
      "convert", "Write the collection to a database: pages with ids, text, words, ranks and links",
      run_convert);
  convert
      .option(
          "--to", &arguments.to,
          "Write this format (default: sqlite; with --store, postgres, into the database of the "
          "cluster)")
      .one_of({"sqlite", "postgres", "jsonl"});
  convert
      .option("--archive", &arguments.archives,
              "With --store: convert in this process instead of by all agents, and read the "
              "archive of an agent in this data folder, too; may be repeated")
      .named("FOLDER")
      .repeatable();
  convert
      .option("--dsn", &arguments.dsn,
              "postgres: connect to this database, in any form that libpq takes (default: the "
              "setting database.dsn)")
      .named("DSN");
  convert
      .option("--out", &arguments.out,
              "sqlite: write to this file (default: catalog.db in the data folder); jsonl: write "
              "to this folder, or - for standard output (default)")
      .named("PATH");
  convert.option("--full", &arguments.full, "Rewrite everything, not only what changed");
  convert.footer(
      "Examples:\n"
      "  freshet convert --data ./docs\n"
      "  freshet convert --to postgres --dsn postgresql://me@localhost/web\n"
      "  freshet convert --to jsonl --out - | jq -c 'select(.table == \"pages\") | .url'\n"
      "A second conversion writes only what is new or changed. If a conversion is interrupted, "
      "the\n"
      "old catalogue stays as it was.");
}

void add_rank(Commands& commands) {
  auto [rank, arguments] = commands.add(
      "rank", "Compute PageRank or BlockRank of the collection, or of a list of links", run_rank);
  Option& edges =
      rank.option("--edges", &arguments.edges,
                  "Rank the links in this file instead of the collection: a line 'source target' "
                  "for each; - for standard input")
          .named("FILE");
  rank.option("--method", &arguments.method, "Compute this kind of rank")
      .one_of({"pagerank", "blockrank"})
      .show_default();
  rank.option("--blocks", &arguments.blocks,
              "Read the blocks of pages for blockrank: a line 'page block' for each page")
      .named("FILE")
      .needs(edges);
  rank.option("--by", &arguments.by, "Group the pages of the collection into blocks by this")
      .one_of({"site", "domain", "community"})
      .show_default()
      .excludes(edges);
  rank.option("--exact", &arguments.exact,
              "Continue from blockrank to pagerank, and report the difference");
  rank.option("--alpha", &arguments.alpha,
              "Set the damping factor: the probability that a reader follows a link")
      .within(0.0, 0.9999)
      .show_default();
  Option& residual = rank.option("--residual", &arguments.residual,
                                 "Stop when a round changes the ranks by less than this in total")
                         .within(1e-15, 1.0)
                         .show_default();
  rank.option("--rounds", &arguments.rounds,
              "Do exactly this many rounds of power iteration, as LDBC Graphalytics defines them")
      .within(0u, 1'000'000u)
      .excludes(residual);
  rank.option("--threads", &arguments.threads,
              "Use this many threads; 0: one per core. Ranks do not depend on it")
      .within(0u, 1'024u)
      .show_default();
  rank.option("--json-lines", &arguments.json_lines, "Print every page and its rank");
  rank.option("--top", &arguments.top, "Print this many of the highest ranks")
      .non_negative()
      .show_default();
  rank.option("--save-graph", &arguments.save_graph,
              "Write the links to this file, in a compact form that --edges reads")
      .named("FILE");
  rank.footer(
      "Examples:\n"
      "  freshet rank --data ./docs\n"
      "  freshet rank --method blockrank --by domain --exact\n"
      "  freshet rank --edges links.txt.gz --json-lines > ranks.jsonl\n"
      "  freshet rank --edges links.txt --blocks hosts.txt --method blockrank --json-lines\n"
      "Ranks sum to 1. The ranks of a collection are stored in it, and 'freshet run' weights "
      "pages\n"
      "by them.");
}

void add_settings(Commands& commands) {
  commands
      .add("settings", "Print every setting with its value, where it was set, and its range",
           Command::Action(run_settings))
      .footer(
          "Examples:\n"
          "  freshet settings\n"
          "  freshet settings --json --set canonical.sort_query=true");
}

}  // namespace freshet::cli
