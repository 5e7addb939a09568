#include "fetch/body_collector.h"

#include <algorithm>

namespace freshet::fetch {
namespace {

// The most memory that is reserved because of a Content-Length, before the bytes arrive.
constexpr size_t kMostReserved = 1 << 20;
constexpr size_t kLeastStep = 16 << 10;

}  // namespace

void BodyCollector::begin(std::shared_ptr<BodyHold> hold) {
  body_ = {};
  hold_ = std::move(hold);
  is_cut_ = false;
}

// Grows the memory of the body: first to the Content-Length, then in steps that waste little.
bool BodyCollector::grow(size_t needed, int64_t promised) {
  size_t wanted = body_.size() + std::clamp(body_.size(), kLeastStep, kMostReserved);
  if (body_.empty()) {
    // Do not reserve memory that other bodies would have to wait for.
    const size_t most = options_.body_budget ? options_.body_budget->small() : kMostReserved;
    wanted = std::min(static_cast<size_t>(std::max<int64_t>(promised, 0)), most);
  }
  wanted = std::max(std::min(wanted, options_.max_body_bytes), needed);
  if (hold_ && !hold_->grow_to(wanted)) return false;
  body_.reserve(wanted);
  return true;
}

std::pair<std::string, std::shared_ptr<BodyHold>> BodyCollector::take() {
  if (hold_) hold_->settle(body_.capacity());
  return {std::move(body_), std::move(hold_)};
}

}  // namespace freshet::fetch
