#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "change/history.h"
#include "clock/civil.h"
#include "collection/answer.h"
#include "crawl/engine.h"
#include "engine/faulty_store.h"
#include "engine/virtual_web.h"
#include "gtest/gtest.h"
#include "support/manual_loop.h"
#include "support/scratch_folder.h"

namespace freshet {

// Prints changes in the messages of failed tests.
inline void PrintTo(const Duration& time, std::ostream* out) {
  *out << time.in_seconds() << " s";
}
inline void PrintTo(const Instant& time, std::ostream* out) {
  *out << format_iso8601(time);
}

}  // namespace freshet

namespace freshet::test {

// The archived records of one URL.
struct Archived {
  int records = 0;  // responses and revisits
  int revisits = 0;
  bool is_truncated = false;
  std::string body;  // of the last response
};

// A world in virtual time in which the engine runs: a scripted web, a clock, a state in memory and
// an archive in a folder. A test sets the answers of the web and the events, runs the engine once
// or several times on the same state, and checks the requests and what is stored.
//
//   web_.set("http://a.test/", links({"/1"}));
//   at(Duration::hours(3), [&] { perform(collection::Pause{}); });
//   run_for(Duration::days(1));
//   EXPECT_EQ(web_.count("http://a.test"), 2u);
//
// Settings are those of the program, unless a test changes them in options_.
class EngineWorld : public testing::Test {
 protected:
  using Kind = store::Change::Kind;

  EngineWorld();
  ~EngineWorld() override;

  // Sets the options of a run without end that revisits known pages even if they hardly change.
  void run_without_end(double requests_per_second = 1);

  // The time since the world began, during and between runs. Only this class makes it pass.
  Duration elapsed() const;
  Instant now() const { return clock_.now(); }
  // Executes `task` at that time, or at once if it is past, during or between runs.
  void at(Duration since_beginning, std::function<void()> task);
  void after(Duration delay, std::function<void()> task) { at(elapsed() + delay, std::move(task)); }
  void every(Duration period, const std::function<void()>& task);
  // Lets time pass between runs.
  void pass(Duration time);

  // Runs the engine until it ends by itself.
  crawl::Progress run();
  // Runs the engine and stops it after this time.
  crawl::Progress run_for(Duration time);
  bool is_running() const { return engine_ != nullptr; }
  // The duration of the last run, and the time from stop() to its end.
  Duration run_time() const { return run_time_; }

  // Only during a run.
  void stop();
  Result<collection::Answer> perform(const collection::Command& command);
  void execute(const collection::Command& command) { EXPECT_TRUE(perform(command)); }
  template <typename Report>
  Report query(const collection::Command& command) {
    auto answer = perform(command);
    EXPECT_TRUE(answer) << answer.error().message;
    return answer ? std::get<Report>(std::move(*answer)) : Report();
  }
  collection::StatusReport status_now() {
    return query<collection::StatusReport>(collection::StatusQuery{});
  }
  collection::PageReport why(const std::string& url) {
    return query<collection::PageReport>(collection::PageQuery{url});
  }
  crawl::Progress progress() const { return engine_->progress(); }
  // Simulates a kill: the run ends with the state of the last commit, and with the archive file as
  // it is now. Nothing that the engine does afterwards has an effect.
  void crash();
  // Simulates a kill instead of the commit with this number, counted from the next one as 1, or
  // right after it.
  void crash_at_commit(int number, bool after = false);

  // Faults that last until they are ended.
  void fill_disk();  // of the state
  void make_room();
  void fill_archive_disk();
  void make_archive_room();
  void remove_archive_files();

  // Read the state. page() and site() fail the test if there is none.
  std::map<std::string, store::PageState> pages() const;
  bool has_page(const std::string& url) const;
  store::PageState page(const std::string& url) const;
  store::SiteState site(const std::string& text) const;
  change::History history(const std::string& url) const;
  std::vector<change::Outcome> outcomes(const std::string& url) const;  // of recent visits
  std::vector<Kind> changes(const std::string& url) const;
  std::map<std::string, Archived> archived() const;  // without robots.txt
  // The number of log lines with this text.
  size_t logged(std::string_view text) const;

  static constexpr Instant kStart = Instant::from_unix_seconds(1'800'000'000);  // a Friday, 08:00

  ManualClock clock_{kStart};
  VirtualWeb web_;
  FaultyStore store_;
  crawl::CrawlOptions options_;
  std::vector<std::string> log_lines_;
  // What the engine works on, if not store_ itself.
  virtual store::Store& state() { return store_; }
  crawl::Engine& engine() { return *engine_; }  // in a run
  // The status of the last run. An error fails the test unless it is expected.
  Status status_ = Done{};
  bool expects_error_ = false;

 private:
  Result<collection::RunControl> take_up_run_control(std::vector<url::Url>& seeds);
  Status open();
  void do_what_is_due();
  void wait_for_plan();
  void allow_file_growth(bool allow);

  std::unique_ptr<ScratchFolder> archive_folder_;
  std::unique_ptr<ScratchFolder> folder_after_crash_;
  telemetry::Log log_;

  Duration before_run_;  // that had passed when the run, or the time between runs, began
  Duration run_time_;
  std::multimap<Duration, std::function<void()>> plan_;
  int runs_ = 0;
  int commits_until_crash_ = 0;
  bool crash_after_commit_ = false;
  bool is_disk_full_ = false;

  // Of the current run.
  crawl::CrawlOptions running_options_;
  std::unique_ptr<ManualLoop> loop_;
  std::unique_ptr<eventloop::Timer> plan_timer_;
  std::unique_ptr<warc::Archive> archive_;
  std::unique_ptr<crawl::Engine> engine_;
};

}  // namespace freshet::test
