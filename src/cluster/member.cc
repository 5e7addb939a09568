#include "cluster/member.h"

#include <algorithm>
#include <utility>

#include "cluster/steady_time.h"
#include "digest/fingerprint.h"
#include "digest/split_mix.h"
#include "result/check.h"

namespace freshet::cluster {
namespace {

// Heartbeats in the time of a lease.
constexpr int64_t kHeartbeats = 5;
// The same for an agent that is idle, so that the end of a crawl is noticed soon.
constexpr int64_t kIdleHeartbeats = 30;
// When notifications arrive, heartbeats in the time of a lease at most.
constexpr int64_t kMostHeartbeats = 75;
constexpr Duration kFirstBackOff = Duration::milliseconds(200);
constexpr uint32_t kMostDoublings = 5;

}  // namespace

Member::Member(Identity identity, Parts parts)
    : identity_(std::move(identity)),
      parts_(parts),
      random_(digest::fingerprint(identity_.name).value) {}

Directions Member::tick(const AgentReport& report) {
  const Registry::Notifications arrived = parts_.registry.take_notifications();
  directions_.inbox = arrived.inbox;
  if (arrived.cluster) {
    next_heartbeat_ = std::min(next_heartbeat_, last_heartbeat_ + lease_ / kMostHeartbeats);
  }
  // Nobody may work for two sessions.
  if (directions_.is_lost && report.held.empty()) directions_.is_lost = false;
  const Instant now = steady_time(parts_.clock);
  if (report.is_idle && !was_idle_) {
    next_heartbeat_ = std::min(next_heartbeat_, last_heartbeat_ + lease_ / kIdleHeartbeats);
  }
  if (!directions_.is_lost && now >= retry_) {
    if (session_ == SessionId{}) join();
    if (session_ != SessionId{} && now >= next_heartbeat_) heartbeat(report);
    if (orders_are_new_) own_what_is_free();
    release_what_is_let_go(report.held);
  }
  directions_.next_tick = std::max(retry_, next_heartbeat_);
  return directions_;
}

void Member::join() {
  const Instant sent = steady_time(parts_.clock);
  const auto joined = parts_.registry.join(identity_.name, identity_.host);
  if (!joined) {
    directions_.is_name_taken = joined.error().kind == ErrorKind::kFenced;
    return fail(joined.error());
  }
  succeed();
  directions_.is_name_taken = false;
  session_ = joined->session;
  writer_ = joined->writer;
  lease_ = joined->lease;
  next_heartbeat_ = sent;
  parts_.lease.renew(sent, lease_);
  parts_.cluster_time.add_sample(sent, joined->server_time, steady_time(parts_.clock));
}

void Member::heartbeat(const AgentReport& report) {
  const Instant sent = steady_time(parts_.clock);
  Result<Orders> orders = parts_.registry.heartbeat(session_, report);
  if (!orders) return fail(orders.error());
  succeed();
  parts_.lease.renew(sent, lease_);
  parts_.cluster_time.add_sample(sent, orders->server_time, steady_time(parts_.clock));
  last_heartbeat_ = sent;
  next_heartbeat_ = sent + lease_ / (report.is_idle ? kIdleHeartbeats : kHeartbeats);
  was_idle_ = report.is_idle;
  orders_ = *std::move(orders);
  orders_are_new_ = true;
  directions_.rate = orders_.granted_rate;
  directions_.job_version = orders_.job_version;
  directions_.task = orders_.task;
  directions_.task_step = orders_.task_step;
  // A database that was restored, or failed over to a copy that lagged behind, may have forgotten
  // it.
  owned_.keep_only(orders_.owned);
  directions_.hold = owned_;
  directions_.hold.keep_only(orders_.assigned);
}

void Member::own_what_is_free() {
  store::ShardSet wanted = orders_.free;
  wanted.keep_only(orders_.assigned);
  wanted.remove_all(owned_);
  if (!wanted.empty()) {
    const auto owned = parts_.registry.own(session_, wanted);
    if (!owned) return fail(owned.error());
    succeed();
    owned_.add_all(*owned);
    orders_.owned.add_all(*owned);
    directions_.hold.add_all(*owned);
  }
  orders_are_new_ = false;
}

void Member::release_what_is_let_go(const store::ShardSet& held) {
  if (session_ == SessionId{} || directions_.trouble) return;
  store::ShardSet released = orders_.owned;
  released.add_all(owned_);
  released.remove_all(directions_.hold);
  released.remove_all(held);
  if (released.empty()) return;
  owned_.remove_all(released);
  if (const Status done = parts_.registry.release(session_, released); !done) {
    return fail(done.error());
  }
  succeed();
  orders_.owned.remove_all(released);
}

void Member::fail(const Error& error) {
  directions_.trouble = error;
  retry_ = steady_time(parts_.clock) + back_off();
  if (error.kind != ErrorKind::kFenced || session_ == SessionId{}) return;
  end_session();
  directions_.is_lost = true;
}

void Member::end_session() {
  parts_.lease.end();
  session_ = {};
  orders_ = {};
  orders_are_new_ = false;
  owned_ = {};
  directions_.hold = {};
  directions_.rate = 0;
  directions_.task = {};
  retry_ = Instant();
  next_heartbeat_ = Instant();
}

void Member::succeed() {
  directions_.trouble.reset();
  failures_ = 0;
  retry_ = Instant();
}

// Doubles with each failure. Half of it is random, so that agents do not come back all at once.
Duration Member::back_off() {
  const Duration longest = kFirstBackOff * (int64_t{1} << std::min(failures_++, kMostDoublings));
  random_ = digest::split_mix(random_);
  return longest / 2 + longest * static_cast<int64_t>(random_ % 1'024) / 2'048;
}

Status Member::leave() {
  if (session_ == SessionId{}) return Done{};
  // The registry may have ended the session even if there is no answer.
  const SessionId session = session_;
  end_session();
  return parts_.registry.leave(session);
}

}  // namespace freshet::cluster
