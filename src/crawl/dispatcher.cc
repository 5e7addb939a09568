#include "crawl/dispatcher.h"

#include <algorithm>
#include <utility>

namespace freshet::crawl {

void Dispatcher::start(std::vector<std::unique_ptr<Worker>> workers) {
  workers_ = std::move(workers);
  assigned_.resize(workers_.size());
}

std::vector<PendingRequest> Dispatcher::stop() {
  for (const auto& worker : workers_) worker->stop();
  workers_.clear();
  std::vector<PendingRequest> rest;
  for (auto& [id, request] : pending_) rest.push_back(std::move(request));
  pending_.clear();
  return rest;
}

void Dispatcher::assign(Assignment assignment, PendingRequest request) {
  assignment.id = next_id_++;
  assignment.kind = request.kind;
  const size_t worker = worker_for(request.site);
  pending_.emplace(assignment.id, std::move(request));
  assigned_[worker].push_back(std::move(assignment));
}

size_t Dispatcher::worker_for(store::SiteId site) {
  const uint64_t turn = options_.spreads_sites ? next_worker_++ : site.value;
  return turn % workers_.size();
}

void Dispatcher::deliver() {
  for (size_t i = 0; i < workers_.size(); ++i) {
    if (!assigned_[i].empty()) workers_[i]->assign(std::exchange(assigned_[i], {}));
  }
}

std::optional<PendingRequest> Dispatcher::complete(const Completed& completed) {
  auto node = pending_.extract(completed.id);
  if (node.empty()) return std::nullopt;
  return std::move(node.mapped());
}

bool Dispatcher::is_pending(const store::PageKey& page) const {
  return std::any_of(pending_.begin(), pending_.end(), [&](const auto& entry) {
    const auto& lease = entry.second.lease;
    return lease && lease->kind() == frontier::Lease::Kind::kPage && lease->page().key == page;
  });
}

}  // namespace freshet::crawl
