#include "fetch/transfer.h"

#include <curl/curl.h>
#include <sys/socket.h>

#include <cerrno>
#include <system_error>
#include <tuple>
#include <utility>

#include "fetch/failure.h"
#include "fetch/shortage.h"
#include "http/header_block.h"

namespace freshet::fetch {

struct Transfer::Callbacks {
  static size_t header(char* bytes, size_t, size_t count, void* self) {
    return static_cast<Transfer*>(self)->on_header({bytes, count});
  }

  static size_t body(char* bytes, size_t, size_t count, void* self) {
    return static_cast<Transfer*>(self)->on_body({bytes, count});
  }

  // Called when the connection is established, before the request is sent.
  static int connected(void* self, char* remote, char*, int, int) {
    auto* transfer = static_cast<Transfer*>(self);
    transfer->clock_.connected(transfer->loop_.monotonic_now());
    if (!transfer->route_.by_proxy) transfer->connection_.address = Address::parse(remote);
    const auto& may_send = transfer->options_.may_send;
    return may_send && !may_send() ? CURL_PREREQFUNC_ABORT : CURL_PREREQFUNC_OK;
  }

  // The last check before the network: however the name was resolved, no socket connects to an
  // address that is not allowed.
  static curl_socket_t open_socket(void* self, curlsocktype, curl_sockaddr* to) {
    auto* transfer = static_cast<Transfer*>(self);
    if (!transfer->route_.private_allowed) {
      const auto address = Address::from(&to->addr);
      if (!address) return CURL_SOCKET_BAD;
      if (address->is_private()) {
        transfer->connection_.refused = address;
        return CURL_SOCKET_BAD;
      }
    }
    const int socket = transfer->multi_.open_socket(to->family, to->socktype, to->protocol);
    if (socket < 0 && is_shortage(errno)) transfer->connection_.lacked_descriptor = true;
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
      clock_(options),
      head_(options.max_header_bytes),
      body_(options),
      handle_(options) {
  const auto set = [easy = handle_.get()](CURLoption option, auto value) {
    EasyHandle::check(curl_easy_setopt(easy, option, value));
  };
  set(CURLOPT_PRIVATE, this);
  set(CURLOPT_HEADERFUNCTION, &Callbacks::header);
  set(CURLOPT_HEADERDATA, this);
  set(CURLOPT_WRITEFUNCTION, &Callbacks::body);
  set(CURLOPT_WRITEDATA, this);
  set(CURLOPT_PREREQFUNCTION, &Callbacks::connected);
  set(CURLOPT_PREREQDATA, this);
  set(CURLOPT_OPENSOCKETFUNCTION, &Callbacks::open_socket);
  set(CURLOPT_OPENSOCKETDATA, this);
  set(CURLOPT_CLOSESOCKETFUNCTION, &Callbacks::close_socket);
  set(CURLOPT_CLOSESOCKETDATA, &multi);
  set(CURLOPT_DEBUGFUNCTION, &Callbacks::debug);
  set(CURLOPT_DEBUGDATA, this);
}

Transfer* Transfer::of(void* easy) {
  Transfer* transfer = nullptr;
  curl_easy_getinfo(easy, CURLINFO_PRIVATE, &transfer);
  return transfer;
}

void Transfer::accept(Request request, Fetcher::Done done, std::shared_ptr<BodyHold> hold) {
  request_ = std::move(request);
  done_ = std::move(done);
  body_.begin(std::move(hold));
  clock_.accept(loop_.monotonic_now());
}

void Transfer::set_route(Route route) {
  route_ = std::move(route);
  handle_.prepare(request_, route_);
  clock_.wait(loop_.monotonic_now());
}

void Transfer::begin() {
  handle_.clear_error();
  clock_.begin(loop_.monotonic_now());
}

bool Transfer::lacked_descriptor(int curl_code) const {
  return connection_.lacked_descriptor && !connection_.refused && curl_code != CURLE_OK &&
         clock_.is_connecting();
}

void Transfer::requeue() {
  clock_.requeue();
  connection_.lacked_descriptor = false;
  connection_.socket = -1;
}

size_t Transfer::on_header(std::string_view line) {
  clock_.received(loop_.monotonic_now());
  const auto status = [this] { return handle_.number(CURLINFO_RESPONSE_CODE); };
  return head_.add(line, status) ? line.size() : 0;
}

size_t Transfer::on_body(std::string_view bytes) {
  const Duration now = loop_.monotonic_now();
  clock_.received(now);
  const auto promised = [this] {
    curl_off_t length = -1;
    curl_easy_getinfo(easy(), CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
    return int64_t{length};
  };
  switch (body_.add(bytes, promised)) {
    case BodyCollector::Added::kAll: return bytes.size();
    case BodyCollector::Added::kPart: break;  // ends the transfer and its connection
    case BodyCollector::Added::kNoMemory:
      clock_.pause(now);
      return CURL_WRITEFUNC_PAUSE;  // libcurl will pass the same bytes again
  }
  return 0;
}

int Transfer::resume() {
  clock_.resume(loop_.monotonic_now());
  return curl_easy_pause(easy(), CURLPAUSE_CONT);
}

std::optional<TimedOut::Stage> Transfer::overdue(Duration now) const {
  using Stage = TimedOut::Stage;
  const auto stage = clock_.overdue(now);
  if (stage != Stage::kReply && stage != Stage::kIdle) return stage;
  // libcurl passes only whole header lines; the socket shows single bytes.
  const auto readable = multi_.last_readable(connection_.socket).value_or(Duration());
  return now - readable >= options_.idle_timeout ? stage : std::nullopt;
}

Outcome Transfer::outcome(int curl_code) {
  if (connection_.refused) return AddressRefused{*connection_.refused};
  if (const auto fault = head_.fault()) return BadReply{*fault};
  if (multi_.has_shut_down(connection_.socket) && (!head_.is_complete() || body_.is_empty())) {
    return BadReply{"the server sends data without end, but nothing of the page"};
  }
  // With a complete head it is a reply, even if the rest is missing.
  if (head_.is_complete()) {
    return reply(curl_code != CURLE_OK || body_.is_cut() ||
                 multi_.has_shut_down(connection_.socket));
  }
  if (curl_code != CURLE_OK) {
    // A proxy refused or closed the connection before the request was sent.
    const bool is_lost = curl_code == CURLE_RECV_ERROR || curl_code == CURLE_SEND_ERROR;
    if (is_lost && clock_.is_connecting()) return ConnectFailed{handle_.error()};
    // The message of the system is short and exact: "Connection refused".
    const auto reason = static_cast<int>(handle_.number(CURLINFO_OS_ERRNO));
    if (curl_code == CURLE_COULDNT_CONNECT && reason != 0) {
      return ConnectFailed{std::generic_category().message(reason)};
    }
    return failure_of(curl_code, handle_.error());
  }
  if (handle_.number(CURLINFO_RESPONSE_CODE) == 101) {
    return BadReply{
        "the server switched to another protocol without a request for it (status 101)"};
  }
  return ConnectionLost{"the connection was closed in the middle of the reply's head"};
}

Outcome Transfer::timed_out(TimedOut::Stage stage) {
  if (!head_.is_complete() || body_.is_empty()) return TimedOut{stage};
  Reply cut = reply(true);
  cut.timings.total = clock_.taken(loop_.monotonic_now());
  return cut;
}

Reply Transfer::reply(bool cut) {
  Reply reply;
  reply.status = static_cast<int>(handle_.number(CURLINFO_RESPONSE_CODE));
  const auto version = static_cast<int>(handle_.number(CURLINFO_HTTP_VERSION));
  reply.protocol = version == CURL_HTTP_VERSION_2_0   ? "HTTP/2"
                   : version == CURL_HTTP_VERSION_1_0 ? "HTTP/1.0"
                                                      : "HTTP/1.1";
  reply.request_head = request_head(version);
  http::HeaderLimits limits;
  limits.max_bytes = options_.max_header_bytes;
  reply.headers = http::parse_header_block(head_.text(), limits).headers;
  reply.reply_head = head_.take_text();
  std::tie(reply.body, reply.held) = body_.take();
  reply.body_truncated = cut;
  reply.address = connection_.address;

  const Duration waited = clock_.waited();
  if (handle_.number(CURLINFO_NUM_CONNECTS) > 0) {
    reply.timings.connected = waited + handle_.time(handle_.is_https() ? CURLINFO_APPCONNECT_TIME_T
                                                                       : CURLINFO_CONNECT_TIME_T);
  }
  reply.timings.first_byte = waited + handle_.time(CURLINFO_STARTTRANSFER_TIME_T);
  reply.timings.total = waited + handle_.time(CURLINFO_TOTAL_TIME_T);
  return reply;
}

// Returns the head as libcurl writes it; a test compares it with what arrives at a server. Getting
// it from libcurl (CURLOPT_DEBUGFUNCTION) costs more, so that is done only for requests to which
// libcurl adds fields.
std::string Transfer::request_head(int reply_version) const {
  std::string head;
  if (!sent_head_.empty()) {
    head = sent_head_;
    if (head.ends_with("\r\n\r\n")) head.resize(head.size() - 2);
    return head;
  }
  // libcurl uses version 1.0 for later requests on a connection whose server has replied with 1.0.
  const bool reused = handle_.number(CURLINFO_NUM_CONNECTS) == 0;
  const std::string_view version = reply_version == CURL_HTTP_VERSION_2_0             ? "2"
                                   : reply_version == CURL_HTTP_VERSION_1_0 && reused ? "1.0"
                                                                                      : "1.1";
  head.reserve(512);
  head.append("GET ").append(request_.url.request_target());
  head.append(" HTTP/").append(version).append("\r\nHost: ");
  head.append(request_.url.host_and_port()).append("\r\n");
  handle_.fields().append_to(head);
  return head;
}

Fetcher::Done Transfer::release() {
  handle_.forget(route_);
  route_ = {};
  request_ = {};
  sent_head_.clear();
  head_.clear();
  body_.begin(nullptr);
  connection_ = {};
  return std::exchange(done_, nullptr);
}

}  // namespace freshet::fetch
