#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "eventloop/loop.h"
#include "fetch/outcome.h"
#include "result/result.h"
#include "url/url.h"

namespace freshet::fetch {

struct Request {
  url::Url url;                                              // http or https
  std::vector<std::pair<std::string, std::string>> headers;  // additional: If-None-Match, ...
};

// Sends requests to servers. There is one for each event loop, and only the thread of that loop
// uses it. It does not follow redirects: they are replies like any other.
class Fetcher {
 public:
  using Done = std::function<void(Outcome)>;

  virtual ~Fetcher() = default;

  // Resolves a host to the addresses that fetch() will use. They come from a cache while they are
  // valid. The result is empty if a proxy resolves the name or host_map maps it, because an address
  // would not identify the server then. An error is NoAddress, AddressRefused, TimedOut or
  // Cancelled. `done` is called later, never from inside resolve().
  using Resolved = std::function<void(Result<std::vector<Address>, Outcome>)>;
  virtual void resolve(const url::Url& url, Resolved done) = 0;

  // `done` is called exactly once, later, from the loop; never from inside fetch(). It may call
  // fetch(), but must not destroy the fetcher. When the fetcher is destroyed, pending callbacks are
  // not called.
  virtual void fetch(Request request, Done done) = 0;
  virtual size_t in_flight() const = 0;
  // Ends all requests and resolutions as Cancelled. All their callbacks were called when this
  // returns.
  virtual void cancel_all() = 0;
};

struct FetchOptions {
  std::string user_agent;
  bool allow_private = false;
  // Names that are mapped to other servers: "example.com" or "*" -> "127.0.0.1:8080". For tests and
  // staging sites.
  std::vector<std::pair<std::string, std::string>> host_map;
  std::vector<std::string> unverified_tls_hosts;  // their certificates are not checked
  std::string ca_file;                            // empty: that of the system
  // http://... or socks5h://...; empty: none. The proxy resolves names, so only hosts that are
  // written as addresses can be checked and refused here. Names in host_map do not use it.
  std::string proxy;
  std::vector<std::pair<std::string, std::string>> basic_auth;  // host -> "user:password"
  bool cookies = false;                                         // per registrable domain, in memory
  bool http2 = true;

  size_t max_body_bytes = 16 << 20;
  std::shared_ptr<BodyBudget> body_budget;  // shared with other fetchers; null: no common limit
  size_t max_header_bytes = 256 << 10;
  Duration connect_timeout = Duration::seconds(20);
  Duration idle_timeout = Duration::seconds(30);  // time without a byte
  Duration total_timeout = Duration::minutes(5);
  size_t max_connections = 4000;         // of one fetcher; more transfers wait
  std::vector<std::string> dns_servers;  // empty: those of the system
  // Asked right before each request is sent, when the connection is open, from any thread. If it
  // returns false, nothing is sent, and the outcome is Cancelled. Null: always.
  std::function<bool()> may_send;
};

// Returns an error, for a person, if an option is invalid.
Status validate(const FetchOptions& options);

// The options must be valid. From the first fetcher on, the process ignores SIGPIPE.
std::unique_ptr<Fetcher> make_curl_fetcher(eventloop::Loop& loop, const FetchOptions& options);

}  // namespace freshet::fetch
