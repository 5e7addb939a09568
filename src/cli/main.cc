#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/output.h"
#include "clock/clock.h"
#include "crawl/descriptor_plan.h"
#include "telemetry/log.h"
#include "telemetry/terminal.h"
#include "text/printable.h"

namespace freshet::cli {
namespace {

struct GlobalFlags {
  std::string config;
  std::vector<std::string> overrides;
  std::string data_folder = "./freshet-data";
  bool json = false;
  bool quiet = false;
};

void add_global_flags(CLI::App& app, GlobalFlags& flags) {
  app.add_option("--config", flags.config, "Settings file (default: ./freshet.toml, if there)")
      ->type_name("FILE");
  app.add_option("--set", flags.overrides, "Override a setting, such as robots.max_bytes=1MiB")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->take_all();
  app.add_flag("--json", flags.json, "Answer in JSON, for programs");
  app.add_option("--data", flags.data_folder, "Where the collection is kept")
      ->type_name("FOLDER")
      ->capture_default_str();
  app.add_flag("--quiet", flags.quiet, "No progress, no summary");
}

telemetry::Log make_log(const settings::Settings::Log& settings, const Clock& clock) {
  telemetry::Log::Options options;
  options.level = telemetry::level_named(settings.level).value_or(options.level);
  options.form = telemetry::form_of(settings.json, telemetry::stderr_is_terminal());
  return {options, clock, telemetry::write_stderr};
}

int run_program(int argc, char** argv) {
  CLI::App app("Freshet keeps a copy of the web up to date with the fewest requests.", "freshet");
  app.set_version_flag("--version", "freshet " FRESHET_VERSION);
  app.require_subcommand(1);
  app.fallthrough();  // global flags may follow the command
  app.footer("Every command has --help with examples.");

  crawl::raise_descriptor_limit();
  GlobalFlags flags;
  add_global_flags(app, flags);
  Commands commands(app);
  for (const auto add :
       {add_check, add_crawl, add_run, add_convert, add_demo, add_aquarium, add_simulate, add_rank,
        add_recover, add_looking_commands, add_search, add_settings}) {
    add(commands);
  }

  try {
    auto arguments = with_exclusions(argc, argv);
    std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants them
    app.parse(std::move(arguments));
  } catch (const CLI::ParseError& error) {
    const bool asked_for_help = error.get_exit_code() == 0;
    std::ostringstream out;
    std::ostringstream complaint;
    app.exit(error, out, complaint);
    print_text(out.str());
    telemetry::write_stderr(text::printable_lines(complaint.str()));
    return asked_for_help ? kExitDone : kExitUsage;
  }

  std::optional<std::filesystem::path> config;
  if (!flags.config.empty()) config = flags.config;
  auto loaded = settings::load(config, flags.overrides);
  if (!loaded) return complain(kExitUsage, loaded.error().message);

  const SystemClock clock;
  telemetry::Log log = make_log(loaded->values.log, clock);
  // One that was not named may surprise its user.
  const bool is_surprise = !loaded->file.empty() && !config && !flags.quiet;
  log.write(is_surprise ? telemetry::Level::kInfo : telemetry::Level::kDebug, "settings read",
            {{"file", loaded->file.empty() ? "none" : loaded->file},
             {"changed", loaded->origins.size()}});
  if (loaded->exposes_secrets) {
    log.warning("every user can read the passwords in the settings file: chmod go-r it",
                {{"file", loaded->file}});
  }

  return commands.run({.settings = std::move(*loaded),
                       .data_folder = flags.data_folder,
                       .json = flags.json,
                       .quiet = flags.quiet,
                       .log = log});
}

}  // namespace
}  // namespace freshet::cli

int main(int argc, char** argv) {
  freshet::cli::prepare_standard_streams();
  return freshet::cli::finish_output(freshet::cli::run_program(argc, argv));
}
