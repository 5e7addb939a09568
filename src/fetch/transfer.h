#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "fetch/body_collector.h"
#include "fetch/easy_handle.h"
#include "fetch/fetcher.h"
#include "fetch/multi.h"
#include "fetch/reply_head.h"
#include "fetch/route.h"
#include "fetch/transfer_clock.h"

namespace freshet::fetch {

// A request that libcurl sends, if any. It is reused, and libcurl manages the connection.
class Transfer {
 public:
  Transfer(const FetchOptions& options, const eventloop::Loop& loop, Multi& multi);
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  static Transfer* of(void* easy);  // nullptr for an internal handle of libcurl
  void* easy() const { return handle_.get(); }

  // The calls for a request are, in this order: accept(); set_route() when the name is resolved;
  // begin(), right before the handle is added to the multi handle; and, when libcurl has finished,
  // outcome().
  void accept(Request request, Fetcher::Done done, std::shared_ptr<BodyHold> hold);
  void set_route(Route route);  // the time until begin() does not count for time-outs
  void begin();
  Outcome outcome(int curl_code);
  // Returns the outcome of a transfer that was removed from libcurl because of a time-out.
  Outcome timed_out(TimedOut::Stage stage);
  // Whether the transfer failed because there was no descriptor for it. Then the caller may call
  // requeue(), and begin() later.
  bool lacked_descriptor(int curl_code) const;
  void requeue();
  // Frees the request and returns its callback.
  Fetcher::Done release();

  const Request& request() const { return request_; }
  const CurlNames::Updates& dns_updates() const { return route_.dns_updates; }
  bool has_route() const { return !clock_.is_resolving(); }
  bool is_added() const { return clock_.has_begun(); }
  void set_socket(int socket) { connection_.socket = socket; }
  int socket() const { return connection_.socket; }

  // Whether the transfer is paused because there is no memory for more of its body. The time does
  // not count for time-outs, because it is not the host's fault.
  bool is_paused() const { return clock_.is_paused(); }
  // Returns a CURLcode. If it is not CURLE_OK, the transfer has ended.
  int resume();
  // Restarts the time-outs, after a delay that was not the host's fault.
  void restart_clock() { clock_.restart(loop_.monotonic_now()); }
  // Returns the limit that is exceeded now, if any.
  std::optional<TimedOut::Stage> overdue(Duration now) const;

  // Used by the fetcher.
  size_t position = 0;      // among the active transfers
  uint64_t generation = 0;  // counts requests

 private:
  struct Callbacks;
  // What is known of the connection of the request.
  struct Connection {
    int socket = -1;                 // the last one that it waited for
    std::optional<Address> address;  // of the server
    std::optional<Address> refused;  // it is not allowed to connect to this one
    bool lacked_descriptor = false;
  };

  size_t on_header(std::string_view line);
  size_t on_body(std::string_view bytes);
  std::string request_head(int reply_version) const;
  Reply reply(bool cut);

  const FetchOptions& options_;
  const eventloop::Loop& loop_;
  Multi& multi_;

  Request request_;
  Fetcher::Done done_;
  Route route_;
  TransferClock clock_;
  std::string sent_head_;  // set only if libcurl adds fields that we do not know
  ReplyHead head_;
  BodyCollector body_;
  Connection connection_;
  EasyHandle handle_;  // its callbacks use all others
};

}  // namespace freshet::fetch
