#include "cli/looking.h"

#include <CLI/CLI.hpp>

#include <memory>

#include "cli/asking.h"
#include "cli/budget_text.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/since_text.h"
#include "clock/clock.h"

namespace freshet::cli {
namespace {

using InWords = std::string (*)(const json::Value&);

int show(const Invocation& invocation, const Result<std::string>& answer, InWords in_words) {
  if (!answer) return complain(kExitFailed, answer.error().message);
  json::Reader reader;
  const auto read = reader.read(*answer);
  if (!read) return complain(kExitFailed, "the answer is not JSON");
  if (invocation.json)
    print_exact(*answer + "\n");
  else
    print_text(in_words(*read));
  return kExitDone;
}

int run_status(const Invocation& invocation, const LookingArguments& arguments) {
  Asking asking(invocation);
  return show(invocation,
              asking.ask(crawl::AskStatus{.sites = arguments.sites, .worst = arguments.worst}),
              status_in_words);
}

int run_why(const Invocation& invocation, const LookingArguments& arguments) {
  Asking asking(invocation);
  return show(invocation, asking.ask(crawl::AskWhy{arguments.url}), why_in_words);
}

int steer(const Invocation& invocation, const crawl::Command& command) {
  Asking asking(invocation);
  return show(invocation, asking.tell(command), steering_in_words);
}

int run_budget(const Invocation& invocation, const LookingArguments& arguments) {
  const auto budget = parse_budget(arguments.budget);
  if (!budget) return complain(kExitUsage, budget.error().message);
  return steer(invocation, crawl::SetBudget{*budget});
}

int run_seeds(const Invocation& invocation, const LookingArguments& arguments) {
  Asking asking(invocation);
  std::optional<Result<std::string>> answer;
  for (const std::string& url : arguments.add) {
    answer = asking.tell(crawl::AddSeed{url});
    if (!*answer) return complain(kExitFailed, answer->error().message);
  }
  for (const std::string& url : arguments.remove) {
    answer = asking.tell(crawl::RemoveSeed{url});
    if (!*answer) return complain(kExitFailed, answer->error().message);
  }
  if (!answer) answer = asking.ask(crawl::AskSeeds{});
  return show(invocation, *answer, steering_in_words);
}

int run_ping(const Invocation& invocation, const LookingArguments& arguments) {
  crawl::Ping ping{.urls = arguments.pinged};
  if (!arguments.changed.empty()) {
    const auto since = parse_since(arguments.changed);
    if (!since) return complain(kExitUsage, "--changed " + since.error().message);
    ping.changed = since->ago ? SystemClock().now() - *since->ago : since->from.at;
  }
  Asking asking(invocation);
  return show(invocation, asking.tell(ping), ping_in_words);
}

}  // namespace

void add_looking_commands(Commands& commands) {
  const auto owned = std::make_shared<LookingArguments>();
  LookingArguments& arguments = *owned;
  const auto with_arguments = [&owned](auto function) -> Commands::Action {
    return [function, owned](const Invocation& invocation) { return function(invocation, *owned); };
  };
  const auto to_steer = [](const crawl::Command& command) -> Commands::Action {
    return [command](const Invocation& invocation) { return steer(invocation, command); };
  };

  CLI::App* status = commands.add("status", "How fresh the collection is, and which hosts are slow",
                                  with_arguments(run_status));
  status->add_option("--sites", arguments.sites, "Tell of so many sites")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  status->add_flag("--worst", arguments.worst, "Sites with most out of date, not the largest");
  status->footer(
      "Examples:\n"
      "  freshet status --data ./docs\n"
      "  freshet status --worst --sites 5\n"
      "  freshet status --json");

  CLI::App* why = commands.add("why", "What is known of a page, and what it waits for",
                               with_arguments(run_why));
  why->add_option("URL", arguments.url, "The page")->required();
  why->footer(
      "Examples:\n"
      "  freshet why https://example.com/news\n"
      "  freshet why https://example.com/news --json");

  CLI::App* changes =
      commands.add("changes", "What changed, as lines or JSON", with_arguments(run_changes));
  changes
      ->add_option("--since", arguments.since,
                   "From then on: 1h, 2d, 2026-11-15 or 2026-11-15T07:00:00Z")
      ->type_name("TIME")
      ->capture_default_str();
  changes->add_flag("--follow", arguments.follow, "Go on with what changes from now on");
  changes->footer(
      "Examples:\n"
      "  freshet changes --since 2h\n"
      "  freshet changes --since 2026-11-15 --json\n"
      "  freshet changes --since 1min --follow");

  commands.add("pause", "The run asks for nothing until it is resumed", to_steer(crawl::Pause{}))
      ->footer("Example:\n  freshet pause --data ./docs");
  commands.add("resume", "The run goes on", to_steer(crawl::Resume{}))
      ->footer("Example:\n  freshet resume --data ./docs");
  commands.add("stop", "The run finishes what is under way, and ends", to_steer(crawl::Stop{}))
      ->footer("Example:\n  freshet stop --data ./docs");
  CLI::App* budget =
      commands.add("budget", "Give the run another budget", with_arguments(run_budget));
  budget->add_option("R", arguments.budget, "Requests in a time: 2/s, 30/min, 500/h, 10000/day")
      ->required();
  budget->footer(
      "Examples:\n"
      "  freshet budget 2/s\n"
      "  freshet budget 5000/day --data ./docs");
  CLI::App* seeds = commands.add("seeds", "The seeds; add or remove some while it runs",
                                 with_arguments(run_seeds));
  seeds->add_option("--add", arguments.add, "A seed more; may be repeated")
      ->type_name("URL")
      ->expected(1)
      ->take_all();
  seeds->add_option("--remove", arguments.remove, "A seed less; its pages stay in the collection")
      ->type_name("URL")
      ->expected(1)
      ->take_all();
  seeds->footer(
      "Examples:\n"
      "  freshet seeds\n"
      "  freshet seeds --add https://example.org/ --remove https://example.com/");

  CLI::App* ping = commands.add("ping", "Say that pages have changed: the run hears of it",
                                with_arguments(run_ping));
  ping->add_option("URL", arguments.pinged, "The pages; new ones are taken if in scope")
      ->required();
  ping->add_option("--changed", arguments.changed,
                   "When: 5min (ago), 2026-11-15 or 2026-11-15T07:00:00Z; now, if not given")
      ->type_name("TIME");
  ping->footer(
      "Examples:\n"
      "  freshet ping https://example.com/news\n"
      "  freshet ping https://example.com/a https://example.com/b --changed 5min");
}

}  // namespace freshet::cli
