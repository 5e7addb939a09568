#include "cluster/job_control.h"

#include <algorithm>

#include "cluster/job.h"
#include "cluster/store_job.h"
#include "collection/keys.h"
#include "collection/report_aliases.h"
#include "collection/seeds.h"

namespace freshet::cluster {
namespace {

using collection::Answer;

Answer report_of(const Job& job) {
  return collection::RunControlReport{
      .running = job.kind != Job::Kind::kNone,
      .paused = job.run_control.paused,
      .requests_per_second = job.kind == Job::Kind::kRun ? job.run_control.requests_per_second
                                                         : std::optional<double>(),
      .seeds = job.run_control.seeds};
}

// Changes a job; an error leaves it as it is.
struct Change {
  Job& job;

  Status operator()(const collection::Pause& /*pause*/) const {
    job.run_control.paused = true;
    return needs_run();
  }
  Status operator()(const collection::Resume& /*resume*/) const {
    job.run_control.paused = false;
    return needs_run();
  }
  Status operator()(const collection::SetBudget& set) const {
    job.run_control.requests_per_second = set.requests_per_second;
    return needs_run();
  }
  Status operator()(const collection::AddSeed& add) const {
    const auto seeds = collection::parse_seeds({add.url});
    if (!seeds) return Unexpected(seeds.error());
    collection::add_seed(job.run_control, seeds->front());
    return Done{};
  }
  Status operator()(const collection::RemoveSeed& remove) const {
    const auto seeds = collection::parse_seeds({remove.url});
    if (!seeds) return Unexpected(seeds.error());
    auto& present = job.run_control.seeds;
    if (std::erase(present, seeds->front().without_fragment()) == 0) {
      return fail(std::string(seeds->front().href()) + " is not a seed");
    }
    return present.empty() ? Status(fail("the last seed cannot be removed")) : Status(Done{});
  }
  Status operator()(const collection::UndoAlias& undo) const {
    const auto site = collection::exclude_alias(job.run_control, undo.site);
    return site ? Status(Done{}) : Status(Unexpected(site.error()));
  }
  Status operator()(const collection::AllowAlias& allow) const {
    const auto site = collection::allow_alias(job.run_control, allow.site);
    return site ? Status(Done{}) : Status(Unexpected(site.error()));
  }
  Status operator()(const collection::Stop& /*stop*/) const {
    job.kind = Job::Kind::kNone;
    return Done{};
  }
  template <typename Other>
  Status operator()(const Other& /*other*/) const {
    return fail("the agents of a cluster do not take this command");
  }

 private:
  Status needs_run() const {
    if (job.kind == Job::Kind::kRun) return Done{};
    return fail("no run is going on in the cluster; start one with: freshet run --store DSN");
  }
};

// Leaves a discovery of each URL for the agent that holds its shard.
Result<Answer> ping(Registry& registry, store::Store& store, const url::CanonicalRules& canonical,
                    const collection::Ping& notice) {
  const auto view = registry.view();
  if (!view) return Unexpected(view.error());
  const Instant now = view->server_time;
  store::Batch batch{.holding = store::Holding()};
  collection::PingReport report;
  for (const std::string& text : notice.urls) {
    const auto named = url::parse(text);
    const auto url =
        named && named->is_web() ? url::Canonicalizer(canonical).canonical(*named) : std::nullopt;
    if (!url) {
      report.ignored.push_back({text, "it is not an http or https URL"});
      continue;
    }
    batch.discoveries.push_back({.key = collection::page_key(url->text()),
                                 .url = url->text(),
                                 .depth = 1,
                                 .listed_date = std::min(notice.changed.value_or(now), now),
                                 .found_at = now});
    ++report.announced;
  }
  if (batch.empty()) return report;
  if (Status sent = store.commit(batch, store::Durability::kPower); !sent) {
    return Unexpected(sent.error());
  }
  return report;
}

}  // namespace

Result<Answer> control(Registry& registry, store::Store& store,
                       const url::CanonicalRules& canonical, const collection::Command& command) {
  if (const auto* notice = std::get_if<collection::Ping>(&command)) {
    return ping(registry, store, canonical, *notice);
  }
  const auto text = registry.job();
  if (!text) return Unexpected(text.error());
  auto job = Job::decode(*text);
  if (!job) return Unexpected(job.error());
  if (std::holds_alternative<collection::SeedsQuery>(command)) return report_of(*job);
  if (Status changed = std::visit(Change{*job}, command); !changed) {
    return Unexpected(changed.error());
  }
  if (Status stored = store_job(registry, store, *job); !stored) return Unexpected(stored.error());
  const bool is_of_alias = std::holds_alternative<collection::UndoAlias>(command) ||
                           std::holds_alternative<collection::AllowAlias>(command);
  if (!is_of_alias) return report_of(*job);
  auto report = collection::report_aliases(store, job->run_control);
  if (!report) return Unexpected(report.error());
  return std::move(*report);
}

}  // namespace freshet::cluster
