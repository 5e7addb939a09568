// Tests of a disk that is full or cannot be read: nothing more is fetched, what is committed is
// kept, and the run continues by itself afterwards.
#include "engine/engine_world.h"

namespace freshet::test {
namespace {

using store::VisitResult;

class Disk : public EngineWorld {
 protected:
  Disk() {
    std::vector<std::string> hrefs;
    for (int i = 0; i < 40; ++i) {
      hrefs.push_back("/" + std::to_string(i));
      web_.set("http://a.test" + hrefs.back(), links({"/"}));
    }
    web_.set("http://a.test/", links(hrefs));
  }
  void expect_everything_once() {
    EXPECT_EQ(pages().size(), 41u);
    auto records = archived();
    for (const auto& [url, page] : pages()) {
      EXPECT_EQ(page.result, VisitResult::kNew) << url;
      EXPECT_EQ(records[url].records, 1) << url;
    }
  }
  size_t requests_between(Duration from, Duration until) const {
    size_t count = 0;
    for (const auto& one : web_.requests()) count += one.at >= from && one.at < until ? 1 : 0;
    return count;
  }
};

struct Full {
  const char* name;
  bool archive;
};

class FullDisk : public Disk, public testing::WithParamInterface<Full> {
 protected:
  void fill() { GetParam().archive ? fill_archive_disk() : fill_disk(); }
  void free() { GetParam().archive ? make_archive_room() : make_room(); }
};

TEST_P(FullDisk, StopsTheCrawlUntilThereIsSpace) {
  at(Duration::seconds(10), [&] { fill(); });
  at(Duration::hours(5), [&] {
    EXPECT_TRUE(progress().out_of_room);
    EXPECT_TRUE(status_now().out_of_room);
    free();
  });
  const crawl::Progress progress = run();
  EXPECT_EQ(progress.pages, 41u);
  EXPECT_EQ(progress.ended, crawl::kAllCollected);
  EXPECT_FALSE(progress.out_of_room);
  // Requests in flight end, and the engine checks for space every two seconds.
  EXPECT_EQ(requests_between(Duration::seconds(12), Duration::hours(5)), 0u);
  EXPECT_GE(requests_between(Duration::hours(5), Duration::hours(5) + Duration::seconds(2)), 1u);
  EXPECT_EQ(logged("nothing more is fetched"), 1u);
  EXPECT_EQ(logged("there is room again"), 1u);
  EXPECT_LE(web_.count(), 43u) << "a visit that found no room is repeated";
  expect_everything_once();
}

TEST_P(FullDisk, KilledWhileItIsFullLosesNothing) {
  at(Duration::seconds(10), [&] { fill(); });
  at(Duration::minutes(1), [&] {
    free();
    crash();
  });
  run();
  EXPECT_EQ(run().ended, crawl::kAllCollected);
  expect_everything_once();
}

TEST_P(FullDisk, StoppedWhileItIsFullEndsAtOnceAndLosesNothing) {
  at(Duration::seconds(10), [&] { fill(); });
  at(Duration::minutes(1), [&] { stop(); });
  expects_error_ = true;
  run();
  EXPECT_EQ(run_time(), Duration::minutes(1));
  EXPECT_EQ(status_.error().message, "the last visits could not be committed");
  free();
  expects_error_ = false;
  EXPECT_EQ(run().ended, crawl::kAllCollected);
  expect_everything_once();
}

TEST_P(FullDisk, StopsARunWhichStillAnswersCommands) {
  run_without_end(0.02);
  at(Duration::hours(10), [&] { fill(); });
  at(Duration::hours(15), [&] {
    EXPECT_EQ(why("http://a.test/").standing, collection::Standing::kKept);
    if (!GetParam().archive) {
      EXPECT_FALSE(perform(collection::Pause{})) << "it cannot be written down";
      EXPECT_FALSE(perform(collection::Resume{}));
    }
  });
  at(Duration::hours(20), [&] { free(); });
  run_for(Duration::hours(30));
  EXPECT_LE(requests_between(Duration::hours(10) + Duration::minutes(5), Duration::hours(20)), 0u);
  EXPECT_GT(requests_between(Duration::hours(20), Duration::hours(21)), 60u);
  EXPECT_EQ(logged("there is room again"), 1u);
  auto records = archived();
  for (const auto& [url, page] : pages()) {
    EXPECT_EQ(history(url).totals().changes, 0u) << url;
    EXPECT_EQ(records[url].records, static_cast<int>(history(url).totals().requests)) << url;
  }
}

INSTANTIATE_TEST_SUITE_P(Of, FullDisk, testing::Values(Full{"State", false}, Full{"Archive", true}),
                         [](const auto& test) { return test.param.name; });

TEST_F(Disk, FullForTheStateAtTheStartIsAnErrorBeforeAnyRequest) {
  fill_disk();
  expects_error_ = true;
  run();
  EXPECT_NE(status_.error().message.find("no space left"), std::string::npos);
  EXPECT_EQ(web_.count(), 0u);
}

TEST_F(Disk, FullForTheArchiveAtTheStartDelaysTheCrawl) {
  fill_archive_disk();
  at(Duration::minutes(3), [&] { make_archive_room(); });
  EXPECT_EQ(run().pages, 41u);
  expect_everything_once();
}

TEST_F(Disk, RemovedArchiveFileIsReportedAndItsPagesAreVisitedAgain) {
  at(Duration::seconds(20), [&] { remove_archive_files(); });
  at(Duration::seconds(30), [&] { EXPECT_EQ(status_now().archive_lost.size(), 1u); });
  EXPECT_EQ(run().pages, 41u);
  EXPECT_EQ(logged("an archive file was removed"), 1u);
  const size_t lost = 41 - archived().size();
  EXPECT_GT(lost, 10u);
  const size_t before = web_.count();
  run();
  EXPECT_EQ(web_.count() - before, lost);
  EXPECT_EQ(archived().size(), 41u);
}

TEST_F(Disk, FullSeveralTimesLosesNothing) {
  for (int i = 0; i < 5; ++i) {
    at(Duration::seconds(4 + 10 * i), [&] { fill_disk(); });
    at(Duration::seconds(9 + 10 * i), [&] { make_room(); });
  }
  EXPECT_EQ(run().pages, 41u);
  expect_everything_once();
  EXPECT_EQ(logged("there is room again"), 5u);
}

TEST_F(Disk, PagesThatCannotBeReadForAWhileAreVisitedLater) {
  run_without_end(0.02);
  run_for(Duration::hours(4));
  const size_t before = web_.count();
  after(Duration::hours(1), [&] { store_.fail_reads(true); });
  after(Duration::hours(1) + Duration::seconds(10), [&] {
    EXPECT_FALSE(perform(collection::PageQuery{"http://a.test/"}));
    store_.fail_reads(false);
  });
  run_for(Duration::hours(4));
  EXPECT_GT(logged("the state cannot be read"), 0u);
  EXPECT_GT(web_.count(), before + 250);
  for (const auto& [url, page] : pages()) EXPECT_EQ(page.result, VisitResult::kUnchanged) << url;
}

TEST_F(Disk, FailedReadsAreNotRetriedAThousandTimesASecond) {
  run_without_end(0.02);
  run_for(Duration::hours(1));
  after(Duration(), [&] { store_.fail_reads(true); });
  after(Duration::hours(1), [&] { store_.fail_reads(false); });
  run_for(Duration::hours(2));
  EXPECT_LE(logged("the state cannot be read"), 3'600u);
}

}  // namespace
}  // namespace freshet::test
