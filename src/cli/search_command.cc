#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <string_view>

#include "cli/commands.h"
#include "cli/data_access.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/search_text.h"
#include "clock/clock.h"
#include "language/tag.h"
#include "search/search.h"
#include "telemetry/terminal.h"
#include "text/ascii.h"

namespace freshet::cli {
namespace {

constexpr const char* kCommand = "search";

struct SearchArguments {
  std::vector<std::string> words;
  size_t limit = 10;
  size_t page = 1;
  std::string in = "sqlite";
  std::string dsn;
  std::string language;
  bool prefer_fresh = false;
  std::vector<std::string> marks;  // before and behind what was searched for
};

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) {
    if (!out.empty()) out += ' ';
    out += text::trim_start(word);  // see with_exclusions()
  }
  return out;
}

Marks marks_of(const SearchArguments& arguments) {
  if (arguments.marks.size() == 2) return {arguments.marks[0], arguments.marks[1]};
  if (telemetry::stdout_takes_style()) return {"\033[1m", "\033[0m"};
  return {};
}

// The catalogue in the data folder, or the database that is named.
Result<std::unique_ptr<search::Index>> open_index(const SearchArguments& arguments,
                                                  const std::string& data_folder,
                                                  const settings::Settings& settings) {
  if (arguments.in != "postgres" && arguments.dsn.empty()) {
    return search::open_sqlite(data_folder + "/catalog.db");
  }
  const auto dsn = dsn_of(settings, arguments.dsn);
  if (!dsn) return Unexpected(dsn.error());
  return search::open_postgres(*dsn);
}

// The reader's language; empty: not said.
Result<std::string> reader_language(const SearchArguments& arguments,
                                    const settings::Settings& settings) {
  const std::string& said =
      arguments.language.empty() ? settings.search.language : arguments.language;
  std::string tag = language::normalise(said);
  if (tag.empty() && !said.empty()) {
    return fail("\"" + said + "\" is no language tag such as de or pt-BR");
  }
  return tag;
}

int run_search(const Invocation& invocation, const SearchArguments& arguments) {
  protect_new_files(invocation.settings.values);
  auto index = open_index(arguments, invocation.data_folder, invocation.settings.values);
  if (!index) return complain(kExitFailed, index.error().message);
  auto language = reader_language(arguments, invocation.settings.values);
  if (!language) return complain(kExitUsage, language.error().message);
  words::Segmenter segmenter;
  Shown shown{.query = joined(arguments.words),
              .slice = {.offset = (arguments.page - 1) * arguments.limit,
                        .limit = arguments.limit,
                        .prefer_fresh = arguments.prefer_fresh,
                        .language = std::move(*language),
                        .now = SystemClock().now()}};
  const auto start = std::chrono::steady_clock::now();
  const auto found = search::search(**index, segmenter, shown.query, shown.slice);
  if (!found) return complain(kExitFailed, found.error().message);
  shown.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  // Not print_text(): marks may be codes for the terminal, and all else is escaped.
  print_exact(invocation.json ? found_in_json(*found, shown)
                              : found_in_words(*found, shown, marks_of(arguments)));
  return kExitDone;
}

}  // namespace

void add_search(Commands& commands) {
  auto [command, arguments] = commands.add(
      kCommand, "Ranked full text; every hit says when it was last verified", run_search);
  command->add_option("QUERY", arguments.words, "What to search for")->required();
  command->add_option("--limit", arguments.limit, "Show so many")
      ->check(CLI::Range(size_t{1}, search::kDeepest))
      ->capture_default_str();
  command->add_option("--page", arguments.page, "The next so many: 2, and so on")
      ->check(CLI::Range(size_t{1}, search::kDeepest))
      ->capture_default_str();
  command->add_option("--in", arguments.in, "Where convert put it")
      ->check(CLI::IsMember({"sqlite", "postgres"}))
      ->capture_default_str();
  command->add_option("--dsn", arguments.dsn,
                      "In this PostgreSQL database (default: the setting database.dsn)");
  command->add_option("--lang", arguments.language,
                      "The language that you read, such as de: its pages come first "
                      "(default: the setting search.language)");
  command->add_flag("--prefer-fresh", arguments.prefer_fresh,
                    "Pages of which our copy is likely current come first");
  command
      ->add_option("--marks", arguments.marks,
                   "What stands before and behind the words found (default: bold on a terminal)")
      ->expected(2)
      ->type_name("BEFORE BEHIND");
  command->footer(
      "All words must be there, in any order. \"old bridge\" is a phrase, -mill excludes a word,\n"
      "-\"old mill\" a phrase. site:example.com, -site:example.com, lang:ko, after:2026-10 and\n"
      "before:2026-11-15 (when the page was modified) narrow it down.\n"
      "Examples:\n"
      "  freshet search old bridge -mill\n"
      "  freshet search '\"old bridge\" site:example.com after:2026' --json\n"
      "  freshet search 서울에서 날씨 --prefer-fresh --limit 20 --page 2");
}

std::vector<std::string> with_exclusions(int argc, const char* const* argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  const auto command = std::find(arguments.begin(), arguments.end(), kCommand);
  std::for_each(command, arguments.end(), [](std::string& argument) {
    const bool is_exclusion =
        argument.starts_with('-') && !argument.starts_with("--") && argument != "-h";
    if (is_exclusion) argument.insert(0, 1, ' ');
  });
  return arguments;
}

}  // namespace freshet::cli
