#include "fetch/transfer.h"

#include <curl/curl.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "fetch/failure.h"
#include "fetch/shortage.h"
#include "http/header_block.h"
#include "result/check.h"

namespace freshet::fetch {
namespace {

static_assert(CURL_ERROR_SIZE == 256);

// What a Content-Length may make us set aside before the bytes are there.
constexpr size_t kMostReserved = 1 << 20;
constexpr size_t kLeastStep = 16 << 10;
// libcurl allocates it anew for every request, and holds it while the request lasts.
constexpr long kReceiveBuffer = 16 << 10;

template <typename Value>
void set(CURL* easy, CURLoption option, Value value) {
  const CURLcode code = curl_easy_setopt(easy, option, value);
  FRESHET_CHECK(code == CURLE_OK, curl_easy_strerror(code));
}

Duration time_of(CURL* easy, CURLINFO part) {
  curl_off_t us = 0;
  curl_easy_getinfo(easy, part, &us);
  return Duration::microseconds(us);
}

long number_of(CURL* easy, CURLINFO what) {
  long number = 0;
  curl_easy_getinfo(easy, what, &number);
  return number;
}

}  // namespace

struct Transfer::Callbacks {
  static size_t header(char* bytes, size_t, size_t count, void* self) {
    return static_cast<Transfer*>(self)->on_header({bytes, count});
  }

  static size_t body(char* bytes, size_t, size_t count, void* self) {
    return static_cast<Transfer*>(self)->on_body({bytes, count});
  }

  // Called when the connection stands, before the request is sent.
  static int connected(void* self, char* remote, char*, int, int) {
    auto* transfer = static_cast<Transfer*>(self);
    transfer->progress_ = Progress::kSent;
    transfer->last_byte_ = transfer->loop_.monotonic_now();
    if (!transfer->route_.by_proxy) transfer->address_ = Address::parse(remote);
    return CURL_PREREQFUNC_OK;
  }

  // The last door before the network: whatever was resolved, by whom and when, no socket goes to
  // an address that we must not ask.
  static curl_socket_t open_socket(void* self, curlsocktype, curl_sockaddr* to) {
    auto* transfer = static_cast<Transfer*>(self);
    if (!transfer->route_.private_allowed) {
      const auto address = Address::from(&to->addr);
      if (!address) return CURL_SOCKET_BAD;
      if (address->is_private()) {
        transfer->refused_ = address;
        return CURL_SOCKET_BAD;
      }
    }
    const int socket = transfer->multi_.open_socket(to->family, to->socktype, to->protocol);
    if (socket < 0 && is_shortage(errno)) transfer->no_descriptor_ = true;
    return socket;
  }

  static int close_socket(void* multi, curl_socket_t socket) {
    static_cast<Multi*>(multi)->close_socket(socket);
    return 0;
  }

  static int debug(CURL*, curl_infotype type, char* bytes, size_t count, void* self) {
    if (type == CURLINFO_HEADER_OUT) static_cast<Transfer*>(self)->sent_head_.assign(bytes, count);
    return 0;
  }
};

Transfer::Transfer(const FetchOptions& options, const eventloop::Loop& loop, Multi& multi)
    : options_(options),
      loop_(loop),
      multi_(multi),
      easy_(curl_easy_init()),
      fields_(options.user_agent) {
  FRESHET_CHECK(easy_ != nullptr, "libcurl has no memory");
  set(easy_, CURLOPT_PRIVATE, this);
  set(easy_, CURLOPT_ERRORBUFFER, error_);
  set(easy_, CURLOPT_NOSIGNAL, 1L);
  set(easy_, CURLOPT_PROTOCOLS_STR, "http,https");
  set(easy_, CURLOPT_PATH_AS_IS, 1L);
  set(easy_, CURLOPT_FOLLOWLOCATION, 0L);
  // CURLOPT_ACCEPT_ENCODING is not set, so libcurl leaves content codings alone. Not so with
  // CURLOPT_HTTP_CONTENT_DECODING off, which would leave transfer codings as well.
  set(easy_, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  set(easy_, CURLOPT_TCP_NODELAY, 1L);
  set(easy_, CURLOPT_BUFFERSIZE, kReceiveBuffer);
  // Addresses come from our resolver, which decides how long they are good; libcurl would search
  // its whole cache for old ones after every request.
  set(easy_, CURLOPT_DNS_CACHE_TIMEOUT, -1L);
  set(easy_, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  // Empty means none; nothing would mean what the environment says.
  set(easy_, CURLOPT_PROXY, options.proxy.c_str());

  set(easy_, CURLOPT_HEADERFUNCTION, &Callbacks::header);
  set(easy_, CURLOPT_HEADERDATA, this);
  set(easy_, CURLOPT_WRITEFUNCTION, &Callbacks::body);
  set(easy_, CURLOPT_WRITEDATA, this);
  set(easy_, CURLOPT_PREREQFUNCTION, &Callbacks::connected);
  set(easy_, CURLOPT_PREREQDATA, this);
  set(easy_, CURLOPT_OPENSOCKETFUNCTION, &Callbacks::open_socket);
  set(easy_, CURLOPT_OPENSOCKETDATA, this);
  set(easy_, CURLOPT_CLOSESOCKETFUNCTION, &Callbacks::close_socket);
  set(easy_, CURLOPT_CLOSESOCKETDATA, &multi);
  set(easy_, CURLOPT_DEBUGFUNCTION, &Callbacks::debug);
  set(easy_, CURLOPT_DEBUGDATA, this);

  // One file and no folder of certificates: only then does libcurl read them once for all
  // connections.
  const char* authorities = options.ca_file.empty() ? curl_version_info(CURLVERSION_NOW)->cainfo
                                                    : options.ca_file.c_str();
  if (authorities != nullptr) {
    set(easy_, CURLOPT_CAINFO, authorities);
    set(easy_, CURLOPT_CAPATH, static_cast<const char*>(nullptr));
  }
  if (options.cookies) set(easy_, CURLOPT_COOKIEFILE, "");
}

Transfer::~Transfer() {
  curl_easy_cleanup(easy_);
}

Transfer* Transfer::of(void* easy) {
  Transfer* transfer = nullptr;
  curl_easy_getinfo(easy, CURLINFO_PRIVATE, &transfer);
  return transfer;
}

void Transfer::accept(Request request, Fetcher::Done done, std::shared_ptr<BodyHold> hold) {
  hold_ = std::move(hold);
  request_ = std::move(request);
  done_ = std::move(done);
  progress_ = Progress::kResolving;
  accepted_ = added_ = last_byte_ = loop_.monotonic_now();
}

void Transfer::set_route(Route route) {
  route_ = std::move(route);
  const url::Url& url = request_.url;
  // Without user and password: nobody logs in because a link says so.
  url_.assign(url.scheme_text());
  url_.append("://").append(url.host_and_port()).append(url.request_target());
  set(easy_, CURLOPT_URL, url_.c_str());

  fields_.set(request_.headers);
  set(easy_, CURLOPT_HTTPHEADER, fields_.list());
  set(easy_, CURLOPT_CONNECT_TO, route_.connect_to);

  if (route_.news) {
    resolve_list_.resize(route_.news->size());
    for (size_t i = 0; i < resolve_list_.size(); ++i) {
      resolve_list_[i] = {const_cast<char*>((*route_.news)[i].c_str()),
                          i + 1 < resolve_list_.size() ? &resolve_list_[i + 1] : nullptr};
    }
    set(easy_, CURLOPT_RESOLVE, resolve_list_.data());
  }
  if (request_.head_only != is_head_) {
    is_head_ = request_.head_only;
    set(easy_, is_head_ ? CURLOPT_NOBODY : CURLOPT_HTTPGET, 1L);
  }
  is_https_ = url.scheme() == url::Scheme::kHttps;
  if (const bool multiplex = is_https_ && route_.http2; multiplex != multiplexes_) {
    multiplexes_ = multiplex;
    set(easy_, CURLOPT_HTTP_VERSION,
        static_cast<long>(multiplex ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1));
    // Rather wait for a connection in the making than open one for each request.
    set(easy_, CURLOPT_PIPEWAIT, multiplex ? 1L : 0L);
  }
  if (route_.verify_tls != verifies_tls_) {
    verifies_tls_ = route_.verify_tls;
    set(easy_, CURLOPT_SSL_VERIFYPEER, verifies_tls_ ? 1L : 0L);
    set(easy_, CURLOPT_SSL_VERIFYHOST, verifies_tls_ ? 2L : 0L);
  }
  if (has_user_password_ || route_.user_password != nullptr) {
    has_user_password_ = route_.user_password != nullptr;
    set(easy_, CURLOPT_USERPWD, route_.user_password);
  }
  if (route_.cookies) set(easy_, CURLOPT_SHARE, route_.cookies->share());
  if (!options_.proxy.empty()) set(easy_, CURLOPT_NOPROXY, route_.by_proxy ? "" : "*");
  const bool must_listen = has_user_password_ || options_.cookies || route_.by_proxy;
  set(easy_, CURLOPT_VERBOSE, must_listen ? 1L : 0L);

  progress_ = Progress::kWaiting;
  waits_since_ = loop_.monotonic_now();
}

void Transfer::begin() {
  error_[0] = '\0';
  progress_ = Progress::kConnecting;
  added_ = last_byte_ = loop_.monotonic_now();
  accepted_ += added_ - waits_since_;
  is_added_ = true;
}

bool Transfer::lacked_descriptor(int curl_code) const {
  return no_descriptor_ && !refused_ && curl_code != CURLE_OK && progress_ == Progress::kConnecting;
}

void Transfer::wait_again() {
  is_added_ = no_descriptor_ = false;
  progress_ = Progress::kWaiting;
  waits_since_ = added_;  // nothing was asked since
  socket_ = -1;
}

size_t Transfer::on_header(std::string_view line) {
  progress_ = Progress::kReceiving;
  last_byte_ = loop_.monotonic_now();
  header_bytes_ += line.size();
  if (header_bytes_ > options_.max_header_bytes) {
    head_too_long_ = true;
    return 0;
  }
  if (head_complete_) return line.size();  // a trailer
  if (line == "\r\n" || line == "\n") {
    // Interim replies (1xx) come before the one that counts.
    head_complete_ = number_of(easy_, CURLINFO_RESPONSE_CODE) >= 200;
    if (!head_complete_) head_.clear();
    return line.size();
  }
  // libcurl takes a status line in another case for one with 200, and a NUL byte or not depending
  // on how the head is cut into pieces.
  if (head_.empty() && !line.starts_with("HTTP/")) head_fault_ = "no status line";
  if (line.find('\0') != std::string_view::npos) head_fault_ = "a NUL byte in the head";
  if (head_fault_ != nullptr) return 0;
  head_ += line;
  return line.size();
}

size_t Transfer::on_body(std::string_view bytes) {
  progress_ = Progress::kReceiving;
  last_byte_ = loop_.monotonic_now();
  const size_t room = options_.max_body_bytes - body_.size();
  const std::string_view taken = bytes.substr(0, room);
  if (!has_room_for(taken.size())) {
    is_paused_ = true;
    paused_since_ = loop_.monotonic_now();
    return CURL_WRITEFUNC_PAUSE;  // the same bytes come again
  }
  body_.append(taken);
  if (bytes.size() <= room) return bytes.size();
  body_cut_ = true;
  return 0;  // ends the transfer and its connection
}

// Grows the body's memory, at first by what the server promises, then in steps that waste little.
bool Transfer::has_room_for(size_t bytes) {
  const size_t needed = body_.size() + bytes;
  if (needed <= body_.capacity()) return true;
  size_t wanted = body_.size() + std::clamp(body_.size(), kLeastStep, kMostReserved);
  if (body_.empty()) {
    curl_off_t length = -1;
    curl_easy_getinfo(easy_, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
    const auto promised = static_cast<size_t>(std::max<curl_off_t>(length, 0));
    // Without asking for memory that others would have to wait for.
    const size_t most = options_.body_budget ? options_.body_budget->small() : kMostReserved;
    wanted = std::min(promised, most);
  }
  wanted = std::max(std::min(wanted, options_.max_body_bytes), needed);
  if (hold_ && !hold_->grow_to(wanted)) return false;
  body_.reserve(wanted);
  return true;
}

int Transfer::resume() {
  const Duration now = loop_.monotonic_now();
  accepted_ += now - paused_since_;
  last_byte_ = now;
  is_paused_ = false;
  return curl_easy_pause(easy_, CURLPAUSE_CONT);
}

std::optional<TimedOut::Stage> Transfer::overdue(Duration now) const {
  using Stage = TimedOut::Stage;
  if (progress_ == Progress::kWaiting || is_paused_) return std::nullopt;
  if (now - accepted_ >= options_.total_timeout) return Stage::kTotal;
  switch (progress_) {
    case Progress::kResolving:
      if (now - accepted_ >= options_.connect_timeout) return Stage::kResolve;
      break;
    case Progress::kWaiting: break;
    case Progress::kConnecting:
      if (now - added_ >= options_.connect_timeout) return Stage::kConnect;
      break;
    case Progress::kSent:
      if (is_idle_since(now - options_.idle_timeout)) return Stage::kReply;
      break;
    case Progress::kReceiving:
      if (is_idle_since(now - options_.idle_timeout)) return Stage::kIdle;
      break;
  }
  return std::nullopt;
}

bool Transfer::is_idle_since(Duration limit_start) const {
  if (last_byte_ > limit_start) return false;
  // libcurl hands out whole header lines only; the socket knows of single bytes.
  return multi_.last_readable(socket_).value_or(Duration()) <= limit_start;
}

Outcome Transfer::outcome(int curl_code) {
  if (refused_) return AddressRefused{*refused_};
  if (head_too_long_ && !head_complete_) {
    return BadReply{"a head of more than " + std::to_string(options_.max_header_bytes) + " bytes"};
  }
  if (head_fault_ != nullptr) return BadReply{head_fault_};
  if (multi_.has_cut(socket_) && (!head_complete_ || body_.empty())) {
    return BadReply{"it sends without end, and nothing of the page"};
  }
  // With a whole head it is a reply, whatever became of the rest.
  if (head_complete_) {
    return reply(curl_code != CURLE_OK || body_cut_ || multi_.has_cut(socket_));
  }
  if (curl_code != CURLE_OK) {
    // A proxy that refuses, or hangs up, before the server has been asked anything.
    const bool is_lost = curl_code == CURLE_RECV_ERROR || curl_code == CURLE_SEND_ERROR;
    if (is_lost && progress_ == Progress::kConnecting) return ConnectFailed{error_};
    // What the system says is short and exact: "Connection refused".
    const auto reason = static_cast<int>(number_of(easy_, CURLINFO_OS_ERRNO));
    if (curl_code == CURLE_COULDNT_CONNECT && reason != 0) {
      return ConnectFailed{std::generic_category().message(reason)};
    }
    return failure_of(curl_code, error_);
  }
  if (number_of(easy_, CURLINFO_RESPONSE_CODE) == 101) return BadReply{"another protocol, unasked"};
  return ConnectionLost{"closed in the middle of the head"};
}

Outcome Transfer::cut_off(TimedOut::Stage stage) {
  if (!head_complete_ || body_.empty()) return TimedOut{stage};
  Reply cut = reply(true);
  cut.timings.total = loop_.monotonic_now() - accepted_;
  return cut;
}

Reply Transfer::reply(bool cut) {
  Reply reply;
  reply.status = static_cast<int>(number_of(easy_, CURLINFO_RESPONSE_CODE));
  const auto version = static_cast<int>(number_of(easy_, CURLINFO_HTTP_VERSION));
  reply.protocol = version == CURL_HTTP_VERSION_2_0   ? "HTTP/2"
                   : version == CURL_HTTP_VERSION_1_0 ? "HTTP/1.0"
                                                      : "HTTP/1.1";
  reply.request_head = request_head(version);
  http::HeaderLimits limits;
  limits.max_bytes = options_.max_header_bytes;
  reply.headers = http::parse_header_block(head_, limits).headers;
  reply.reply_head = std::move(head_);
  reply.body = std::move(body_);
  if (hold_) hold_->settle(reply.body.capacity());
  reply.held = std::move(hold_);
  reply.body_truncated = cut;
  reply.address = address_;

  const Duration waited = added_ - accepted_;
  if (number_of(easy_, CURLINFO_NUM_CONNECTS) > 0) {
    reply.timings.connected =
        waited + time_of(easy_, is_https_ ? CURLINFO_APPCONNECT_TIME_T : CURLINFO_CONNECT_TIME_T);
  }
  reply.timings.first_byte = waited + time_of(easy_, CURLINFO_STARTTRANSFER_TIME_T);
  reply.timings.total = waited + time_of(easy_, CURLINFO_TOTAL_TIME_T);
  return reply;
}

// As libcurl writes it, which a test holds against what arrives. Asking libcurl for it
// (CURLOPT_DEBUGFUNCTION) costs more, so that is left to requests with fields of its own making.
std::string Transfer::request_head(int reply_version) const {
  std::string head;
  if (!sent_head_.empty()) {
    head = sent_head_;
    if (head.ends_with("\r\n\r\n")) head.resize(head.size() - 2);
    return head;
  }
  // A server of version 1.0 is spoken to in 1.0 once its connection has told.
  const bool reused = number_of(easy_, CURLINFO_NUM_CONNECTS) == 0;
  const std::string_view version = reply_version == CURL_HTTP_VERSION_2_0             ? "2"
                                   : reply_version == CURL_HTTP_VERSION_1_0 && reused ? "1.0"
                                                                                      : "1.1";
  head.reserve(512);
  head.append(is_head_ ? "HEAD " : "GET ").append(request_.url.request_target());
  head.append(" HTTP/").append(version).append("\r\nHost: ");
  head.append(request_.url.host_and_port()).append("\r\n");
  fields_.append_to(head);
  return head;
}

Fetcher::Done Transfer::release() {
  if (route_.news) set(easy_, CURLOPT_RESOLVE, static_cast<curl_slist*>(nullptr));
  if (route_.cookies) set(easy_, CURLOPT_SHARE, static_cast<void*>(nullptr));
  route_ = {};
  request_ = {};
  sent_head_.clear();
  head_.clear();
  body_ = {};
  header_bytes_ = 0;
  socket_ = -1;
  address_.reset();
  refused_.reset();
  hold_.reset();
  is_added_ = is_paused_ = no_descriptor_ = head_complete_ = head_too_long_ = body_cut_ = false;
  head_fault_ = nullptr;
  return std::exchange(done_, nullptr);
}

}  // namespace freshet::fetch
