#include <CLI/CLI.hpp>

#include <string>
#include <vector>

#include "cli/command.h"
#include "clock/clock.h"
#include "telemetry/log.h"
#include "telemetry/terminal.h"

namespace {

using freshet::cli::CheckArguments;
using freshet::cli::Invocation;

struct GlobalFlags {
  std::string config;
  std::vector<std::string> overrides;
  bool json = false;
};

void add_global_flags(CLI::App& app, GlobalFlags& flags) {
  app.add_option("--config", flags.config, "Settings file (default: ./freshet.toml, if there)")
      ->type_name("FILE");
  app.add_option("--set", flags.overrides, "Override a setting, such as robots.max_bytes=1MiB")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->take_all();
  app.add_flag("--json", flags.json, "Answer in JSON, for programs");
}

CLI::App* add_check(CLI::App& app, CheckArguments& arguments) {
  CLI::App* check = app.add_subcommand("check", "What would Freshet make of this?");
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
  return check;
}

CLI::App* add_settings(CLI::App& app) {
  CLI::App* settings =
      app.add_subcommand("settings", "Every setting, its value, where it came from, its range");
  settings->footer(
      "Examples:\n"
      "  freshet settings\n"
      "  freshet settings --json --set canonical.sort_query=true");
  return settings;
}

freshet::telemetry::Log make_log(const freshet::settings::Settings::Log& settings,
                                 const freshet::Clock& clock) {
  namespace telemetry = freshet::telemetry;
  telemetry::Log::Options options;
  options.level = telemetry::level_named(settings.level).value_or(options.level);
  options.form = telemetry::form_of(settings.json, telemetry::stderr_is_terminal());
  return {options, clock, telemetry::write_stderr};
}

int run(int argc, char** argv) {
  CLI::App app("Freshet keeps a copy of the web up to date with the fewest requests.", "freshet");
  app.set_version_flag("--version", "freshet " FRESHET_VERSION);
  app.require_subcommand(1);
  app.fallthrough();  // global flags may follow the command
  app.footer("Every command has --help with examples.");

  GlobalFlags flags;
  add_global_flags(app, flags);
  CheckArguments check_arguments;
  const CLI::App* check = add_check(app, check_arguments);
  const CLI::App* settings = add_settings(app);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const bool asked_for_help = error.get_exit_code() == 0;
    app.exit(error);
    return asked_for_help ? freshet::cli::kExitDone : freshet::cli::kExitUsage;
  }

  std::optional<std::filesystem::path> config;
  if (!flags.config.empty()) config = flags.config;
  auto loaded = freshet::settings::load(config, flags.overrides);
  if (!loaded) return freshet::cli::complain(freshet::cli::kExitUsage, loaded.error().message);

  const freshet::SystemClock clock;
  freshet::telemetry::Log log = make_log(loaded->values.log, clock);
  log.debug("settings read", {{"changed", loaded->origins.size()}});

  const Invocation invocation{.settings = std::move(*loaded), .json = flags.json, .log = log};
  if (check->parsed()) return run_check(invocation, check_arguments);
  if (settings->parsed()) return run_settings(invocation);
  return freshet::cli::kExitUsage;
}

}  // namespace

int main(int argc, char** argv) {
  return run(argc, argv);
}
