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
  std::vector<std::pair<std::string, std::string>> headers;  // beside the usual: If-None-Match, ...
  bool head_only = false;
};

// Asks servers. One per event loop; for that loop's thread only. Redirects are replies like any
// other: nobody follows them here.
class Fetcher {
 public:
  using Done = std::function<void(Outcome)>;

  virtual ~Fetcher() = default;

  // The addresses of a host, as fetch() will find them; served from a cache while they are fresh.
  // None where a proxy is to find them, or where host_map sends the name elsewhere: an address
  // would say nothing about the server then. An error is NoAddress, AddressRefused, TimedOut or
  // Cancelled. Called back later, never from inside.
  using Resolved = std::function<void(Result<std::vector<Address>, Outcome>)>;
  virtual void resolve(const url::Url& url, Resolved done) = 0;

  // `done` is called exactly once, later, from the loop; never from inside fetch(). It may call
  // fetch(), but not end the fetcher. Of a fetcher that ends, nobody hears any more.
  virtual void fetch(Request request, Done done) = 0;
  virtual size_t in_flight() const = 0;
  // Ends what is under way as Cancelled, also what is being resolved: everybody has been told when
  // this returns.
  virtual void cancel_all() = 0;
};

struct FetchOptions {
  std::string user_agent;
  bool allow_private = false;
  // Names sent elsewhere: "example.com" or "*" -> "127.0.0.1:8080". For tests and staging sites.
  std::vector<std::pair<std::string, std::string>> host_map;
  std::vector<std::string> unverified_tls_hosts;  // certificates of these are not checked
  std::string ca_file;                            // empty: the system's
  // http://... or socks5h://...; empty: none. The proxy then resolves names, so that only hosts
  // written as addresses can be checked and refused here. Names in host_map do without it.
  std::string proxy;
  std::vector<std::pair<std::string, std::string>> basic_auth;  // host -> "user:password"
  bool cookies = false;                                         // per site, in memory
  bool http2 = true;

  size_t max_body_bytes = 16 << 20;
  std::shared_ptr<BodyBudget> body_budget;  // shared with other fetchers; null: no limit for all
  size_t max_header_bytes = 256 << 10;
  Duration connect_timeout = Duration::seconds(20);
  Duration idle_timeout = Duration::seconds(30);  // without a byte
  Duration total_timeout = Duration::minutes(5);
  size_t max_connections = 4000;         // of one fetcher; transfers beyond them wait
  std::vector<std::string> dns_servers;  // empty: the system's
};

// What is wrong with the options, for a person.
Status validate(const FetchOptions& options);

// The options must be valid. From the first fetcher on, the process ignores SIGPIPE.
std::unique_ptr<Fetcher> make_curl_fetcher(eventloop::Loop& loop, const FetchOptions& options);

}  // namespace freshet::fetch
