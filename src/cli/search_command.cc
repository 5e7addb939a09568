// freshet search
#include <algorithm>
#include <chrono>
#include <string_view>

#include "cli/commands.h"
#include "cli/data_access.h"
#include "cli/module_options.h"
#include "cli/output.h"
#include "cli/search_text.h"
#include "language/tag.h"
#include "search/search.h"
#include "systemclock/system_clock.h"
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
  std::vector<std::string> marks;  // text before and behind each word found
};

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) {
    if (!out.empty()) out += ' ';
    out += text::trim_start(word);  // removes the space of program_arguments()
  }
  return out;
}

Marks marks_of(const SearchArguments& arguments) {
  if (arguments.marks.size() == 2) return {arguments.marks[0], arguments.marks[1]};
  if (telemetry::stdout_takes_style()) return {"\033[1m", "\033[0m"};
  return {};
}

// Opens the catalogue in the data folder, or in the PostgreSQL database of the arguments, the
// cluster or the settings.
Result<std::unique_ptr<search::Index>> open_index(const SearchArguments& arguments,
                                                  const std::string& data_folder,
                                                  const std::string& store,
                                                  const settings::Settings& settings) {
  if (arguments.dsn.empty() && !store.empty()) return search::open_postgres(store);
  if (arguments.in != "postgres" && arguments.dsn.empty()) {
    return search::open_sqlite(data_folder + "/catalog.db");
  }
  const auto dsn = dsn_of(settings, arguments.dsn);
  if (!dsn) return Unexpected(dsn.error());
  return search::open_postgres(*dsn);
}

// The reader's language; empty if it is not set.
Result<std::string> reader_language(const SearchArguments& arguments,
                                    const settings::Settings& settings) {
  const std::string& name =
      arguments.language.empty() ? settings.search.language : arguments.language;
  std::string tag = language::normalise(name);
  if (tag.empty() && !name.empty()) {
    return fail("\"" + name + "\" is not a language tag; write it like de or pt-BR");
  }
  return tag;
}

int run_search(const Invocation& invocation, const SearchArguments& arguments) {
  protect_new_files(invocation.settings.values);
  auto index =
      open_index(arguments, invocation.data_folder, invocation.store, invocation.settings.values);
  if (!index) return report_error(kExitFailed, index.error().message);
  auto language = reader_language(arguments, invocation.settings.values);
  if (!language) return report_error(kExitUsage, language.error().message);
  words::Segmenter segmenter;
  SearchRequest request{.query = joined(arguments.words),
                        .slice = {.offset = (arguments.page - 1) * arguments.limit,
                                  .limit = arguments.limit,
                                  .prefer_fresh = arguments.prefer_fresh,
                                  .language = std::move(*language),
                                  .now = SystemClock().now()}};
  const auto start = std::chrono::steady_clock::now();
  const auto found = search::search(**index, segmenter, request.query, request.slice);
  if (!found) return report_error(kExitFailed, found.error().message);
  request.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  // Not print_text(): marks may be control codes, and all other text is escaped already.
  print_exact(invocation.json ? search_result_as_json(*found, request)
                              : format_search_result(*found, request, marks_of(arguments)));
  return kExitDone;
}

}  // namespace

void add_search(Commands& commands) {
  auto [command, arguments] = commands.add(
      kCommand, "Search the full text of the collection (after freshet convert)", run_search);
  command.option("QUERY", &arguments.words, "Words to search for").required();
  command.option("--limit", &arguments.limit, "Print this many results")
      .within(size_t{1}, search::kMaxResults)
      .show_default();
  command.option("--page", &arguments.page, "Print this page of the results")
      .within(size_t{1}, search::kMaxResults)
      .show_default();
  command.option("--in", &arguments.in, "Search the catalogue in this kind of database")
      .one_of({"sqlite", "postgres"})
      .show_default();
  command.option("--dsn", &arguments.dsn,
                 "Search this PostgreSQL database (default: the setting database.dsn)");
  command.option(
      "--lang", &arguments.language,
      "Prefer pages in this language, such as de (default: the setting search.language)");
  command.option("--prefer-fresh", &arguments.prefer_fresh,
                 "Prefer pages whose copy is likely to be current");
  command
      .option("--marks", &arguments.marks,
              "Put these texts before and behind the words found (default: bold on a terminal)")
      .values(2)
      .named("BEFORE BEHIND");
  command.footer(
      "A page must have all words, in any order. \"old bridge\" is a phrase; -mill excludes a word "
      "and\n"
      "-\"old mill\" a phrase. Filters: site:example.com, -site:example.com, lang:ko, and by the "
      "date\n"
      "of modification after:2026-10 and before:2026-11-15.\n"
      "Examples:\n"
      "  freshet search old bridge -mill\n"
      "  freshet search '\"old bridge\" site:example.com after:2026' --json\n"
      "  freshet search 서울에서 날씨 --prefer-fresh --limit 20 --page 2");
}

std::vector<std::string> program_arguments(int argc, const char* const* argv) {
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
