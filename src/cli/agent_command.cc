// freshet agent
#include "cli/agent_session.h"
#include "cli/cluster_summary.h"
#include "cli/command.h"
#include "cli/commands.h"

namespace freshet::cli {

int run_agent(const Invocation& invocation, const AgentArguments& arguments) {
  if (invocation.store.empty()) {
    return report_error(kExitUsage,
                        "an agent needs --store, the PostgreSQL database of the cluster, such as "
                        "--store postgres://crawler@db.example/crawl");
  }
  return run_agent_session(invocation, {.own = arguments.crawl,
                                        .progress_line = agent_progress_line,
                                        .summary = [&](const cluster::Agent::Summary& summary) {
                                          return cluster_summary(invocation, summary);
                                        }});
}

void add_agent(Commands& commands) {
  auto [agent, arguments] = commands.add(
      "agent", "Take part in a crawl or run of several machines, until it is stopped", run_agent);
  CrawlArguments& own = arguments.crawl;
  agent.option("--name", &own.name, "Name this agent (default: the name of the machine)");
  agent
      .option(
          "--delay", &own.delay_seconds,
          "Wait this long between two requests to a host, instead of what the crawl or run says")
      .named("SECONDS");
  agent.option("--per-host", &own.per_host,
               "Send at most this many requests to a host at the same time");
  agent.option("--allow-private", &own.allow_private,
               "Allow requests to loopback and private addresses");
  agent.option("--user-agent", &own.user_agent, "Send this User-Agent");
  agent.option("--contact", &own.contact, "Tell site owners how to reach you");
  agent.footer(
      "Examples:\n"
      "  freshet crawl https://example.com/ --store postgres://crawler@db/crawl --data ./a1\n"
      "  freshet agent --store postgres://crawler@db/crawl --data ./a2 --name a2\n"
      "An agent waits until a crawl or run is started with the same --store. Any agent may leave "
      "or "
      "be killed: the others continue its work.");
}

}  // namespace freshet::cli
