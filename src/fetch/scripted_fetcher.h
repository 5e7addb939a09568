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

// A reply as a server would have sent it: status, type and body, and the heads to go with them.
Reply make_reply(int status, std::string_view content_type, std::string body);

// The twin of the real fetcher for tests: answers from a script, on the loop's timers, and keeps a
// log of what was asked. No network.
class ScriptedFetcher final : public Fetcher {
 public:
  using Script = std::function<Outcome(const Request&)>;

  explicit ScriptedFetcher(eventloop::Loop& loop);
  ~ScriptedFetcher() override;

  // What a URL is answered with from now on; called when the answer is due.
  void answer(std::string_view url, Outcome outcome);
  void answer(std::string_view url, Script script);
  // What all other URLs are answered with; before this is called, with 404.
  void answer_others(Script script) { others_ = std::move(script); }
  // How long an answer takes; of a name, half of it.
  void set_latency(Duration latency) { latency_ = latency; }
  void set_latency(std::string_view url, Duration latency);
  // What a host resolves to; before this is called, every host has a public address of its own.
  void resolve_as(std::string_view host, Result<std::vector<Address>, Outcome> addresses);

  struct Asked {
    Request request;
    Duration at;  // of the loop's clock
  };
  const std::vector<Asked>& log() const { return log_; }
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

  eventloop::Loop& loop_;
  Script others_;
  Duration latency_;
  std::unordered_map<std::string, Script> scripts_;
  std::unordered_map<std::string, Duration> latencies_;
  std::unordered_map<std::string, Result<std::vector<Address>, Outcome>> hosts_;
  std::list<std::unique_ptr<Fetch>> fetches_;
  std::list<std::unique_ptr<Lookup>> lookups_;
  std::vector<Asked> log_;
  size_t most_in_flight_ = 0;
};

}  // namespace freshet::fetch
