#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "fetch/cookie_jars.h"
#include "fetch/curl_names.h"
#include "fetch/fetcher.h"
#include "fetch/multi.h"
#include "fetch/request_fields.h"

struct curl_slist;

namespace freshet::fetch {

// How a request gets to its server. Pointers must stay good until the transfer ends.
struct Route {
  curl_slist* connect_to = nullptr;  // elsewhere than the URL says
  CurlNames::News news = nullptr;    // for libcurl; null: none
  bool private_allowed = false;
  bool by_proxy = false;
  bool verify_tls = true;
  bool http2 = true;                    // over TLS, if the server knows it
  const char* user_password = nullptr;  // for Basic authentication
  std::shared_ptr<CookieJars::Jar> cookies = nullptr;
};

// An easy handle of libcurl and the request that it is busy with, if any. Used again and again: its
// connection is libcurl's affair, its options are set once and changed where requests differ.
class Transfer {
 public:
  Transfer(const FetchOptions& options, const eventloop::Loop& loop, Multi& multi);
  ~Transfer();
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  static Transfer* of(void* easy);  // nullptr for a handle that libcurl made for itself
  void* easy() const { return easy_; }

  // Takes a request; then, when the way to the server is known, gets ready; then is added to the
  // multi handle; then, when libcurl is done with it, says what came of it.
  void accept(Request request, Fetcher::Done done, std::shared_ptr<BodyHold> hold);
  void set_route(Route route);  // it waits then for its turn, which is not counted as its time
  void begin();                 // right before it is added
  Outcome outcome(int curl_code);
  // The same for one that was taken away from libcurl because it ran past a limit.
  Outcome cut_off(TimedOut::Stage stage);
  // Whether it came to nothing because there was no descriptor for it. Then it may wait, and begin
  // again.
  bool lacked_descriptor(int curl_code) const;
  void wait_again();
  // Forgets the request.
  Fetcher::Done release();

  const Request& request() const { return request_; }
  const CurlNames::News& news() const { return route_.news; }
  bool has_route() const { return progress_ != Progress::kResolving; }
  bool is_added() const { return is_added_; }
  void set_socket(int socket) { socket_ = socket; }
  int socket() const { return socket_; }

  // Its time begins now: so far something kept it that is not its host's.
  // A transfer that libcurl has paused, since there is no memory for more of its body: nothing of
  // that is its host's fault. A CURLcode, if going on has ended it.
  bool is_paused() const { return is_paused_; }
  int resume();
  void restart_clock() { accepted_ = loop_.monotonic_now(); }
  // Past which limit it is now, if any.
  std::optional<TimedOut::Stage> overdue(Duration now) const;

  size_t position = 0;      // among the active ones; the fetcher's
  uint64_t generation = 0;  // counts the requests; the fetcher's

 private:
  struct Callbacks;
  enum class Progress : uint8_t { kResolving, kWaiting, kConnecting, kSent, kReceiving };

  size_t on_header(std::string_view line);
  size_t on_body(std::string_view bytes);
  bool has_room_for(size_t bytes);
  bool is_idle_since(Duration limit_start) const;
  std::string request_head(int reply_version) const;
  Reply reply(bool cut);

  const FetchOptions& options_;
  const eventloop::Loop& loop_;
  Multi& multi_;
  void* easy_;
  RequestFields fields_;
  std::vector<curl_slist> resolve_list_;
  char error_[256];  // CURL_ERROR_SIZE

  Request request_;
  std::string url_;
  Fetcher::Done done_;
  Route route_;
  Progress progress_ = Progress::kResolving;
  Duration accepted_;
  Duration waits_since_;
  Duration added_;
  Duration last_byte_;
  std::string sent_head_;  // only where libcurl adds fields that we do not know
  std::string head_;
  std::string body_;
  std::shared_ptr<BodyHold> hold_;
  size_t header_bytes_ = 0;
  int socket_ = -1;  // that it waited for last
  std::optional<Address> address_;
  std::optional<Address> refused_;
  bool is_added_ = false;
  bool no_descriptor_ = false;
  bool is_paused_ = false;
  Duration paused_since_;
  bool head_complete_ = false;
  bool head_too_long_ = false;
  const char* head_fault_ = nullptr;  // what makes the head none of HTTP's
  bool body_cut_ = false;

  // What the handle is set to.
  bool is_head_ = false;
  bool is_https_ = false;
  bool multiplexes_ = false;
  bool verifies_tls_ = true;
  bool has_user_password_ = false;
};

}  // namespace freshet::fetch
