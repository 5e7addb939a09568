#include "crawl/engine_agent_port.h"

#include <algorithm>
#include <charconv>

#include "crawl/agent_role.h"

namespace freshet::crawl {

void EngineAgentPort::start(const store::Store& store) {
  const auto fact = store.fact(kCollectedFact);
  if (!fact || !*fact) return;
  std::from_chars((*fact)->data(), (*fact)->data() + (*fact)->size(), collected_before_);
}

void EngineAgentPort::complete(store::Batch& batch) {
  const uint64_t collected = parts_.stats.now.pages;
  if (collected == collected_kept_) return;
  collected_kept_ = collected;
  batch.facts.emplace_back(kCollectedFact, std::to_string(collected_before_ + collected));
}

void EngineAgentPort::take_in(const std::vector<store::Discovery>& pending) {
  const size_t taken = parts_.inbox.take_in(pending, clock_.now());
  if (taken > 0) is_idle_ = false;
  taken_in_ += taken;
}

std::vector<frontier::AddressDemand> EngineAgentPort::address_demands() const {
  return parts_.frontier.address_demands(clock_.now() + Duration::seconds(1));
}

void EngineAgentPort::open_addresses(std::span<const AddressLease> leases) {
  for (const AddressLease& lease : leases) {
    parts_.frontier.open_address(lease.address, lease.from, lease.until);
  }
}

void EngineAgentPort::close_addresses(std::span<const uint64_t> addresses) {
  for (const uint64_t address : addresses) parts_.frontier.close_address(address);
}

Status EngineAgentPort::follow(const collection::RunControl& run_control) {
  is_idle_ = false;
  return parts_.control.follow(run_control);
}

void EngineAgentPort::set_rate(double requests_per_second) {
  if (!parts_.source.rate()) return;
  (void)parts_.source.set_rate(requests_per_second, clock_.now());
}

AgentPort::Activity EngineAgentPort::activity() const {
  const Progress& progress = parts_.stats.now;
  const auto demands = parts_.frontier.address_demands(clock_.now());
  const bool is_idle = is_idle_ && parts_.dispatcher.pending() == 0 &&
                       parts_.journal.batch().empty() && !parts_.journal.is_stalled() &&
                       std::none_of(demands.begin(), demands.end(), [](const auto& demand) {
                         return demand.waiting > 0 || demand.in_flight > 0;
                       });
  return {.is_idle = is_idle,
          .number = progress.requests + taken_in_,
          .collected = collected_before_ + progress.pages,
          .requests = progress.requests,
          .price = parts_.source.price(),
          .rate = parts_.source.rate().value_or(0)};
}

Status EngineAgentPort::store_importance(std::span<const PageImportance> pages) {
  Journal& journal = parts_.journal;
  std::vector<store::PageKey> keys;
  for (const PageImportance& one : pages) {
    if (!parts_.shards.contains(store::shard_of(one.page.site))) {
      return fail("a page of the ranking is in a shard that the agent does not hold");
    }
    keys.push_back(one.page);
  }
  const auto commit = [&]() -> Status {
    if (journal.commit()) return Done{};
    if (!journal.is_fenced()) return fail("the agent cannot write its state at present");
    return Unexpected(Error{"the agent has lost its shards", ErrorKind::kFenced});
  };
  if (Status committed = commit(); !committed) return committed;
  auto states = parts_.store.pages(keys);
  if (!states) return Unexpected(states.error());
  for (size_t i = 0; i < pages.size(); ++i) {
    auto& state = (*states)[i];
    if (!state || state->importance == pages[i].importance) continue;
    state->importance = pages[i].importance;
    const Instant was_due = state->next_visit;
    parts_.revisits.set_importance(pages[i].page.page, pages[i].importance);
    journal.record(*std::move(state), was_due);
  }
  return commit();
}

}  // namespace freshet::crawl
