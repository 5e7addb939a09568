#include <curl/curl.h>

#include <algorithm>
#include <csignal>
#include <mutex>
#include <unordered_set>
#include <utility>

#include "fetch/cookie_jars.h"
#include "fetch/curl_names.h"
#include "fetch/fetcher.h"
#include "fetch/host_rules.h"
#include "fetch/later_calls.h"
#include "fetch/multi.h"
#include "fetch/resolver.h"
#include "fetch/slot_queue.h"
#include "fetch/transfer.h"
#include "fetch/transfer_pool.h"
#include "result/check.h"

namespace freshet::fetch {
namespace {

constexpr size_t kMostWithoutHttp2 = 10'000;

// In a URL that was parsed by the URL Standard, a host is an address if it ends like one.
std::optional<Address> address_literal(std::string_view host) {
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
  size_t in_flight() const override { return pool_.active().size(); }
  void cancel_all() override;

 private:
  using Ticket = TransferPool::Ticket;

  Transfer& take_transfer();
  void start(Transfer& transfer, Route route);
  void remove(Transfer& transfer);
  std::shared_ptr<BodyHold> new_hold(Transfer& transfer);
  void resume(const Ticket& ticket);
  void proceed(Transfer& transfer, const Resolution& resolution);
  std::optional<Outcome> refusal(const Resolution& resolution) const;
  void on_finished(Transfer& transfer, int curl_code);
  void avoid_http2(std::string_view host);
  void finish(Transfer& transfer, Outcome outcome);
  void finish_later(Transfer& transfer, Outcome outcome);
  void check_timeouts();

  eventloop::Loop& loop_;
  const FetchOptions options_;
  const HostRules rules_;
  CookieJars jars_;
  CurlNames names_;
  Multi multi_;
  Resolver resolver_;
  // Hosts whose HTTP/2 connections kept libcurl from returning.
  std::unordered_set<std::string, HostHash, std::equal_to<>> without_http2_;
  TransferPool pool_;
  SlotQueue queue_;
  LaterCalls later_;
  eventloop::Timer timeout_timer_;
  Duration timeout_interval_;
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
      pool_([this] { return std::make_unique<Transfer>(options_, loop_, multi_); }),
      queue_(loop, multi_, options.max_connections,
             [this](Transfer& transfer) {
               transfer.begin();
               multi_.add(transfer.easy());
             }),
      later_(loop),
      timeout_timer_(loop) {
  const Duration shortest =
      std::min({options.connect_timeout, options.idle_timeout, options.total_timeout});
  timeout_interval_ = std::clamp(shortest / 8, Duration::milliseconds(5), Duration::seconds(1));
}

CurlFetcher::~CurlFetcher() {
  for (Transfer* transfer : pool_.active()) remove(*transfer);
}

void CurlFetcher::resolve(const url::Url& url, Resolved done) {
  using Answer = Result<std::vector<Address>, Outcome>;
  const auto answer = [this](const Resolution& resolution) -> Answer {
    if (auto refused = refusal(resolution)) return Unexpected(std::move(*refused));
    return resolution.addresses;
  };
  const auto answer_later = [this, &done](Answer what) {
    later_.add([done = std::move(done), what = std::move(what)] { done(what); });
  };

  const std::string_view host = url.host();
  const bool is_mapped = rules_.mapped(host) != nullptr;
  const auto address = address_literal(host);
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
    finish_later(transfer, ConnectFailed{"the URL is neither http nor https"});
  } else if (const auto* mapped = rules_.mapped(host)) {
    start(transfer, {.connect_to = mapped->list.get(), .private_allowed = true});
  } else if (const auto address = address_literal(host)) {
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
    resolver_.resolve(
        host, [this, ticket = TransferPool::ticket(transfer)](const Resolution& resolution) {
          if (ticket.is_good()) proceed(*ticket.transfer, resolution);
        });
  }
}

void CurlFetcher::proceed(Transfer& transfer, const Resolution& resolution) {
  if (auto refused = refusal(resolution)) return finish_later(transfer, std::move(*refused));
  const url::Url& url = transfer.request().url;
  Route route;
  route.dns_updates = names_.updates_for({url.host(), url.effective_port()}, resolution.addresses);
  start(transfer, std::move(route));
}

// If one of several addresses is private, the whole name is refused, so that its owner cannot
// choose which address is used.
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
  Transfer& transfer = pool_.take();
  if (!timeout_timer_.active())
    timeout_timer_.start(timeout_interval_, [this] { check_timeouts(); });
  return transfer;
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
  queue_.push(transfer);
}

// Removes the transfer from libcurl, if it was added.
void CurlFetcher::remove(Transfer& transfer) {
  if (transfer.is_added()) multi_.remove(transfer.easy());
}

// The budget may wake a body on any thread, also after this fetcher was destroyed.
std::shared_ptr<BodyHold> CurlFetcher::new_hold(Transfer& transfer) {
  if (!options_.body_budget) return nullptr;
  const Ticket ticket = TransferPool::ticket(transfer);
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
  remove(*ticket.transfer);  // libcurl does not report it as finished
  finish(*ticket.transfer, ticket.transfer->outcome(code));
}

void CurlFetcher::on_finished(Transfer& transfer, int curl_code) {
  if (transfer.lacked_descriptor(curl_code)) {
    transfer.requeue();
    return queue_.wait_for_descriptors(transfer);
  }
  Outcome outcome = transfer.outcome(curl_code);
  if (multi_.has_shut_down(transfer.socket())) avoid_http2(transfer.request().url.host());
  finish(transfer, std::move(outcome));
}

// Uses HTTP/1.1 for this host from now on. There a connection has one request at a time, and
// libcurl returns after each piece.
void CurlFetcher::avoid_http2(std::string_view host) {
  if (without_http2_.size() >= kMostWithoutHttp2) without_http2_.clear();
  without_http2_.emplace(host);
}

void CurlFetcher::finish(Transfer& transfer, Outcome outcome) {
  if (transfer.dns_updates()) names_.delivered(transfer.dns_updates());
  const bool had_slot = transfer.is_added();
  const Done done = transfer.release();
  pool_.give_back(transfer);
  if (had_slot) queue_.release();
  done(std::move(outcome));
}

void CurlFetcher::finish_later(Transfer& transfer, Outcome outcome) {
  later_.add([this, ticket = TransferPool::ticket(transfer), outcome = std::move(outcome)] {
    if (ticket.is_good()) finish(*ticket.transfer, outcome);
  });
}

void CurlFetcher::check_timeouts() {
  const Duration now = loop_.monotonic_now();
  std::vector<std::pair<Ticket, TimedOut::Stage>> overdue;
  for (Transfer* transfer : pool_.active()) {
    if (!transfer->has_route() && resolver_.lacks_descriptors()) transfer->restart_clock();
    if (const auto stage = transfer->overdue(now)) {
      overdue.emplace_back(TransferPool::ticket(*transfer), *stage);
    }
  }
  for (const auto& [ticket, stage] : overdue) {
    if (!ticket.is_good()) continue;
    remove(*ticket.transfer);
    Outcome outcome = ticket.transfer->timed_out(stage);
    finish(*ticket.transfer, std::move(outcome));
  }
  if (!pool_.active().empty())
    timeout_timer_.start(timeout_interval_, [this] { check_timeouts(); });
}

void CurlFetcher::cancel_all() {
  std::vector<Ticket> all;
  for (Transfer* transfer : pool_.active()) all.push_back(TransferPool::ticket(*transfer));
  queue_.clear();
  for (const Ticket& ticket : all) {
    if (!ticket.is_good()) continue;
    remove(*ticket.transfer);
    finish(*ticket.transfer, Cancelled{});
  }
  resolver_.cancel_all();
  later_.run();
}

}  // namespace

std::unique_ptr<Fetcher> make_curl_fetcher(eventloop::Loop& loop, const FetchOptions& options) {
  static std::once_flag once;
  std::call_once(once, [] {
    curl_global_init(CURL_GLOBAL_DEFAULT);
    // OpenSSL writes to sockets that may be closed, and libcurl does not handle the signal, because
    // CURLOPT_NOSIGNAL is set.
    std::signal(SIGPIPE, SIG_IGN);
  });
  const Status valid = validate(options);
  FRESHET_CHECK(valid, valid.error().message);
  return std::make_unique<CurlFetcher>(loop, options);
}

}  // namespace freshet::fetch
