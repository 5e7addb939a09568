#include "cluster/job.h"

#include <gtest/gtest.h>

namespace freshet::cluster {
namespace {

TEST(Job, IsReadAsItWasWritten) {
  Job job{.kind = Job::Kind::kRun,
          .settings = {{"politeness.delay", "0.5s"}, {"net.allow_private", "true"}},
          .options = {{"policy", "optimal"}, {"quote", "\"\\"}}};
  job.run_control.seeds = {"https://example.com/\"a", "https://example.org/"};
  job.run_control.paused = true;
  job.run_control.requests_per_second = 2.5;
  const auto read = Job::decode(job.encode());
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->kind, job.kind);
  EXPECT_EQ(read->run_control.encode(), job.run_control.encode());
  EXPECT_EQ(read->settings, job.settings);
  EXPECT_EQ(read->options, job.options);
}

TEST(Job, EmptyTextIsNoJob) {
  EXPECT_EQ(Job::decode("")->kind, Job::Kind::kNone);
  EXPECT_FALSE(Job::decode("{"));
}

}  // namespace
}  // namespace freshet::cluster
