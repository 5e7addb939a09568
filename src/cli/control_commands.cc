#include "cli/control_commands.h"

#include <memory>

#include "cli/budget_text.h"
#include "cli/collection_client.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/since_text.h"
#include "systemclock/system_clock.h"

namespace freshet::cli {
namespace {

using Format = std::string (*)(const json::Value&);

int print_answer(const Invocation& invocation, const Result<std::string>& answer, Format format) {
  if (!answer) return report_error(kExitFailed, answer.error().message);
  json::Reader reader;
  const auto read = reader.read(*answer);
  if (!read) {
    return report_error(kExitFailed, "the running Freshet sent an answer that is not JSON");
  }
  if (invocation.json)
    print_exact(*answer + "\n");
  else
    print_text(format(*read));
  return kExitDone;
}

// As text, a few URLs for each time; as JSON, each page once with its place.
int run_cycle_table(const Invocation& invocation, const ControlArguments& arguments) {
  constexpr size_t kAllPages = 1'000'000;
  collection::CycleQuery query;
  query.urls = arguments.urls.value_or(invocation.json ? 0 : query.urls);
  query.pages = invocation.json ? kAllPages : 0;
  CollectionClient client(invocation);
  return print_answer(invocation, client.request(query), format_cycle_table);
}

int run_status(const Invocation& invocation, const ControlArguments& arguments) {
  if (arguments.cycle_table) return run_cycle_table(invocation, arguments);
  CollectionClient client(invocation);
  auto answer =
      client.request(collection::StatusQuery{.sites = arguments.sites, .worst = arguments.worst});
  if (answer && !invocation.store.empty()) {
    if (const Status added = client.add_cluster(*answer); !added) {
      return report_error(kExitFailed, added.error().message);
    }
  }
  return print_answer(invocation, answer, format_status);
}

int run_why(const Invocation& invocation, const ControlArguments& arguments) {
  CollectionClient client(invocation);
  return print_answer(invocation, client.request(collection::PageQuery{arguments.url}), format_why);
}

int control_run(const Invocation& invocation, const collection::Command& command) {
  CollectionClient client(invocation);
  return print_answer(invocation, client.request_from_run(command), format_run_control);
}

int run_budget(const Invocation& invocation, const ControlArguments& arguments) {
  const auto budget = parse_budget(arguments.budget);
  if (!budget) return report_error(kExitUsage, budget.error().message);
  return control_run(invocation, collection::SetBudget{*budget});
}

int run_seeds(const Invocation& invocation, const ControlArguments& arguments) {
  CollectionClient client(invocation);
  std::optional<Result<std::string>> answer;
  for (const std::string& url : arguments.add) {
    answer = client.request_from_run(collection::AddSeed{url});
    if (!*answer) return report_error(kExitFailed, answer->error().message);
  }
  for (const std::string& url : arguments.remove) {
    answer = client.request_from_run(collection::RemoveSeed{url});
    if (!*answer) return report_error(kExitFailed, answer->error().message);
  }
  if (!answer) answer = client.request(collection::SeedsQuery{});
  return print_answer(invocation, *answer, format_run_control);
}

int run_aliases(const Invocation& invocation, const ControlArguments& arguments) {
  CollectionClient client(invocation);
  std::optional<Result<std::string>> answer;
  for (const std::string& site : arguments.undo) {
    answer = client.change_aliases(collection::UndoAlias{site});
    if (!*answer) return report_error(kExitFailed, answer->error().message);
  }
  for (const std::string& site : arguments.allow) {
    answer = client.change_aliases(collection::AllowAlias{site});
    if (!*answer) return report_error(kExitFailed, answer->error().message);
  }
  if (!answer) answer = client.request(collection::AliasesQuery{});
  return print_answer(invocation, *answer, format_aliases);
}

int run_ping(const Invocation& invocation, const ControlArguments& arguments) {
  collection::Ping ping{.urls = arguments.pinged};
  if (!arguments.changed.empty()) {
    const auto since = parse_since(arguments.changed);
    if (!since) return report_error(kExitUsage, "--changed: " + since.error().message);
    ping.changed = since->ago ? SystemClock().now() - *since->ago : since->from.at;
  }
  CollectionClient client(invocation);
  return print_answer(invocation, client.request_from_run(ping), format_ping);
}

}  // namespace

void add_control_commands(Commands& commands) {
  const auto owned = std::make_shared<ControlArguments>();
  ControlArguments& arguments = *owned;
  const auto with_arguments = [&owned](auto function) -> Command::Action {
    return [function, owned](const Invocation& invocation) { return function(invocation, *owned); };
  };
  const auto sending = [](const collection::Command& command) -> Command::Action {
    return [command](const Invocation& invocation) { return control_run(invocation, command); };
  };

  Command& status =
      commands.add("status", "Show how fresh the collection is, and which sites are slow or fail",
                   with_arguments(run_status));
  status.option("--sites", &arguments.sites, "List this many sites").non_negative().show_default();
  status.option("--worst", &arguments.worst,
                "List the sites with the most outdated pages instead of the largest");
  Option& cycle_table =
      status.option("--cycle-table", &arguments.cycle_table,
                    "Show instead which pages the policy cycle visits on which weekday at 0:00 and "
                    "12:00 (of the time zone TZ), and how many pages are in each group");
  status
      .option("--urls", &arguments.urls,
              "List up to this many URLs for each time of the table (default: 3; with --json, 0, "
              "because each page is listed once)")
      .non_negative()
      .needs(cycle_table);
  status.footer(
      "Examples:\n"
      "  freshet status --data ./docs\n"
      "  freshet status --worst --sites 5\n"
      "  TZ=Asia/Seoul freshet status --cycle-table --urls 10\n"
      "  freshet status --json");

  Command& why =
      commands.add("why", "Explain what is known of a page and when it will be visited next",
                   with_arguments(run_why));
  why.option("URL", &arguments.url, "URL of the page").required();
  why.footer(
      "Examples:\n"
      "  freshet why https://example.com/news\n"
      "  freshet why https://example.com/news --json");

  Command& changes =
      commands.add("changes", "List the changes that a run has seen", with_arguments(run_changes));
  changes
      .option("--since", &arguments.since,
              "List changes from this time on: 1h, 2d, 2026-11-15 or 2026-11-15T07:00:00Z")
      .named("TIME")
      .show_default();
  changes.option("--fields", &arguments.fields,
                 "List changes of the fields of items instead: what a recipe extracts");
  changes.option("--follow", &arguments.follow, "Keep printing new changes until the run ends");
  changes.footer(
      "Examples:\n"
      "  freshet changes --since 2h\n"
      "  freshet changes --since 2026-11-15 --json\n"
      "  freshet changes --since 1min --follow\n"
      "  freshet changes --since 7d --fields --json");

  commands
      .add("pause", "Pause the run: send no requests until 'freshet resume'",
           sending(collection::Pause{}))
      .footer("Example:\n  freshet pause --data ./docs");
  commands.add("resume", "Resume a paused run", sending(collection::Resume{}))
      .footer("Example:\n  freshet resume --data ./docs");
  commands.add("stop", "Stop the run after the requests in flight", sending(collection::Stop{}))
      .footer("Example:\n  freshet stop --data ./docs");
  Command& budget =
      commands.add("budget", "Change the request budget of the run", with_arguments(run_budget));
  budget
      .option("BUDGET", &arguments.budget,
              "Requests per time: 2/s, 30/min, 500/h or 10000/day; without a unit per second")
      .required();
  budget.footer(
      "Examples:\n"
      "  freshet budget 2/s\n"
      "  freshet budget 5000/day --data ./docs");
  Command& seeds = commands.add("seeds", "List the seeds, or add and remove seeds of the run",
                                with_arguments(run_seeds));
  seeds.option("--add", &arguments.add, "Add this seed; may be repeated").named("URL").repeatable();
  seeds
      .option("--remove", &arguments.remove,
              "Remove this seed and keep its pages in the collection; may be repeated")
      .named("URL")
      .repeatable();
  seeds.footer(
      "Examples:\n"
      "  freshet seeds\n"
      "  freshet seeds --add https://example.org/ --remove https://example.com/");

  Command& aliases = commands.add(
      "aliases", "List the sites that are other names or mirrors of a site, or undo one",
      with_arguments(run_aliases));
  aliases
      .option("--undo", &arguments.undo,
              "Visit the pages of this site again, and never take it for an alias; may be repeated")
      .named("SITE")
      .repeatable();
  aliases
      .option("--allow", &arguments.allow,
              "Take this site for an alias again if visits show that it is one; may be repeated")
      .named("SITE")
      .repeatable();
  aliases.footer(
      "Examples:\n"
      "  freshet aliases\n"
      "  freshet aliases --undo http://www.example.com\n"
      "  freshet aliases --json");

  Command& ping =
      commands.add("ping", "Tell the run that pages have changed", with_arguments(run_ping));
  ping.option("URL", &arguments.pinged,
              "URLs of the pages; unknown URLs in scope are added to the queue")
      .required();
  ping.option("--changed", &arguments.changed,
              "Say when they changed: 5min (ago), 2026-11-15 or 2026-11-15T07:00:00Z (default: "
              "now)")
      .named("TIME");
  ping.footer(
      "Examples:\n"
      "  freshet ping https://example.com/news\n"
      "  freshet ping https://example.com/a https://example.com/b --changed 5min");
}

}  // namespace freshet::cli
