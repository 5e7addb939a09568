#include "cli/demo_truth.h"

namespace freshet::cli {

void DemoTruth::update() {
  const aquarium::World& world = aquarium_.world();
  for (const aquarium::LoggedRequest& request : aquarium_.requests(last_request_)) {
    last_request_ = request.number;
    if (request.status != 200 && request.status != 304) continue;
    const auto page = world.find("http://" + request.host + request.target);
    if (!page) continue;
    const uint64_t version = world.version(*page, request.virtual_time).number;
    const auto [found, is_new] = number_of_.try_emplace(key(*page), pages_.size());
    if (is_new) {
      // The first visit counts for both crawlers.
      pages_.push_back({*page, version, version});
      continue;
    }
    pages_[found->second].served = version;
    visit_round_robin(request.virtual_time);
  }
}

void DemoTruth::visit_round_robin(Instant now) {
  Page& page = pages_[next_];
  next_ = (next_ + 1) % pages_.size();
  page.round_robin = aquarium_.world().version(page.id, now).number;
}

DemoTruth::Freshness DemoTruth::at(Instant now) const {
  Freshness freshness{.pages = pages_.size()};
  if (pages_.empty()) return freshness;
  uint64_t ours = 0;
  uint64_t round_robin = 0;
  for (const Page& page : pages_) {
    const uint64_t version = aquarium_.world().version(page.id, now).number;
    ours += page.served == version ? 1 : 0;
    round_robin += page.round_robin == version ? 1 : 0;
  }
  const auto all = static_cast<double>(pages_.size());
  freshness.ours = static_cast<double>(ours) / all;
  freshness.round_robin = static_cast<double>(round_robin) / all;
  return freshness;
}

}  // namespace freshet::cli
