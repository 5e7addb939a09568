#include "cli/agent_session.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "cli/agent_tasks.h"
#include "cli/cluster_job.h"
#include "cli/data_access.h"
#include "cli/output.h"
#include "cli/stop_signals.h"
#include "cli/upload_options.h"
#include "collection/data_folder.h"
#include "systemclock/system_clock.h"
#include "telemetry/progress.h"
#include "telemetry/terminal.h"

namespace freshet::cli {
namespace {

std::string machine_name() {
  char name[256] = {};
  gethostname(name, sizeof name - 1);
  std::string text;
  for (const char c : std::string_view(name)) {
    const bool is_allowed = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                            (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
    if (is_allowed && text.size() < 63) text += c;
  }
  return text.empty() ? "agent" : text;
}

void watch(const Invocation& invocation, const AgentSession& session, cluster::Agent& agent,
           const std::atomic<bool>& running) {
  const SystemClock clock;
  const auto began = std::chrono::steady_clock::now();
  telemetry::Progress line(
      telemetry::Progress::mode_for(telemetry::stderr_redraws(), invocation.quiet), clock,
      {.terminal = telemetry::write_stderr,
       .line = telemetry::write_stderr_line,
       .columns = telemetry::stderr_columns});
  bool stop_sent = false;
  while (running) {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - began;
    const bool is_time_over = session.max_seconds && elapsed.count() >= *session.max_seconds;
    if ((stop_requested() || is_time_over) && !stop_sent) {
      stop_sent = true;
      line.clear();
      invocation.log.info(
          "stopping after the requests in flight, and giving the shards back; send the signal "
          "again to stop at once");
      agent.stop();
    }
    line.update([&] { return session.progress_line(agent.progress()); });
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  line.clear();
}

}  // namespace

int run_agent_session(const Invocation& invocation, const AgentSession& session) {
  watch_stop_signals();
  set_output_is_summary();
  protect_new_files(invocation.settings.values);
  const SystemClock clock;
  auto lock = collection::lock_data_folder(invocation.data_folder,
                                           invocation.settings.values.data.follow_links);
  if (!lock) return report_error(kExitUsage, lock.error().message);
  const std::string name = session.own.name.empty() ? machine_name() : session.own.name;
  auto uploader = start_uploader(invocation, name);
  if (!uploader) return report_error(kExitUsage, uploader.error().message);
  auto agent = cluster::Agent::open(
      {.dsn = invocation.store,
       .name = name,
       .lease = invocation.settings.values.cluster.lease,
       .crawl_options =
           [&](const cluster::Job& job) {
             auto options = options_of_job(invocation, job, session.own);
             if (options && *uploader) {
               options->archive_completed = [&](uint32_t last) { (*uploader)->complete(last); };
             }
             return options;
           },
       .tasks = agent_tasks(invocation),
       .ends_when_collected = session.ends_when_collected,
       .max_pages = session.max_pages},
      clock, invocation.log);
  if (!agent) return report_error(kExitUsage, agent.error().message);
  if (session.job) {
    if (const Status laid = (*agent)->set_job(*session.job); !laid) {
      return report_error(kExitUsage, laid.error().message);
    }
  }
  std::atomic<bool> running = true;
  std::thread watcher([&] { watch(invocation, session, **agent, running); });
  const Status status = (*agent)->run();
  if (*uploader) (*uploader)->finish();
  running = false;
  watcher.join();
  const std::string out = session.summary((*agent)->summary());
  if (invocation.json)
    print_exact(out);
  else
    print_text(out);
  return status ? kExitDone : report_error(kExitFailed, status.error().message);
}

}  // namespace freshet::cli
