#include "cli/demo_truth.h"

namespace freshet::cli {

void DemoTruth::update() {
  const aquarium::World& world = aquarium_.world();
  for (const aquarium::LoggedRequest& request : aquarium_.requests(seen_)) {
    seen_ = request.number;
    if (request.status != 200 && request.status != 304) continue;
    const auto page = world.find("http://" + request.host + request.target);
    if (!page) continue;
    const uint64_t version = world.version(*page, request.virtual_time).number;
    const auto [found, is_new] = number_of_.try_emplace(key(*page), pages_.size());
    if (is_new) {
      // The first visit is everyone's.
      pages_.push_back({*page, version, version});
      continue;
    }
    pages_[found->second].served = version;
    ++again_;
    visit_in_turn(request.virtual_time);
  }
}

void DemoTruth::visit_in_turn(Instant now) {
  Page& page = pages_[turn_];
  turn_ = (turn_ + 1) % pages_.size();
  page.in_turn = aquarium_.world().version(page.id, now).number;
}

DemoTruth::Freshness DemoTruth::at(Instant now) const {
  Freshness freshness{.pages = pages_.size(), .requests = again_};
  if (pages_.empty()) return freshness;
  uint64_t ours = 0;
  uint64_t in_turn = 0;
  for (const Page& page : pages_) {
    const uint64_t version = aquarium_.world().version(page.id, now).number;
    ours += page.served == version ? 1 : 0;
    in_turn += page.in_turn == version ? 1 : 0;
  }
  const auto all = static_cast<double>(pages_.size());
  freshness.ours = static_cast<double>(ours) / all;
  freshness.in_turn = static_cast<double>(in_turn) / all;
  return freshness;
}

}  // namespace freshet::cli
