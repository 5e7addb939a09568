#include <curl/curl.h>

#include <algorithm>
#include <csignal>
#include <deque>
#include <mutex>
#include <unordered_set>
#include <utility>

#include "fetch/connection_slots.h"
#include "fetch/cookie_jars.h"
#include "fetch/curl_names.h"
#include "fetch/fetcher.h"
#include "fetch/host_rules.h"
#include "fetch/multi.h"
#include "fetch/resolver.h"
#include "fetch/transfer.h"
#include "result/check.h"

namespace freshet::fetch {
namespace {

constexpr Duration kTryForDescriptorsAfter = Duration::seconds(1);
constexpr size_t kMostWithoutHttp2 = 10'000;

// A host as the URL Standard writes it is an address if it ends like one.
std::optional<Address> literal(std::string_view host) {
  if (host.empty() || (host.back() != ']' && (host.back() < '0' || host.back() > '9'))) {
    return std::nullopt;
  }
  return Address::parse(host);
}

class CurlFetcher final : public Fetcher {
 public:
  CurlFetcher(eventloop::Loop& loop, const FetchOptions& options);
  ~CurlFetcher() override;

  void resolve(const url::Url& url, Resolved done) override;
  void fetch(Request request, Done done) override;
  size_t in_flight() const override { return active_.size(); }
  void cancel_all() override;

 private:
  // A transfer that may have gone on to another request in the meantime.
  struct Ticket {
    Transfer* transfer;
    uint64_t generation;
    bool is_good() const { return transfer->generation == generation; }
  };

  Transfer& take_transfer();
  void start(Transfer& transfer, Route route);
  void begin(Transfer& transfer);
  void begin_waiting();
  void remove(Transfer& transfer);
  std::shared_ptr<BodyHold> new_hold(Transfer& transfer);
  void resume(const Ticket& ticket);
  void wait_for_descriptors(Transfer& transfer);
  void proceed(Transfer& transfer, const Resolution& resolution);
  std::optional<Outcome> refusal(const Resolution& resolution) const;
  void on_finished(Transfer& transfer, int curl_code);
  void avoid_http2(std::string_view host);
  void finish(Transfer& transfer, Outcome outcome);
  void finish_later(Transfer& transfer, Outcome outcome);
  void later(std::function<void()> task);
  void run_deferred();
  void sweep();

  eventloop::Loop& loop_;
  const FetchOptions options_;
  const HostRules rules_;
  CookieJars jars_;
  CurlNames names_;
  Multi multi_;
  Resolver resolver_;
  // Hosts whose connections kept libcurl from returning.
  std::unordered_set<std::string, HostHash, std::equal_to<>> without_http2_;
  eventloop::Timer deferred_timer_;
  eventloop::Timer sweep_timer_;
  Duration sweep_interval_;
  std::vector<std::function<void()>> deferred_;
  std::vector<std::unique_ptr<Transfer>> transfers_;
  std::vector<Transfer*> idle_;
  std::vector<Transfer*> active_;
  ConnectionSlots slots_;
  std::deque<Ticket> waiting_;  // for a slot
  eventloop::Timer shortage_timer_;
  const std::shared_ptr<CurlFetcher*> self_ = std::make_shared<CurlFetcher*>(this);
};

CurlFetcher::CurlFetcher(eventloop::Loop& loop, const FetchOptions& options)
    : loop_(loop),
      options_(options),
      rules_(options_),
      multi_(loop, options.max_connections,
             {.finished = [this](void* easy, int code) { on_finished(*Transfer::of(easy), code); },
              .waits =
                  [](void* easy, int socket) {
                    if (Transfer* transfer = Transfer::of(easy)) transfer->set_socket(socket);
                  }}),
      resolver_(loop, {.servers = options.dns_servers, .timeout = options.connect_timeout}),
      deferred_timer_(loop),
      sweep_timer_(loop),
      slots_(options.max_connections),
      shortage_timer_(loop) {
  const Duration shortest =
      std::min({options.connect_timeout, options.idle_timeout, options.total_timeout});
  sweep_interval_ = std::clamp(shortest / 8, Duration::milliseconds(5), Duration::seconds(1));
}

CurlFetcher::~CurlFetcher() {
  for (Transfer* transfer : active_) remove(*transfer);
}

void CurlFetcher::resolve(const url::Url& url, Resolved done) {
  using Answer = Result<std::vector<Address>, Outcome>;
  const auto answer = [this](const Resolution& resolution) -> Answer {
    if (auto refused = refusal(resolution)) return Unexpected(std::move(*refused));
    return resolution.addresses;
  };
  const auto answer_later = [this, &done](Answer what) {
    later([done = std::move(done), what = std::move(what)] { done(what); });
  };

  const std::string_view host = url.host();
  const bool is_mapped = rules_.mapped(host) != nullptr;
  const auto address = literal(host);
  if (is_mapped || (!address && !options_.proxy.empty())) {
    answer_later(std::vector<Address>{});
  } else if (address) {
    answer_later(answer({Resolution::Status::kFound, {*address}}));
  } else if (const Resolution* cached = resolver_.cached(host)) {
    answer_later(answer(*cached));
  } else {
    resolver_.resolve(host, [answer, done = std::move(done)](const Resolution& resolution) {
      done(answer(resolution));
    });
  }
}

void CurlFetcher::fetch(Request request, Done done) {
  Transfer& transfer = take_transfer();
  transfer.accept(std::move(request), std::move(done), new_hold(transfer));
  const url::Url& url = transfer.request().url;
  const std::string_view host = url.host();

  if (!url.is_web()) {
    finish_later(transfer, ConnectFailed{"neither http nor https"});
  } else if (const auto* mapped = rules_.mapped(host)) {
    start(transfer, {.connect_to = mapped->list.get(), .private_allowed = true});
  } else if (const auto address = literal(host)) {
    if (!options_.allow_private && address->is_private()) {
      finish_later(transfer, AddressRefused{*address});
    } else {
      start(transfer, {});
    }
  } else if (!options_.proxy.empty()) {
    start(transfer, {});
  } else if (const Resolution* cached = resolver_.cached(host)) {
    proceed(transfer, *cached);
  } else {
    resolver_.resolve(host, [this, ticket = Ticket{&transfer, transfer.generation}](
                                const Resolution& resolution) {
      if (ticket.is_good()) proceed(*ticket.transfer, resolution);
    });
  }
}

void CurlFetcher::proceed(Transfer& transfer, const Resolution& resolution) {
  if (auto refused = refusal(resolution)) return finish_later(transfer, std::move(*refused));
  const url::Url& url = transfer.request().url;
  Route route;
  route.news = names_.news({url.host(), url.effective_port()}, resolution.addresses);
  start(transfer, std::move(route));
}

// One private address among several refuses the whole name: which one is used is not for it to say.
std::optional<Outcome> CurlFetcher::refusal(const Resolution& resolution) const {
  switch (resolution.status) {
    case Resolution::Status::kFound: break;
    case Resolution::Status::kNone: return NoAddress{};
    case Resolution::Status::kTimedOut: return TimedOut{TimedOut::Stage::kResolve};
    case Resolution::Status::kCancelled: return Cancelled{};
  }
  if (options_.allow_private) return std::nullopt;
  for (const Address& address : resolution.addresses) {
    if (address.is_private()) return AddressRefused{address};
  }
  return std::nullopt;
}

Transfer& CurlFetcher::take_transfer() {
  if (idle_.empty()) {
    transfers_.push_back(std::make_unique<Transfer>(options_, loop_, multi_));
    idle_.push_back(transfers_.back().get());
  }
  Transfer* transfer = idle_.back();
  idle_.pop_back();
  transfer->position = active_.size();
  active_.push_back(transfer);
  if (!sweep_timer_.active()) sweep_timer_.start(sweep_interval_, [this] { sweep(); });
  return *transfer;
}

void CurlFetcher::start(Transfer& transfer, Route route) {
  const std::string_view host = transfer.request().url.host();
  route.by_proxy = !options_.proxy.empty() && route.connect_to == nullptr;
  route.private_allowed |= options_.allow_private || route.by_proxy;
  route.verify_tls = rules_.verifies_tls(host);
  route.http2 = options_.http2 && !without_http2_.contains(host);
  route.user_password = rules_.user_password(host);
  if (options_.cookies) route.cookies = jars_.jar_of(host);
  transfer.set_route(std::move(route));
  // Those that wait already come first.
  if (waiting_.empty() && slots_.take())
    begin(transfer);
  else
    waiting_.push_back({&transfer, transfer.generation});
}

// It has a slot.
void CurlFetcher::begin(Transfer& transfer) {
  transfer.begin();
  multi_.add(transfer.easy());
}

void CurlFetcher::begin_waiting() {
  while (!waiting_.empty()) {
    const Ticket next = waiting_.front();
    if (next.is_good() && !slots_.take()) return;
    waiting_.pop_front();
    if (next.is_good()) begin(*next.transfer);
  }
}

// Takes it away from libcurl, if that has it.
void CurlFetcher::remove(Transfer& transfer) {
  if (transfer.is_added()) multi_.remove(transfer.easy());
}

// The connections that are there must do; idle ones are closed for it. Whether there are more
// descriptors again is tried every now and then.
void CurlFetcher::wait_for_descriptors(Transfer& transfer) {
  transfer.wait_again();
  slots_.give_back();
  // If that has been tried in vain, no transfer begins before another ends.
  const bool tried = shortage_timer_.active();
  slots_.shrink_to(tried ? std::min(slots_.taken(), multi_.open_sockets()) : multi_.open_sockets());
  multi_.set_max_connections(slots_.limit());
  waiting_.push_front({&transfer, transfer.generation});
  if (!tried) {
    shortage_timer_.start(kTryForDescriptorsAfter, [this] {
      slots_.restore();
      multi_.set_max_connections(slots_.limit());
      begin_waiting();
    });
  }
  begin_waiting();
}

// The budget may wake a body from any thread, and after this fetcher has ended.
std::shared_ptr<BodyHold> CurlFetcher::new_hold(Transfer& transfer) {
  if (!options_.body_budget) return nullptr;
  const Ticket ticket{&transfer, transfer.generation};
  const auto wake = [&loop = loop_, self = std::weak_ptr(self_), ticket] {
    loop.post([self, ticket] {
      if (const auto fetcher = self.lock()) (*fetcher)->resume(ticket);
    });
  };
  return std::make_shared<BodyHold>(options_.body_budget, wake);
}

void CurlFetcher::resume(const Ticket& ticket) {
  if (!ticket.is_good() || !ticket.transfer->is_paused()) return;
  const int code = ticket.transfer->resume();
  if (code == CURLE_OK) return;
  remove(*ticket.transfer);  // libcurl does not tell of it again
  finish(*ticket.transfer, ticket.transfer->outcome(code));
}

void CurlFetcher::on_finished(Transfer& transfer, int curl_code) {
  if (transfer.lacked_descriptor(curl_code)) return wait_for_descriptors(transfer);
  Outcome outcome = transfer.outcome(curl_code);
  if (multi_.has_cut(transfer.socket())) avoid_http2(transfer.request().url.host());
  finish(transfer, std::move(outcome));
}

// Without it a connection has one request at a time, and libcurl returns after each piece.
void CurlFetcher::avoid_http2(std::string_view host) {
  if (without_http2_.size() >= kMostWithoutHttp2) without_http2_.clear();
  without_http2_.emplace(host);
}

void CurlFetcher::finish(Transfer& transfer, Outcome outcome) {
  if (transfer.news()) names_.delivered(transfer.news());
  const bool had_slot = transfer.is_added();
  const Done done = transfer.release();
  ++transfer.generation;
  active_.back()->position = transfer.position;
  std::swap(active_[transfer.position], active_.back());
  active_.pop_back();
  idle_.push_back(&transfer);
  if (had_slot) {
    slots_.give_back();
    begin_waiting();
  }
  done(std::move(outcome));
}

void CurlFetcher::finish_later(Transfer& transfer, Outcome outcome) {
  later([this, ticket = Ticket{&transfer, transfer.generation}, outcome = std::move(outcome)] {
    if (ticket.is_good()) finish(*ticket.transfer, outcome);
  });
}

void CurlFetcher::later(std::function<void()> task) {
  deferred_.push_back(std::move(task));
  if (!deferred_timer_.active()) deferred_timer_.start(Duration(), [this] { run_deferred(); });
}

void CurlFetcher::run_deferred() {
  for (const auto& task : std::exchange(deferred_, {})) task();
}

void CurlFetcher::sweep() {
  const Duration now = loop_.monotonic_now();
  std::vector<std::pair<Ticket, TimedOut::Stage>> overdue;
  for (Transfer* transfer : active_) {
    if (!transfer->has_route() && resolver_.lacks_descriptors()) transfer->restart_clock();
    if (const auto stage = transfer->overdue(now)) {
      overdue.push_back({{transfer, transfer->generation}, *stage});
    }
  }
  for (const auto& [ticket, stage] : overdue) {
    if (!ticket.is_good()) continue;
    remove(*ticket.transfer);
    Outcome outcome = ticket.transfer->cut_off(stage);
    finish(*ticket.transfer, std::move(outcome));
  }
  if (!active_.empty()) sweep_timer_.start(sweep_interval_, [this] { sweep(); });
}

void CurlFetcher::cancel_all() {
  std::vector<Ticket> all;
  for (Transfer* transfer : active_) all.push_back({transfer, transfer->generation});
  waiting_.clear();
  for (const Ticket& ticket : all) {
    if (!ticket.is_good()) continue;
    remove(*ticket.transfer);
    finish(*ticket.transfer, Cancelled{});
  }
  resolver_.cancel_all();
  run_deferred();
}

}  // namespace

std::unique_ptr<Fetcher> make_curl_fetcher(eventloop::Loop& loop, const FetchOptions& options) {
  static std::once_flag once;
  std::call_once(once, [] {
    curl_global_init(CURL_GLOBAL_DEFAULT);
    // libcurl is told to leave signals alone, and OpenSSL writes to sockets that may be closed.
    std::signal(SIGPIPE, SIG_IGN);
  });
  const Status valid = validate(options);
  FRESHET_CHECK(valid, valid.error().message);
  return std::make_unique<CurlFetcher>(loop, options);
}

}  // namespace freshet::fetch
