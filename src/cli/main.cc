#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/output.h"
#include "cli/parse_command_line.h"
#include "clock/clock.h"
#include "crawl/descriptor_plan.h"
#include "systemclock/system_clock.h"
#include "telemetry/log.h"
#include "telemetry/terminal.h"
#include "text/printable.h"

namespace freshet::cli {
namespace {

struct GlobalFlags {
  std::string config;
  std::vector<std::string> overrides;
  std::string data_folder = "./freshet-data";
  std::string store;
  bool json = false;
  bool quiet = false;
};

void add_global_flags(Command& program, GlobalFlags& flags) {
  program
      .option("--config", &flags.config,
              "Read settings from this file (default: ./freshet.toml, if it exists)")
      .named("FILE");
  program
      .option("--set", &flags.overrides,
              "Override a setting, such as robots.max_bytes=1MiB; may be repeated")
      .named("KEY=VALUE")
      .repeatable();
  program.option("--json", &flags.json, "Print results as JSON, for programs");
  program.option("--data", &flags.data_folder, "Keep the collection in this folder")
      .named("FOLDER")
      .show_default();
  program
      .option("--store", &flags.store,
              "Use the collection of a cluster in this PostgreSQL database; --data then keeps only "
              "the archive of this agent")
      .named("DSN");
  program.option("--quiet", &flags.quiet, "Print no progress and no summary");
  program.footer(
      "Examples:\n"
      "  freshet demo\n"
      "  freshet crawl https://example.com/ --contact https://example.org/our-crawler\n"
      "  freshet status\n"
      "For the options and examples of a command: freshet COMMAND --help");
}

telemetry::Log make_log(const settings::Settings::Log& settings, const Clock& clock) {
  telemetry::Log::Options options;
  options.level = telemetry::level_named(settings.level).value_or(options.level);
  options.form = telemetry::form_of(settings.json, telemetry::stderr_is_terminal());
  return {options, clock, telemetry::write_stderr};
}

int run_program(int argc, char** argv) {
  crawl::raise_descriptor_limit();
  Command program("freshet",
                  "Freshet keeps a copy of the web up to date with the fewest requests.");
  GlobalFlags flags;
  add_global_flags(program, flags);
  Commands commands(program);
  for (const auto add : {add_crawl, add_run, add_agent, add_control_commands, add_rank, add_convert,
                         add_search, add_recover, add_recipe, add_items, add_check, add_settings,
                         add_demo, add_aquarium, add_simulate, add_generate}) {
    add(commands);
  }

  const ParsedCommandLine parsed =
      parse_command_line(commands, "freshet " FRESHET_VERSION, program_arguments(argc, argv));
  if (parsed.command == nullptr) {
    print_text(parsed.output);
    telemetry::write_stderr(text::printable_lines(parsed.error));
    return parsed.status;
  }

  std::optional<std::filesystem::path> config;
  if (!flags.config.empty()) config = flags.config;
  auto loaded = settings::load(config, flags.overrides);
  if (!loaded) return report_error(kExitUsage, loaded.error().message);

  const SystemClock clock;
  telemetry::Log log = make_log(loaded->values.log, clock);
  // Name a settings file that was found in the working directory: the user may not expect it.
  const bool was_found = !loaded->file.empty() && !config && !flags.quiet;
  log.write(was_found ? telemetry::Level::kInfo : telemetry::Level::kDebug, "settings read",
            {{"file", loaded->file.empty() ? "none" : loaded->file},
             {"changed", loaded->origins.size()}});
  if (loaded->exposes_secrets) {
    log.warning(
        "every user can read the passwords in the settings file; to fix it: chmod go-r FILE",
        {{"file", loaded->file}});
  }

  return parsed.command->run({.settings = std::move(*loaded),
                              .overrides = flags.overrides,
                              .data_folder = flags.data_folder,
                              .store = flags.store,
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
