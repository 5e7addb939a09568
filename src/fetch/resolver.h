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
  std::vector<std::string> servers;  // "192.0.2.1", "192.0.2.1:53"; empty: the system's
  Duration timeout = Duration::seconds(20);
  NameCacheLimits cache;
};

// Names to addresses: c-ares on the event loop, in front of it the cache. /etc/hosts counts; search
// domains do not, because a name on the web is complete. For the loop's thread.
class Resolver {
 public:
  using Answered = std::function<void(const Resolution&)>;

  Resolver(eventloop::Loop& loop, const ResolverOptions& options);
  ~Resolver();  // nobody is answered any more
  Resolver(const Resolver&) = delete;
  Resolver& operator=(const Resolver&) = delete;

  // What is known now; good until the loop goes on.
  const Resolution* cached(std::string_view name) { return cache_.find(name, now()); }

  // Answered later, from the loop. All who wait for a name wait for one query.
  void resolve(std::string_view name, Answered answered);

  // Answers all who wait, with kCancelled, before it returns.
  void cancel_all();

  size_t queries() const { return queries_.size(); }

  // There was no descriptor for a socket: names are asked for again until there is one, however
  // long that takes.
  bool lacks_descriptors() const { return !to_ask_again_.empty(); }

 private:
  struct Callbacks;
  struct Query {
    Resolver* resolver;
    std::string name;
    std::vector<Answered> waiters;
    Resolution resolution;
    Duration time_to_live;
  };

  void ask(Query& query);
  void ask_again();

  Duration now() const { return loop_.monotonic_now(); }
  void on_socket(int socket, bool readable, bool writable);
  void on_answer(Query& query, int status, ares_addrinfo* found);
  void hand_out();
  void set_timer();

  eventloop::Loop& loop_;
  Duration timeout_;
  NameCache cache_;
  eventloop::Timer timeout_timer_;
  eventloop::Timer answer_timer_;
  std::map<int, std::unique_ptr<eventloop::SocketWatch>> sockets_;
  std::unordered_map<std::string, std::unique_ptr<Query>> queries_;
  eventloop::Timer again_timer_;
  std::vector<std::string> to_ask_again_;
  bool lacked_descriptor_ = false;     // since names were last asked for again
  std::vector<std::string> answered_;  // names whose waiters can be told
  ares_channeldata* channel_ = nullptr;
  bool ending_ = false;
};

}  // namespace freshet::fetch
