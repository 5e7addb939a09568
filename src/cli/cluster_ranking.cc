#include "cli/cluster_ranking.h"

#include <algorithm>
#include <memory>

#include "cli/ranking.h"
#include "importance/merged_blocks.h"
#include "importance/rank_encoding.h"

namespace freshet::cli {
namespace {

using cluster::TaskDriver;
using cluster::TaskPart;
using importance::MergedBlocks;
using importance::Pieces;
using Work = RankStep::Work;

// Passes rows to the agents that own their shards, with the next step.
class ToOwners {
 public:
  explicit ToOwners(TaskDriver& driver) : owner_(store::kShards) {
    for (const TaskPart& part : driver.task().parts) {
      auto pieces =
          std::make_unique<Pieces>([&driver, session = part.session](std::string_view bytes) {
            return driver.put(session, bytes);
          });
      for (int shard = 0; shard < store::kShards; ++shard) {
        if (part.shards.contains(static_cast<store::ShardId>(shard))) {
          owner_[static_cast<size_t>(shard)] = pieces.get();
        }
      }
      pieces_.push_back(std::move(pieces));
    }
  }
  template <typename Row>
  Status add(store::SiteId site, const Row& row) {
    Pieces* owner = owner_[store::shard_of(site)];
    return owner == nullptr ? Status(fail("a shard has no agent")) : owner->add(row);
  }
  Status finish() {
    for (const auto& pieces : pieces_) {
      if (Status done = pieces->finish(); !done) return done;
    }
    return Done{};
  }

 private:
  std::vector<std::unique_ptr<Pieces>> pieces_;
  std::vector<Pieces*> owner_;  // by shard
};

// One try of a ranking by agents.
class Attempt {
 public:
  Attempt(TaskDriver& driver, const RankTask& task) : driver_(driver), task_(task) {}

  Status rank() {
    const double began = seconds_now();
    Status done = step(Work::kExceptions);
    if (done) done = pass_on_exceptions();
    if (done) done = step(Work::kLinks);
    if (done) done = pass_on_links();
    const double read = seconds_now();
    if (done) done = step(Work::kBlocks);
    if (done) done = rank_blocks();
    ranks_.read_seconds = read - began;
    ranks_.rank_seconds = seconds_now() - read;
    if (done) done = step(Work::kWriteBlocks, ranks_.pages);
    if (done) done = read_reports();
    return done;
  }

  // The ranks cannot be printed twice.
  Status list(const std::function<void(std::string_view)>& each_text) {
    if (Status done = step(Work::kList); !done) return done;
    const Status read = driver_.each_result([&](const TaskPart&, std::string_view bytes) {
      each_text(bytes);
      return Status(Done{});
    });
    return read ? read : Status(fail("the ranks are not complete: " + read.error().message));
  }

  AgentRanks take() && { return std::move(ranks_); }

 private:
  Status step(Work work, uint64_t pages = 0) {
    return driver_.step(RankStep{.work = work, .pages = pages}.encode());
  }

  Status pass_on_exceptions() {
    return driver_.each_result([this](const TaskPart&, std::string_view bytes) {
      return driver_.put(cluster::SessionId{}, bytes);
    });
  }

  Status pass_on_links() {
    ToOwners owners(driver_);
    Status read = driver_.each_result([&](const TaskPart&, std::string_view bytes) {
      Status passed = Done{};
      const Status rows =
          importance::each_row<importance::KeyLink>(bytes, [&](const importance::KeyLink& link) {
            if (passed) passed = owners.add(link.from.site, link);
          });
      return rows ? passed : rows;
    });
    return read ? owners.finish() : read;
  }

  Status rank_blocks() {
    MergedBlocks blocks;
    Status read = driver_.each_result([&](const TaskPart&, std::string_view bytes) {
      return importance::each_row<importance::BlockRow>(
          bytes, [&](importance::BlockRow row) { blocks.add(std::move(row)); });
    });
    if (!read) return read;
    blocks.rank(task_.alpha);
    ranks_.pages = blocks.pages();
    ranks_.blocks = blocks.count();
    ToOwners owners(driver_);
    for (const MergedBlocks::Ranked& block : blocks.ranked()) {
      if (Status passed = owners.add(block.site, block); !passed) return passed;
    }
    return owners.finish();
  }

  Status read_reports() {
    Status read = driver_.each_result([this](const TaskPart&, std::string_view bytes) -> Status {
      auto report = RankReport::decode(std::string(bytes));
      if (!report) return Unexpected(report.error());
      ranks_.links += report->links;
      ranks_.bytes += report->bytes;
      ranks_.changed += report->changed;
      for (RankReport::Page& page : report->top) ranks_.top.push_back(std::move(page));
      return Done{};
    });
    std::stable_sort(ranks_.top.begin(), ranks_.top.end(),
                     [](const auto& a, const auto& b) { return a.rank > b.rank; });
    if (ranks_.top.size() > task_.top) ranks_.top.resize(task_.top);
    return read;
  }

  TaskDriver& driver_;
  const RankTask& task_;
  AgentRanks ranks_;
};

}  // namespace

Result<Ranked> rank_by_agents(const cluster::TaskDriverOptions& options, const RankTask& task,
                              const std::function<void(std::string_view)>& each_text) {
  Ranked ranked;
  const auto driven = cluster::drive_task(options, [&](TaskDriver& driver) {
    Attempt attempt(driver, task);
    Status done = attempt.rank();
    if (done && each_text) done = attempt.list(each_text);
    ranked.ranks = std::move(attempt).take();
    return done;
  });
  if (!driven) return Unexpected(driven.error());
  ranked.driven = *driven;
  return ranked;
}

Result<cluster::Driven> write_by_agents(const cluster::TaskDriverOptions& options,
                                        const importance::CollectionGraph& graph,
                                        std::span<const double> ranks) {
  return cluster::drive_task(options, [&](TaskDriver& driver) -> Status {
    ToOwners owners(driver);
    for (size_t page = 0; page < ranks.size(); ++page) {
      const importance::PageRankRow row{graph.page[page], ranks[page]};
      if (Status passed = owners.add(row.page.site, row); !passed) return passed;
    }
    if (Status passed = owners.finish(); !passed) return passed;
    return driver.step(RankStep{.work = Work::kWritePages, .pages = ranks.size()}.encode());
  });
}

std::string words_of_rank_step(const cluster::Task& task) {
  const auto step = RankStep::decode(task.payload);
  if (!step) return "ranking";
  switch (step->work) {
    case Work::kExceptions: return "reading pages";
    case Work::kLinks: return "reading links";
    case Work::kBlocks: return "ranking";
    case Work::kWriteBlocks:
    case Work::kWritePages: return "writing ranks";
    case Work::kList: return "listing ranks";
  }
  return "ranking";
}

}  // namespace freshet::cli
