#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "cluster/registry.h"
#include "cluster/tasks.h"

namespace freshet::cluster {

// The tests that every Tasks must pass. To run them on a new implementation, write a class as for
// registry_contract.h, with one more function:
//   Result<std::unique_ptr<Tasks>> connect_tasks()    to the tables of the same cluster
// and instantiate the suite with it.
template <typename Maker>
class TasksContract : public testing::Test {
 protected:
  using Direction = Tasks::Box::Direction;
  static constexpr Duration kDriverLease = Duration::seconds(10);

  void SetUp() override {
    if (const std::string missing = Maker::missing(); !missing.empty()) GTEST_SKIP() << missing;
    maker_ = std::make_unique<Maker>();
    registry_ = maker_->connect().value();
    other_ = maker_->connect().value();
    tasks_ = maker_->connect_tasks().value();
  }

  static SessionId join(Registry& registry, const std::string& name) {
    return registry.join(name, "host of " + name).value().session;
  }
  void assign(int first, int last, const std::string& agent) {
    Plan plan;
    for (int shard = first; shard <= last; ++shard) {
      plan.assignments.push_back({static_cast<store::ShardId>(shard), agent});
    }
    const Status done = registry_->carry_out(plan);
    ASSERT_TRUE(done) << done.error().message;
  }
  // Agents a and b, of which a coordinates, own the shards 0 to 99 and 100 to 255.
  void make_agents() {
    a_ = join(*registry_, "a");
    b_ = join(*other_, "b");
    ASSERT_TRUE(registry_->try_to_coordinate(a_).value());
    assign(0, 99, "a");
    assign(100, 255, "b");
    ASSERT_EQ(registry_->own(a_, store::ShardSet::all())->size(), 100u);
    ASSERT_EQ(other_->own(b_, store::ShardSet::all())->size(), 156u);
  }
  Result<Tasks::Started> try_to_start(const std::string& kind = "sort") {
    return tasks_->start({kind, R"({"a":1})", "somewhere, process 7", kDriverLease});
  }
  Task start() {
    const auto started = try_to_start();
    EXPECT_TRUE(started) << started.error().message;
    if (!started || !started->task) {
      ADD_FAILURE() << "no task";
      return {};
    }
    return *started->task;
  }
  // A running task of which both agents have finished `step`.
  TaskId start_and_finish(uint32_t step) {
    const TaskId id = start().id;
    for (uint32_t s = 1; s <= step; ++s) {
      EXPECT_TRUE(tasks_->begin_step(id, s, ""));
      for (const SessionId session : {a_, b_}) EXPECT_TRUE(tasks_->finish_step(id, session, s));
    }
    return id;
  }
  // Why the task does not run.
  std::string end_of(TaskId id) {
    const auto task = tasks_->task(id);
    if (task) return "it runs";
    EXPECT_EQ(task.error().kind, ErrorKind::kFenced);
    return task.error().message;
  }
  void expect_ended(TaskId id, const std::string& reason) {
    EXPECT_NE(end_of(id).find(reason), std::string::npos) << end_of(id);
  }

  std::unique_ptr<Maker> maker_;
  std::unique_ptr<Registry> registry_;
  std::unique_ptr<Registry> other_;
  std::unique_ptr<Tasks> tasks_;
  SessionId a_;
  SessionId b_;
};
TYPED_TEST_SUITE_P(TasksContract);

TYPED_TEST_P(TasksContract, AllAgentsThatOwnShardsTakePart) {
  this->make_agents();
  const auto idle = this->maker_->connect().value();
  this->join(*idle, "idle");
  const auto started = this->try_to_start();
  ASSERT_TRUE(started) << started.error().message;
  EXPECT_EQ(started->agents, 3u);
  ASSERT_TRUE(started->task);
  const Task& task = *started->task;
  EXPECT_EQ(task.kind, "sort");
  EXPECT_EQ(task.options, R"({"a":1})");
  EXPECT_EQ(task.driver, "somewhere, process 7");
  EXPECT_EQ(task.step, 0u);
  ASSERT_EQ(task.parts.size(), 2u);
  EXPECT_EQ(task.parts[0].agent, "a");
  EXPECT_EQ(task.parts[0].session, this->a_);
  EXPECT_EQ(task.parts[0].writer, 1);
  EXPECT_EQ(task.parts[0].shards, store::ShardSet::range(0, 99));
  EXPECT_EQ(task.parts[1].agent, "b");
  EXPECT_EQ(task.parts[1].writer, 2);
  EXPECT_EQ(task.parts[1].shards, store::ShardSet::range(100, 255));
  EXPECT_TRUE(task.has_finished_step());
}

TYPED_TEST_P(TasksContract, DoesNotStartWithoutAgentsOrWithShardsThatNobodyOwns) {
  const auto nobody = this->try_to_start();
  ASSERT_TRUE(nobody);
  EXPECT_FALSE(nobody->task);
  EXPECT_EQ(nobody->agents, 0u);
  this->make_agents();
  ASSERT_TRUE(this->other_->release(this->b_, {200}));
  const auto incomplete = this->try_to_start();
  ASSERT_TRUE(incomplete);
  EXPECT_FALSE(incomplete->task);
  EXPECT_EQ(incomplete->agents, 2u);
  EXPECT_EQ(incomplete->unowned, store::ShardSet{200});
  EXPECT_FALSE(this->tasks_->running().value());
}

TYPED_TEST_P(TasksContract, DoesNotStartWhileAShardIsHandedOver) {
  this->make_agents();
  this->assign(7, 7, "b");
  EXPECT_EQ(this->try_to_start()->unowned, store::ShardSet{7});
}

TYPED_TEST_P(TasksContract, OnlyOneRunsAndTheErrorNamesIt) {
  this->make_agents();
  const Task first = this->start();
  const auto second = this->try_to_start("count");
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find("\"sort\""), std::string::npos) << second.error().message;
  EXPECT_NE(second.error().message.find("somewhere, process 7"), std::string::npos);
  EXPECT_EQ(this->tasks_->running().value()->id, first.id);
  ASSERT_TRUE(this->tasks_->end(first.id, std::nullopt));
  EXPECT_FALSE(this->tasks_->running().value());
  EXPECT_NE(this->start().id, first.id);
}

TYPED_TEST_P(TasksContract, AgentsLearnOfItWithTheirHeartbeatsAndByNotification) {
  this->make_agents();
  EXPECT_EQ(this->registry_->heartbeat(this->a_, {})->task, TaskId{});
  (void)this->registry_->take_notifications();
  const TaskId id = this->start().id;
  Orders orders = this->registry_->heartbeat(this->a_, {}).value();
  EXPECT_TRUE(this->registry_->take_notifications().cluster);
  EXPECT_EQ(orders.task, id);
  EXPECT_EQ(orders.task_step, 0u);
  ASSERT_TRUE(this->tasks_->begin_step(id, 1, ""));
  orders = this->registry_->heartbeat(this->a_, {}).value();
  EXPECT_TRUE(this->registry_->take_notifications().cluster);
  EXPECT_EQ(orders.task_step, 1u);
  ASSERT_TRUE(this->tasks_->end(id, std::nullopt));
  orders = this->registry_->heartbeat(this->a_, {}).value();
  EXPECT_TRUE(this->registry_->take_notifications().cluster);
  EXPECT_EQ(orders.task, TaskId{});
}

TYPED_TEST_P(TasksContract, StepBeginsWhenAllHaveFinishedTheOneBefore) {
  this->make_agents();
  const TaskId id = this->start().id;
  ASSERT_TRUE(this->tasks_->begin_step(id, 1, "one"));
  EXPECT_EQ(this->tasks_->task(id)->payload, "one");
  EXPECT_FALSE(this->tasks_->task(id)->has_finished_step());
  EXPECT_FALSE(this->tasks_->begin_step(id, 2, "two"));
  ASSERT_TRUE(this->tasks_->report(id, this->a_, 1, {.done = 3, .total = 8}));
  Task task = this->tasks_->task(id).value();
  EXPECT_EQ(task.parts[0].begun, 1u);
  EXPECT_EQ(task.parts[0].progress, (TaskProgress{3, 8}));
  EXPECT_EQ(task.parts[1].begun, 0u);
  ASSERT_TRUE(this->tasks_->finish_step(id, this->a_, 1));
  EXPECT_FALSE(this->tasks_->begin_step(id, 2, "two"));
  ASSERT_TRUE(this->tasks_->finish_step(id, this->b_, 1));
  EXPECT_TRUE(this->tasks_->task(id)->has_finished_step());
  ASSERT_TRUE(this->tasks_->begin_step(id, 2, "two"));
  task = this->tasks_->task(id).value();
  EXPECT_EQ(task.step, 2u);
  EXPECT_EQ(task.payload, "two");
  EXPECT_FALSE(task.has_finished_step());
}

TYPED_TEST_P(TasksContract, CallsMayBeRepeated) {
  this->make_agents();
  const TaskId id = this->start_and_finish(1);
  ASSERT_TRUE(this->tasks_->finish_step(id, this->a_, 1));
  ASSERT_TRUE(this->tasks_->begin_step(id, 2, "two"));
  ASSERT_TRUE(this->tasks_->begin_step(id, 2, "two"));
  ASSERT_TRUE(this->tasks_->finish_step(id, this->a_, 1));
  ASSERT_TRUE(this->tasks_->report(id, this->a_, 1, {.done = 1}));
  const Task task = this->tasks_->task(id).value();
  EXPECT_EQ(task.step, 2u);
  EXPECT_EQ(task.parts[0].finished, 1u);
  for (const SessionId session : {this->a_, this->b_}) {
    ASSERT_TRUE(this->tasks_->finish_step(id, session, 2));
  }
  ASSERT_TRUE(this->tasks_->end(id, std::nullopt));
  EXPECT_TRUE(this->tasks_->end(id, std::nullopt));
  this->expect_ended(id, "it has ended");
}

TYPED_TEST_P(TasksContract, PiecesWaitInTheirBoxesUntilTheNextStep) {
  this->make_agents();
  const TaskId id = this->start().id;
  const Tasks::Box to_a{id, 1, TestFixture::Direction::kToAgent, this->a_};
  const Tasks::Box to_all{id, 1, TestFixture::Direction::kToAgent, {}};
  const Tasks::Box from_a{id, 1, TestFixture::Direction::kToDriver, this->a_};
  const std::string bytes("\0\xff\n'x", 5);
  ASSERT_TRUE(this->tasks_->put(to_a, 0, "first"));
  ASSERT_TRUE(this->tasks_->put(to_a, 1, bytes));
  ASSERT_TRUE(this->tasks_->put(to_all, 0, ""));
  ASSERT_TRUE(this->tasks_->begin_step(id, 1, ""));
  ASSERT_TRUE(this->tasks_->put(from_a, 0, "wrong"));
  ASSERT_TRUE(this->tasks_->put(from_a, 0, "right"));
  EXPECT_EQ(this->tasks_->piece(to_a, 0).value(), "first");
  EXPECT_EQ(this->tasks_->piece(to_a, 1).value(), bytes);
  EXPECT_EQ(this->tasks_->piece(to_a, 2).value(), std::nullopt);
  EXPECT_EQ(this->tasks_->piece(to_all, 0).value(), "");
  EXPECT_EQ(this->tasks_->piece(from_a, 0).value(), "right");
  for (const SessionId session : {this->a_, this->b_}) {
    ASSERT_TRUE(this->tasks_->finish_step(id, session, 1));
  }
  const Tasks::Box next{id, 2, TestFixture::Direction::kToAgent, this->b_};
  ASSERT_TRUE(this->tasks_->put(next, 0, "next"));
  ASSERT_TRUE(this->tasks_->begin_step(id, 2, ""));
  EXPECT_EQ(this->tasks_->piece(next, 0).value(), "next");
  EXPECT_EQ(this->tasks_->piece(to_a, 0).value(), std::nullopt);
  EXPECT_EQ(this->tasks_->piece(from_a, 0).value(), std::nullopt);
}

TYPED_TEST_P(TasksContract, LargePieceIsKept) {
  this->make_agents();
  const TaskId id = this->start().id;
  const Tasks::Box box{id, 1, TestFixture::Direction::kToAgent, this->a_};
  std::string bytes(kMostPieceBytes, '\0');
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 7 + i / 256);
  ASSERT_TRUE(this->tasks_->put(box, 0, bytes));
  EXPECT_TRUE(this->tasks_->piece(box, 0).value() == bytes);
}

TYPED_TEST_P(TasksContract, FailsIfAnAgentLeaves) {
  this->make_agents();
  const TaskId id = this->start().id;
  const Tasks::Box box{id, 1, TestFixture::Direction::kToAgent, this->a_};
  ASSERT_TRUE(this->tasks_->put(box, 0, "x"));
  ASSERT_TRUE(this->other_->leave(this->b_));
  this->expect_ended(id, "agent b has left");
  EXPECT_EQ(this->tasks_->piece(box, 0).error().kind, ErrorKind::kFenced);
  EXPECT_FALSE(this->tasks_->put(box, 1, "x"));
  EXPECT_FALSE(this->tasks_->renew(id));
  EXPECT_FALSE(this->tasks_->begin_step(id, 1, ""));
  EXPECT_FALSE(this->tasks_->report(id, this->a_, 1, {}));
  EXPECT_FALSE(this->tasks_->finish_step(id, this->a_, 1));
  EXPECT_FALSE(this->tasks_->end(id, std::nullopt));
  EXPECT_EQ(this->registry_->heartbeat(this->a_, {})->task, TaskId{});
}

TYPED_TEST_P(TasksContract, FailsIfTheLeaseOfAnAgentEnds) {
  this->make_agents();
  const TaskId id = this->start().id;
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(this->tasks_->renew(id)) << i;
    this->maker_->pass(Duration::seconds(5));
    ASSERT_TRUE(this->registry_->heartbeat(this->a_, {}));
  }
  this->expect_ended(id, "agent b has left");
}

TYPED_TEST_P(TasksContract, FailsIfAnAgentGivesUp) {
  this->make_agents();
  const TaskId id = this->start().id;
  ASSERT_TRUE(this->tasks_->give_up(id, this->b_, "the disk is full"));
  this->expect_ended(id, "b: the disk is full");
}

TYPED_TEST_P(TasksContract, FailsIfItsDriverIsSilentForItsLease) {
  this->make_agents();
  const TaskId id = this->start().id;
  this->maker_->pass(Duration::seconds(6));
  ASSERT_TRUE(this->tasks_->renew(id));
  this->maker_->pass(Duration::seconds(6));
  EXPECT_EQ(this->end_of(id), "it runs");
  this->maker_->pass(Duration::seconds(6));
  this->expect_ended(id, "somewhere, process 7");
  EXPECT_FALSE(this->tasks_->renew(id));
}

TYPED_TEST_P(TasksContract, FailsIfItsDriverSaysSo) {
  this->make_agents();
  const TaskId id = this->start().id;
  ASSERT_TRUE(this->tasks_->end(id, "no memory"));
  this->expect_ended(id, "no memory");
}

TYPED_TEST_P(TasksContract, ShardsStayWhileItRuns) {
  this->make_agents();
  const TaskId id = this->start().id;
  EXPECT_TRUE(this->registry_->view()->has_task);
  this->assign(7, 7, "b");
  EXPECT_EQ(this->registry_->view()->shards[7].assigned, "a");
  ASSERT_TRUE(this->tasks_->end(id, std::nullopt));
  EXPECT_FALSE(this->registry_->view()->has_task);
  this->assign(7, 7, "b");
  EXPECT_EQ(this->registry_->view()->shards[7].assigned, "b");
}

REGISTER_TYPED_TEST_SUITE_P(TasksContract, AllAgentsThatOwnShardsTakePart,
                            DoesNotStartWithoutAgentsOrWithShardsThatNobodyOwns,
                            DoesNotStartWhileAShardIsHandedOver, OnlyOneRunsAndTheErrorNamesIt,
                            AgentsLearnOfItWithTheirHeartbeatsAndByNotification,
                            StepBeginsWhenAllHaveFinishedTheOneBefore, CallsMayBeRepeated,
                            PiecesWaitInTheirBoxesUntilTheNextStep, LargePieceIsKept,
                            FailsIfAnAgentLeaves, FailsIfTheLeaseOfAnAgentEnds,
                            FailsIfAnAgentGivesUp, FailsIfItsDriverIsSilentForItsLease,
                            FailsIfItsDriverSaysSo, ShardsStayWhileItRuns);

}  // namespace freshet::cluster
