// Tests that kill -9 at any time loses at most what was fetched since the last commit.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <random>
#include <thread>

#include "crash/crawl_program.h"
#include "crash/repeats.h"
#include "integration/raw_client.h"
#include "support/long_run.h"

namespace freshet::crash {
namespace {

namespace fs = std::filesystem;

// When a run is killed. The test watches files and not the clock, so that the kill happens between
// the two writes of a commit, or during the change from one archive file to the next.
enum class Moment {
  kStarting,
  kFetching,
  kArchived,   // the archive grew, and the state was not yet committed
  kCommitted,  // the state's log grew
  kRotating,   // a new file in the archive
  kAtTheEnd,
};

constexpr std::pair<Moment, int> kRounds[] = {{Moment::kStarting, 7}, {Moment::kFetching, 8},
                                              {Moment::kArchived, 6}, {Moment::kCommitted, 5},
                                              {Moment::kRotating, 5}, {Moment::kAtTheEnd, 4}};
// The number of kills that may come after the end of the crawl.
constexpr size_t kMostMissed = 5;
constexpr Duration kCommitInterval = Duration::milliseconds(250);

struct Files {
  size_t count = 0;
  uint64_t bytes = 0;
};

Files files_in(const fs::path& folder, std::string_view ending) {
  Files files;
  std::error_code ignored;  // files are created and deleted meanwhile
  for (fs::directory_iterator at(folder, ignored), end; !ignored && at != end;
       at.increment(ignored)) {
    if (!at->path().string().ends_with(ending)) continue;
    ++files.count;
    const auto size = fs::file_size(at->path(), ignored);
    if (!ignored) files.bytes += size;
  }
  return files;
}

void pause(int64_t microseconds) {
  std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
}

class Kill : public CrawlProgram {
 protected:
  std::vector<Moment> plan() {
    std::vector<Moment> moments;
    for (const auto& [moment, times] : kRounds) {
      moments.insert(moments.end(), test::is_long_run() ? times : (times + 2) / 3, moment);
    }
    const auto end = std::find(moments.begin(), moments.end(), Moment::kAtTheEnd);
    std::shuffle(moments.begin(), end, random_);
    return moments;
  }

  int64_t up_to(int64_t most) { return static_cast<int64_t>(random_() % (most + 1)); }

  // Waits for the moment and kills the program. Returns false if it ended before. If the moment
  // does not come, the test fails.
  template <typename Condition>
  static bool await(test::ChildProcess& program, const Condition& condition) {
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!condition()) {
      if (!program.running()) return false;
      if (std::chrono::steady_clock::now() > until) {
        ADD_FAILURE() << "the program makes no progress: " << program.errors();
        return false;
      }
      pause(100);
    }
    return true;
  }

  // Waits until `growing` of the files increases.
  template <typename Growing>
  static bool await_growth(test::ChildProcess& program, const Growing& growing) {
    auto before = growing();
    return await(program, [&] {
      const auto now = growing();
      const bool grew = now > before;
      before = now;
      return grew;
    });
  }

  bool await_requests(test::ChildProcess& program, int64_t more) {
    const uint64_t enough = aquarium_.log().total() + static_cast<uint64_t>(more);
    return await(program, [&] { return aquarium_.log().total() >= enough; });
  }

  bool await_moment(test::ChildProcess& program, Moment moment, uint64_t all) {
    const fs::path warc = data() + "/warc";
    switch (moment) {
      case Moment::kStarting: pause(up_to(120'000)); return program.running();
      case Moment::kFetching: return await_requests(program, 1 + up_to(400));
      case Moment::kArchived:
        return await_requests(program, 1 + up_to(100)) &&
               await_growth(program, [&] { return files_in(warc, ".warc.gz").bytes; });
      case Moment::kCommitted:
        return await_requests(program, 1 + up_to(100)) &&
               await_growth(program, [&] { return files_in(data() + "/state", ".log").bytes; });
      case Moment::kRotating:
        return await_requests(program, 1) &&
               await_growth(program, [&] { return files_in(warc, "").count; });
      case Moment::kAtTheEnd:
        return await(program, [&] { return answered_once() + 20 >= all; }) &&
               await_requests(program, 1 + up_to(10));
    }
    return false;
  }

  // Returns the number of different URLs that were answered.
  size_t answered_once() {
    for (aquarium::LoggedRequest& r : aquarium_.requests(heard_)) {
      heard_ = r.number;
      answered_.insert(r.host + r.target);
    }
    return answered_.size();
  }

  // Waits until the server has handled everything that a dead program had sent.
  void await_server() const {
    for (int round = 0; round < 2; ++round) {
      test::RawClient client(aquarium_.port());
      client.send("GET /seeds HTTP/1.1\r\nHost: truth.aquarium.test\r\nConnection: close\r\n\r\n");
      EXPECT_EQ(client.receive().status, 200);
    }
  }

  // Returns all requests except those of the test itself.
  std::vector<aquarium::LoggedRequest> requests_of_the_program() const {
    auto log = aquarium_.requests();
    std::erase_if(log, [](const auto& request) { return request.host == "truth.aquarium.test"; });
    return log;
  }

  void set_seed(unsigned seed) {
    random_.seed(seed);
    std::cout << "seed " << seed << "\n";
    RecordProperty("seed", std::to_string(seed));
  }

 private:
  std::mt19937 random_;
  uint64_t heard_ = 0;
  std::set<std::string> answered_;
};

aquarium::WorldOptions world() {
  using namespace aquarium;
  const uint32_t pages = test::is_long_run() ? 450 : 200;
  WorldOptions world{.seed = 5, .hosts = 8, .pages_per_host = pages};
  world.latency = Duration::milliseconds(20);
  world.varied_links = true;
  world.robots = Mix<RobotsKind>::only(RobotsKind::kRules);
  world.sitemaps = Mix<SitemapKind>::only(SitemapKind::kNone).with(SitemapKind::kIndex, 1);
  world.pages = Mix<PageKind>::only(PageKind::kOrdinary)
                    .with(PageKind::kPrivate, 0.05)
                    .with(PageKind::kNoindex, 0.05)
                    .with(PageKind::kMissing, 0.05)
                    .with(PageKind::kMoved301, 0.05)
                    .with(PageKind::kRedirectChain, 0.02)
                    .with(PageKind::kBroken, 0.05);
  world.gzip_share = 0.5;
  world.chunked_share = 0.5;
  return world;
}

// The environment variable FRESHET_CRASH_SEED selects other moments.
TEST_F(Kill, AnywhereLosesNothingAndRepeatsFewRequests) {
  const char* const named = std::getenv("FRESHET_CRASH_SEED");
  set_seed(named != nullptr ? static_cast<unsigned>(std::atoi(named)) : 20'260'105);
  start(world());
  // The archive files are small, so that new ones are begun often.
  const std::vector<std::string> small_files = {
      "--set", "warc.max_file_bytes=1MiB", "--set", "warc.level=0", "--per-host", "1"};
  const std::set<std::string> expected = to_collect();

  std::vector<Instant> kills;
  const std::vector<Moment> moments = plan();
  for (const Moment moment : moments) {
    test::ChildProcess program(command(small_files));
    await_moment(program, moment, expected.size());
    const test::Ended ended = program.kill();
    ASSERT_TRUE(ended.signal == SIGKILL || ended.status == 0) << ended.status << ended.errors;
    await_server();
    if (ended.signal == SIGKILL) kills.push_back(clock_.now());
    if (HasFailure()) return;
  }
  EXPECT_GE(kills.size() + kMostMissed, moments.size());
  const test::Ended last = run(small_files);
  EXPECT_EQ(last.status, 0) << last.errors;
  EXPECT_EQ(summary_number(last, "waiting"), 0);

  const Collection collection = read_collection(data());
  expect_collected_once(collection, expected);
  expect_state_and_archive_agree(collection);
  expect_indexes_are_complete(data());
  const std::vector<aquarium::LoggedRequest> log = requests_of_the_program();
  expect_manners(1, cut_at_kills(log, kills));
  const Duration slack = Duration::milliseconds(250);  // tolerance for a busy machine
  const Repeats repeats = expect_repeats_only_after_kills(log, kills, kCommitInterval + slack);
  std::cout << kills.size() << " kills, " << repeats.requests << " requests, " << repeats.repeated
            << " of them repeated, " << repeats.at_risk << " could have been, the oldest "
            << repeats.oldest.in_seconds() << " s\n";
}

}  // namespace
}  // namespace freshet::crash
