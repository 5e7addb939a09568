#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "eventloop/loop.h"
#include "fetch/name_cache.h"

struct ares_addrinfo;
struct ares_channeldata;

namespace freshet::fetch {

struct ResolverOptions {
  std::vector<std::string> servers;  // "192.0.2.1", "192.0.2.1:53"; empty: those of the system
  Duration timeout = Duration::seconds(20);
  NameCacheLimits cache;
};

// Resolves names to addresses, with c-ares on the event loop and a cache. It uses /etc/hosts, but
// no search domains, because names on the web are complete. For the loop's thread.
class Resolver {
 public:
  using Answered = std::function<void(const Resolution&)>;

  Resolver(eventloop::Loop& loop, const ResolverOptions& options);
  ~Resolver();  // pending callbacks are not called
  Resolver(const Resolver&) = delete;
  Resolver& operator=(const Resolver&) = delete;

  // Returns the cached result, or nullptr. It is valid until the loop continues.
  const Resolution* cached(std::string_view name) { return cache_.find(name, now()); }

  // Calls `answered` later, from the loop. There is one query for all callers that wait for a name.
  void resolve(std::string_view name, Answered answered);

  // Calls all pending callbacks with kCancelled before it returns.
  void cancel_all();

  // Whether there was no descriptor for a socket. Queries are retried until there is one, however
  // long that takes.
  bool lacks_descriptors() const { return !to_retry_.empty(); }

 private:
  struct Callbacks;
  struct Query {
    Resolver* resolver;
    std::string name;
    std::vector<Answered> waiters;
    Resolution resolution;
    Duration time_to_live;
  };

  void send_query(Query& query);
  void retry_queries();

  Duration now() const { return loop_.monotonic_now(); }
  void on_socket(int socket, bool readable, bool writable);
  void on_answer(Query& query, int status, ares_addrinfo* found);
  void deliver_answers();
  void set_timer();

  eventloop::Loop& loop_;
  Duration timeout_;
  NameCache cache_;
  eventloop::Timer timeout_timer_;
  eventloop::Timer answer_timer_;
  std::map<int, std::unique_ptr<eventloop::SocketWatch>> sockets_;
  std::unordered_map<std::string, std::unique_ptr<Query>> queries_;
  eventloop::Timer retry_timer_;
  std::vector<std::string> to_retry_;
  bool lacked_descriptor_ = false;     // since the last retry
  std::vector<std::string> answered_;  // names whose callbacks can be called
  ares_channeldata* channel_ = nullptr;
  bool ending_ = false;
};

}  // namespace freshet::fetch
