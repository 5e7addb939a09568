// A driver and agents that work on tasks, with threads as in the program.
#include <atomic>
#include <set>

#include "cluster/task_driver.h"
#include "support/task_agents.h"

namespace freshet::cluster {
namespace {

using test::TaskAgents;

// Two steps: each agent returns the number of its shards and what it was sent; then it is told the
// sum, and returns its share of it.
class Share final : public TaskWork {
 public:
  Status run(TaskStep& step) override {
    if (step.number() == 1) {
      count_ = step.part().shards.size();
      std::string inputs;
      const Status read = step.each_input([&](std::string_view bytes) -> Status {
        inputs.append(bytes).push_back(';');
        return Done{};
      });
      if (!read) return read;
      if (Status put = step.put(std::to_string(count_)); !put) return put;
      step.report({.done = 1, .total = 1});
      return step.put(step.payload() + " " + inputs);
    }
    return step.put(std::to_string(count_ * 100 / std::stoul(step.payload())) + " %");
  }

 private:
  size_t count_ = 0;
};

TaskKinds share_only(const TaskAgents::Agent& /*agent*/) {
  return {{"share", [](const Task&) -> Result<std::unique_ptr<TaskWork>> {
             return std::make_unique<Share>();
           }}};
}

using Results = std::map<std::string, std::vector<std::string>>;  // by agent

Status read(TaskDriver& driver, Results& results) {
  results.clear();
  return driver.each_result([&](const TaskPart& part, std::string_view bytes) -> Status {
    results[part.agent].emplace_back(bytes);
    return Done{};
  });
}

TEST(TaskDriver, AgentsDoStepsWithWhatTheDriverMakesOfTheirResults) {
  TaskAgents agents(3, share_only);
  Results first;
  Results second;
  for (int again = 0; again < 3; ++again) {
    const auto driven = drive_task(agents.driver("share"), [&](TaskDriver& driver) {
      Status done = driver.put(SessionId{}, "all");
      for (const TaskPart& part : driver.task().parts) {
        if (done) done = driver.put(part.session, "only " + part.agent);
        if (done) done = driver.put(part.session, "more");
      }
      if (done) done = driver.step("begin");
      if (done) done = read(driver, first);
      size_t sum = 0;
      for (const auto& [name, pieces] : first) sum += std::stoul(pieces.front());
      if (done) done = driver.step(std::to_string(sum));
      if (done) done = read(driver, second);
      return done;
    });
    ASSERT_TRUE(driven) << driven.error().message;
    EXPECT_TRUE(driven->is_done);
    EXPECT_EQ(first, (Results{{"a", {"85", "begin all;only a;more;"}},
                              {"b", {"85", "begin all;only b;more;"}},
                              {"c", {"86", "begin all;only c;more;"}}}));
    EXPECT_EQ(second, (Results{{"a", {"33 %"}}, {"b", {"33 %"}}, {"c", {"33 %"}}}));
  }
  EXPECT_FALSE(agents.connect()->running().value());
}

TEST(TaskDriver, WithoutAgentsNothingIsDone) {
  TaskAgents agents(1, share_only);
  agents.stop(0);
  agents.await_leaving(0);
  const auto driven = drive_task(agents.driver("share"), [](TaskDriver&) -> Status {
    ADD_FAILURE() << "there is no task";
    return Done{};
  });
  ASSERT_TRUE(driven) << driven.error().message;
  EXPECT_FALSE(driven->is_done);
  EXPECT_TRUE(driven->unowned.is_all());
}

TEST(TaskDriver, KindThatAgentsDoNotKnowFails) {
  TaskAgents agents(2, share_only);
  const auto driven =
      drive_task(agents.driver("unknown"), [](TaskDriver& driver) { return driver.step("x"); });
  ASSERT_FALSE(driven);
  EXPECT_NE(driven.error().message.find("\"unknown\""), std::string::npos)
      << driven.error().message;
}

TEST(TaskDriver, ErrorOfTheDriverEndsTheTaskAndIsNotRepeated) {
  TaskAgents agents(2, share_only);
  int tries = 0;
  const auto driven = drive_task(agents.driver("share"), [&](TaskDriver& driver) -> Status {
    ++tries;
    if (Status done = driver.step("x"); !done) return done;
    return fail("no memory");
  });
  ASSERT_FALSE(driven);
  EXPECT_EQ(driven.error().message, "no memory");
  EXPECT_EQ(tries, 1);
  EXPECT_FALSE(agents.connect()->running().value());
}

// Fails, or waits until it is cancelled, as the options say: "fail b", "wait b", "wait *".
class Trouble final : public TaskWork {
 public:
  Trouble(std::string agent, std::atomic<int>& waiting, std::atomic<int>& cancelled)
      : agent_(std::move(agent)), waiting_(waiting), cancelled_(cancelled) {}
  Status run(TaskStep& step) override {
    const std::string& options = step.task().options;
    if (options == "fail " + agent_) return fail("the disk is full");
    if (options != "wait " + agent_ && options != "wait *") return Done{};
    ++waiting_;
    while (!step.is_cancelled()) std::this_thread::yield();
    ++cancelled_;
    return Done{};
  }

 private:
  const std::string agent_;
  std::atomic<int>& waiting_;
  std::atomic<int>& cancelled_;
};

class TasksInTrouble : public testing::Test {
 protected:
  TaskAgents::Kinds kinds() {
    return [this](const TaskAgents::Agent& agent) -> TaskKinds {
      return {
          {"trouble", [this, name = agent.name](const Task&) -> Result<std::unique_ptr<TaskWork>> {
             return std::make_unique<Trouble>(name, waiting_, cancelled_);
           }}};
    };
  }
  void await_waiting(int count) const {
    while (waiting_ < count) std::this_thread::yield();
  }
  void await_cancelled(int count) const {
    while (cancelled_ < count) std::this_thread::yield();
  }

  std::atomic<int> waiting_ = 0;
  std::atomic<int> cancelled_ = 0;
  TaskAgents agents_{3, kinds()};
};

TEST_F(TasksInTrouble, ErrorOfAnAgentFailsTheTaskAtMostThreeTimes) {
  int tries = 0;
  const auto driven = drive_task(agents_.driver("trouble", "fail b"), [&](TaskDriver& driver) {
    ++tries;
    return driver.step("x");
  });
  ASSERT_FALSE(driven);
  EXPECT_NE(driven.error().message.find("b: the disk is full"), std::string::npos)
      << driven.error().message;
  EXPECT_EQ(tries, 3);
}

TEST_F(TasksInTrouble, TaskIsDoneAgainWithoutAnAgentThatLeaves) {
  std::vector<size_t> parts;
  const auto driven = drive_task(agents_.driver("trouble", "wait c"), [&](TaskDriver& driver) {
    parts.push_back(driver.task().parts.size());
    std::thread stopping;
    if (parts.size() == 1) {
      stopping = std::thread([this] {
        await_waiting(1);
        agents_.stop(2);
      });
    }
    Status done = driver.step("x");
    if (stopping.joinable()) stopping.join();
    if (parts.size() == 1) {
      agents_.await_leaving(2);
      agents_.divide();
    }
    return done;
  });
  ASSERT_TRUE(driven) << driven.error().message;
  EXPECT_TRUE(driven->is_done);
  EXPECT_EQ(parts, (std::vector<size_t>{3, 2}));
  EXPECT_EQ(cancelled_, 1);
}

TEST_F(TasksInTrouble, StoppedDriverEndsTheWorkOfAllAgents) {
  auto options = agents_.driver("trouble", "wait *");
  options.is_stopped = [this] { return waiting_ == 3; };
  const auto driven = drive_task(options, [](TaskDriver& driver) { return driver.step("x"); });
  ASSERT_FALSE(driven);
  EXPECT_NE(driven.error().message.find("stopped"), std::string::npos) << driven.error().message;
  await_cancelled(3);
  EXPECT_FALSE(agents_.connect()->running().value());
}

TEST_F(TasksInTrouble, AgentsDropATaskWhoseDriverIsGone) {
  const auto tasks = agents_.connect();
  const auto started = tasks->start({.kind = "trouble", .options = "wait *", .driver = "nobody"});
  ASSERT_TRUE(started && started->task);
  ASSERT_TRUE(tasks->begin_step(started->task->id, 1, ""));
  await_waiting(3);
  agents_.pass(Duration::minutes(1));
  await_cancelled(3);
  const auto driven = drive_task(agents_.driver("trouble", "fine"),
                                 [](TaskDriver& driver) { return driver.step("x"); });
  EXPECT_TRUE(driven) << driven.error().message;
}

TEST(TaskDriver, AgentThatDoesNotBeginAStepIsNamed) {
  // Agents of an older version have no thread for tasks.
  const test::ManualClock clock;
  MemoryCluster tables(clock);
  const auto old = tables.connect();
  const SessionId session = old->join("old", "host").value().session;
  ASSERT_TRUE(old->try_to_coordinate(session).value());
  Plan plan;
  for (int i = 0; i < store::kShards; ++i) {
    plan.assignments.push_back({static_cast<store::ShardId>(i), "old"});
  }
  ASSERT_TRUE(old->carry_out(plan));
  ASSERT_TRUE(old->own(session, store::ShardSet::all())->is_all());
  const auto driven = drive_task({.task = {.kind = "share", .options = "", .driver = "the test"},
                                  .connect = [&] { return tables.connect_tasks(); },
                                  .poll = Duration::milliseconds(1),
                                  .most_silence = Duration::milliseconds(5)},
                                 [](TaskDriver& driver) { return driver.step("x"); });
  ASSERT_FALSE(driven);
  EXPECT_NE(driven.error().message.find("the agent old does not begin"), std::string::npos)
      << driven.error().message;
}

}  // namespace
}  // namespace freshet::cluster
