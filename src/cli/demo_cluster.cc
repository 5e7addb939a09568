// freshet demo --agents N
#include "cli/demo_cluster.h"

#include <poll.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <set>
#include <thread>

#include "aquarium/aquarium.h"
#include "aquarium/truth.h"
#include "cli/demo_agents.h"
#include "cli/demo_truth.h"
#include "cli/demo_world.h"
#include "cli/numbers.h"
#include "cli/output.h"
#include "cli/private_postgres.h"
#include "cli/stop_signals.h"
#include "cli/temporary_folder.h"
#include "json/write.h"
#include "store/postgres_store.h"
#include "systemclock/system_clock.h"
#include "telemetry/progress.h"
#include "telemetry/terminal.h"

namespace freshet::cli {
namespace {

constexpr double kKillAfter = 20;  // seconds; a third of the time in a short demo
constexpr auto kTurn = std::chrono::milliseconds(100);
constexpr int kTurnsOfALook = 5;
constexpr int kOtherConnections = 20;  // to PostgreSQL, besides those of the agents
constexpr int kConnectionsOfAnAgent = 8;

// Reads single keys while it exists, if standard input is a terminal in whose foreground this
// process is.
class Keys {
 public:
  Keys() {
    if (isatty(STDIN_FILENO) == 0 || tcgetpgrp(STDIN_FILENO) != getpgrp()) return;
    if (tcgetattr(STDIN_FILENO, &before_) != 0) return;
    termios single = before_;
    single.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    is_open_ = tcsetattr(STDIN_FILENO, TCSANOW, &single) == 0;
  }
  ~Keys() {
    if (is_open_) tcsetattr(STDIN_FILENO, TCSANOW, &before_);
  }
  Keys(const Keys&) = delete;
  Keys& operator=(const Keys&) = delete;

  bool is_open() const { return is_open_; }
  bool pressed() const {
    pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
    char key = 0;
    return is_open_ && poll(&input, 1, 0) == 1 && read(STDIN_FILENO, &key, 1) == 1;
  }

 private:
  bool is_open_ = false;
  termios before_{};
};

struct Collected {
  uint64_t expected = 0;  // pages that a complete crawl of the aquarium collects
  uint64_t missing = 0;   // of these, not in the collection
};

Result<Collected> compare(const std::string& dsn, const aquarium::World& world) {
  const auto store = store::open_postgres_store(dsn, {.create = false, .read_only = true});
  if (!store) return Unexpected(store.error());
  std::set<std::string> missing;
  for (std::string& url : aquarium::urls_to_collect(world)) missing.insert(std::move(url));
  Collected collected{.expected = missing.size()};
  const Status read =
      (*store)->each_page(store::ShardSet::all(), [&](const store::PageState& page) {
        if (page.last_success) missing.erase(page.url);
        return true;
      });
  if (!read) return Unexpected(read.error());
  collected.missing = missing.size();
  return collected;
}

double seconds_until_kill(const DemoArguments& arguments) {
  return arguments.seconds ? std::min(kKillAfter, *arguments.seconds / 3) : kKillAfter;
}

class ClusterDemo {
 public:
  ClusterDemo(const Invocation& invocation, const DemoArguments& arguments,
              const aquarium::Aquarium& aquarium, DemoAgents& agents)
      : invocation_(invocation),
        arguments_(arguments),
        aquarium_(aquarium),
        agents_(agents),
        truth_(aquarium),
        line_(telemetry::Progress::mode_for(telemetry::stderr_redraws(), invocation.quiet),
              machine_,
              {.terminal = telemetry::write_stderr,
               .line = telemetry::write_stderr_line,
               .columns = telemetry::stderr_columns}) {}

  // Returns when the time is over or a signal asks for the end.
  Status watch();
  DemoTruth::Freshness freshness() { return truth_.at(aquarium_.virtual_clock().now()); }
  double days() const {
    return (aquarium_.virtual_clock().now() - aquarium_.world().start()).in_days();
  }
  std::optional<double> takeover_seconds() const { return takeover_seconds_; }
  void clear_line() { line_.clear(); }

 private:
  double elapsed() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  }
  std::string progress_line();
  void kill_one();
  void note_takeover();
  void say(const std::string& words);

  const Invocation& invocation_;
  const DemoArguments& arguments_;
  const aquarium::Aquarium& aquarium_;
  DemoAgents& agents_;
  const SystemClock machine_;
  DemoTruth truth_;
  telemetry::Progress line_;
  const Keys keys_;
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  double killed_at_ = 0;  // seconds since the start
  std::optional<double> takeover_seconds_;
};

Status ClusterDemo::watch() {
  const double kill_after = seconds_until_kill(arguments_);
  for (int turn = 0; !stop_requested(); ++turn) {
    if (arguments_.seconds && elapsed() >= *arguments_.seconds) break;
    if (turn % kTurnsOfALook == 0) {
      if (Status updated = agents_.update(); !updated) return updated;
      truth_.update();
      note_takeover();
    }
    const bool is_wanted = keys_.pressed() || elapsed() >= kill_after;
    if (is_wanted && arguments_.agents > 1 && !agents_.killed()) kill_one();
    line_.update([&] { return progress_line(); });
    std::this_thread::sleep_for(kTurn);
  }
  return Done{};
}

std::string ClusterDemo::progress_line() {
  const DemoTruth::Freshness fresh = freshness();
  char words[256];
  std::snprintf(words, sizeof words, "day %5.1f  %s  %u of %u agents  %.0f requests/s  current: %s",
                days(), counted(fresh.pages, "page").c_str(), agents_.alive(), *arguments_.agents,
                agents_.requests_per_second(), percent(fresh.ours).c_str());
  return words;
}

void ClusterDemo::kill_one() {
  agents_.kill_last();
  killed_at_ = elapsed();
  say("Agent " + agents_.killed()->name + " was killed (SIGKILL); it had " +
      counted(agents_.killed()->shards, "shard") +
      ". The others get them when its lease has ended, 15 s after its last heartbeat.\n");
}

void ClusterDemo::note_takeover() {
  if (!agents_.killed() || takeover_seconds_ || !agents_.is_taken_over()) return;
  takeover_seconds_ = elapsed() - killed_at_;
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%.1f s", *takeover_seconds_);
  say("The other agents took over what " + agents_.killed()->name + " had, " + seconds +
      " after it was killed.\n");
}

void ClusterDemo::say(const std::string& words) {
  if (invocation_.quiet || invocation_.json) return;
  line_.clear();
  print_text(words);
  flush_output();
}

void introduce(const Invocation& invocation, const DemoArguments& arguments, double rate) {
  if (invocation.quiet || invocation.json) return;
  char words[1024];
  std::snprintf(
      words, sizeof words,
      "A synthetic web of %u hosts with %u pages each changes while you watch; a virtual "
      "day takes %.3g seconds.\n"
      "%s divide the hosts and a budget of %.0f requests/s through PostgreSQL.\n"
      "  current      share of the copy that is up to date, as only the server can tell\n",
      arguments.hosts, arguments.pages, 86'400 / arguments.time_scale,
      counted(*arguments.agents, "agent").c_str(), rate);
  print_text(words);
  if (arguments.agents > 1) {
    const std::string after = " after " + short_time(seconds_until_kill(arguments)) + ". ";
    print_text((isatty(STDIN_FILENO) != 0 ? "Press a key to kill an agent; otherwise one is killed"
                                          : "An agent is killed") +
               after);
  }
  print_text("Press Ctrl-C to stop.\n");
  flush_output();
}

std::string summary(const Invocation& invocation, const Collected& collected, ClusterDemo& demo,
                    const DemoAgents& agents) {
  const DemoTruth::Freshness fresh = demo.freshness();
  std::string out;
  if (invocation.json) {
    json::Writer w(out);
    w.begin_object().member("days", demo.days()).member("pages", fresh.pages);
    w.member("freshness", fresh.ours).member("round_robin", fresh.round_robin);
    w.member("pages_to_collect", collected.expected).member("missing", collected.missing);
    if (agents.killed()) {
      w.member("killed", agents.killed()->name);
      w.member("killed_shards", uint64_t{agents.killed()->shards});
    }
    if (demo.takeover_seconds()) w.member("takeover_seconds", *demo.takeover_seconds());
    w.end_object();
    return out + "\n";
  }
  if (invocation.quiet) return out;
  out = "The collection has " + grouped(collected.expected - collected.missing) + " of the " +
        counted(collected.expected, "page") + " of this web";
  if (collected.missing == 0) {
    out += agents.killed() ? ": nothing was lost.\n" : ".\n";
  } else {
    out += "; the others wait for a visit.\n";
  }
  return out;
}

int show(const Invocation& invocation, const DemoArguments& arguments, const std::string& folder,
         const std::string& dsn) {
  aquarium::AquariumOptions web{.world = demo_world(arguments), .time_scale = arguments.time_scale};
  // Agents live in real time, in which the dates that this web states make no sense.
  web.world.validators =
      aquarium::Mix<aquarium::ValidatorKind>::only(aquarium::ValidatorKind::kAbsent);
  aquarium::Aquarium aquarium;
  const auto port = aquarium.start(web);
  if (!port) return report_error(kExitFailed, port.error().message);
  const double pages = static_cast<double>(arguments.hosts) * arguments.pages;
  const double rate = kDemoVisitsPerPageDay * pages / 86'400 * arguments.time_scale;
  auto agents = DemoAgents::start({.dsn = dsn,
                                   .folder = folder,
                                   .seed = aquarium.world().url({0, 0}),
                                   .port = *port,
                                   .agents = *arguments.agents,
                                   .requests_per_second = rate,
                                   .policy = arguments.policy,
                                   .overrides = invocation.overrides});
  if (!agents) return report_error(kExitFailed, agents.error().message);
  introduce(invocation, arguments, rate);
  ClusterDemo demo(invocation, arguments, aquarium, **agents);
  const Status watched = demo.watch();
  demo.clear_line();
  if (!watched) return report_error(kExitFailed, watched.error().message);
  (*agents)->stop();
  const auto collected = compare(dsn, aquarium.world());
  if (!collected) return report_error(kExitFailed, collected.error().message);
  const std::string text = summary(invocation, *collected, demo, **agents);
  invocation.json ? print_exact(text) : print_text(text);
  return kExitDone;
}

}  // namespace

int run_demo_cluster(const Invocation& invocation, const DemoArguments& arguments) {
  watch_stop_signals();
  const TemporaryFolder scratch("freshet-demo");
  // The server may run as another user, who passes through to a folder of its own.
  if (scratch.path().empty() || chmod(scratch.path().c_str(), 0711) != 0) {
    return report_error(kExitFailed,
                        "cannot create a temporary folder; set TMPDIR to a folder "
                        "that can be written");
  }
  if (!invocation.store.empty())
    return show(invocation, arguments, scratch.path(), invocation.store);
  const auto server = PrivatePostgres::start(
      scratch.path(),
      static_cast<int>(*arguments.agents) * kConnectionsOfAnAgent + kOtherConnections);
  if (!server) return report_error(kExitFailed, server.error().message);
  return show(invocation, arguments, scratch.path(), (*server)->dsn());
}

}  // namespace freshet::cli
