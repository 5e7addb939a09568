#pragma once

#include <functional>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fetch/fetcher.h"

namespace freshet::fetch {

// Returns a reply with this status, type and body, and with matching heads.
Reply make_reply(int status, std::string_view content_type, std::string body);

// A fetcher for tests, without a network. It answers from a script, on the loop's timers, and logs
// the requests.
class ScriptedFetcher final : public Fetcher {
 public:
  using Script = std::function<Outcome(const Request&)>;

  explicit ScriptedFetcher(eventloop::TaskLoop& loop);
  ~ScriptedFetcher() override;

  // Sets the answer for a URL. The script is called when the answer is due.
  void answer(std::string_view url, Outcome outcome);
  void answer(std::string_view url, Script script);
  // Sets the answer for all other URLs. The default is 404.
  void answer_others(Script script) { others_ = std::move(script); }
  // Sets how long an answer takes. Resolving a name takes half of it.
  void set_latency(Duration latency) { latency_ = latency; }
  void set_latency(std::string_view url, Duration latency);
  // Sets what a host resolves to. By default, every host has a different public address.
  void resolve_as(std::string_view host, Result<std::vector<Address>, Outcome> addresses);

  struct LoggedRequest {
    Request request;
    Duration at;  // by the loop's clock
  };
  const std::vector<LoggedRequest>& log() const { return log_; }
  size_t most_in_flight() const { return most_in_flight_; }

  void resolve(const url::Url& url, Resolved done) override;
  void fetch(Request request, Done done) override;
  size_t in_flight() const override { return fetches_.size(); }
  void cancel_all() override;

 private:
  struct Fetch;
  struct Lookup;

  Outcome outcome_for(const Request& request) const;
  Result<std::vector<Address>, Outcome> addresses_of(std::string_view host);

  eventloop::TaskLoop& loop_;
  Script others_;
  Duration latency_;
  std::unordered_map<std::string, Script> scripts_;
  std::unordered_map<std::string, Duration> latencies_;
  std::unordered_map<std::string, Result<std::vector<Address>, Outcome>> hosts_;
  std::list<std::unique_ptr<Fetch>> fetches_;
  std::list<std::unique_ptr<Lookup>> lookups_;
  std::vector<LoggedRequest> log_;
  size_t most_in_flight_ = 0;
};

}  // namespace freshet::fetch
