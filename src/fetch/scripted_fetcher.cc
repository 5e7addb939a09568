#include "fetch/scripted_fetcher.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "http/header_block.h"
#include "result/check.h"

namespace freshet::fetch {

Reply make_reply(int status, std::string_view content_type, std::string body) {
  Reply reply;
  reply.status = status;
  reply.protocol = "HTTP/1.1";
  reply.reply_head = "HTTP/1.1 " + std::to_string(status) + "\r\n";
  if (!content_type.empty()) {
    reply.reply_head.append("Content-Type: ").append(content_type).append("\r\n");
  }
  reply.reply_head.append("Content-Length: ").append(std::to_string(body.size())).append("\r\n");
  reply.headers = http::parse_header_block(reply.reply_head).headers;
  reply.body = std::move(body);
  return reply;
}

struct ScriptedFetcher::Fetch {
  Fetch(eventloop::TaskLoop& loop, Request what, Done then)
      : timer(loop), request(std::move(what)), done(std::move(then)) {}
  eventloop::Timer timer;
  Request request;
  Done done;
};

struct ScriptedFetcher::Lookup {
  Lookup(eventloop::TaskLoop& loop, Resolved then) : timer(loop), done(std::move(then)) {}
  eventloop::Timer timer;
  Resolved done;
};

ScriptedFetcher::ScriptedFetcher(eventloop::TaskLoop& loop) : loop_(loop) {}

ScriptedFetcher::~ScriptedFetcher() = default;

void ScriptedFetcher::answer(std::string_view url, Outcome outcome) {
  answer(url, [outcome = std::move(outcome)](const Request&) { return outcome; });
}

void ScriptedFetcher::answer(std::string_view url, Script script) {
  scripts_[std::string(url)] = std::move(script);
}

void ScriptedFetcher::set_latency(std::string_view url, Duration latency) {
  latencies_[std::string(url)] = latency;
}

void ScriptedFetcher::resolve_as(std::string_view host,
                                 Result<std::vector<Address>, Outcome> addresses) {
  hosts_.insert_or_assign(std::string(host), std::move(addresses));
}

Result<std::vector<Address>, Outcome> ScriptedFetcher::addresses_of(std::string_view host) {
  const auto found = hosts_.find(std::string(host));
  if (found != hosts_.end()) return found->second;
  const size_t number = hosts_.size() + 1;
  const auto address = Address::parse("11.0." + std::to_string(number / 250 % 250) + "." +
                                      std::to_string(number % 250));
  FRESHET_CHECK(address, "the address of a host is not valid");
  return hosts_.emplace(host, std::vector<Address>{*address}).first->second;
}

void ScriptedFetcher::resolve(const url::Url& url, Resolved done) {
  lookups_.push_front(std::make_unique<Lookup>(loop_, std::move(done)));
  const auto place = lookups_.begin();
  (*place)->timer.start(latency_ / 2, [this, place, host = std::string(url.host())] {
    const auto lookup = std::move(*place);
    lookups_.erase(place);
    lookup->done(addresses_of(host));
  });
}

void ScriptedFetcher::fetch(Request request, Done done) {
  log_.push_back({request, loop_.monotonic_now()});
  const auto latency = latencies_.find(std::string(request.url.href()));
  fetches_.push_back(std::make_unique<Fetch>(loop_, std::move(request), std::move(done)));
  most_in_flight_ = std::max(most_in_flight_, fetches_.size());
  const auto place = std::prev(fetches_.end());
  (*place)->timer.start(latency == latencies_.end() ? latency_ : latency->second, [this, place] {
    const auto fetch = std::move(*place);
    fetches_.erase(place);
    fetch->done(outcome_for(fetch->request));
  });
}

Outcome ScriptedFetcher::outcome_for(const Request& request) const {
  const auto found = scripts_.find(std::string(request.url.href()));
  Outcome outcome = found != scripts_.end() ? found->second(request)
                    : others_               ? others_(request)
                                            : Outcome(make_reply(404, "text/plain", "not found"));
  if (auto* reply = std::get_if<Reply>(&outcome)) {
    if (reply->request_head.empty()) {
      reply->request_head = "GET ";
      reply->request_head.append(request.url.request_target()).append(" HTTP/1.1\r\nHost: ");
      reply->request_head.append(request.url.host_and_port()).append("\r\n");
      for (const auto& [name, value] : request.headers) {
        reply->request_head.append(name).append(": ").append(value).append("\r\n");
      }
    }
  }
  return outcome;
}

void ScriptedFetcher::cancel_all() {
  for (const auto& fetch : std::exchange(fetches_, {})) {
    fetch->timer.cancel();
    fetch->done(Cancelled{});
  }
  for (const auto& lookup : std::exchange(lookups_, {})) {
    lookup->timer.cancel();
    lookup->done(Unexpected(Outcome(Cancelled{})));
  }
}

}  // namespace freshet::fetch
