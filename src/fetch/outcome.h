#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "clock/instant.h"
#include "fetch/address.h"
#include "fetch/body_budget.h"
#include "http/headers.h"

namespace freshet::fetch {

// When the parts of a request ended, from its start. Zero if a part did not happen (such as
// connecting, if the connection was open already).
struct Timings {
  Duration connected;
  Duration first_byte;
  Duration total;
};

// A reply with any status. Each line of the heads has its line end; the empty line after them is
// left out.
struct Reply {
  int status = 0;
  std::string protocol;      // "HTTP/1.1", "HTTP/2"
  std::string request_head;  // as sent: request line and header fields
  std::string reply_head;    // as received: status line and header fields
  http::HeaderMap headers;
  std::string body;                // transfer coding removed, content coding as received
  bool body_truncated = false;     // by a limit of size or time, or the connection ended early
  std::optional<Address> address;  // of the server; nullopt behind a proxy
  Timings timings;
  std::shared_ptr<BodyHold> held;  // the body's part of the budget; null: there is no budget
};

// The reasons why there is no reply.
struct NoAddress {};     // the name does not resolve
struct AddressRefused {  // it resolves to a private address (net.allow_private)
  Address address;
};
struct ConnectFailed {  // refused, unreachable
  std::string detail;
};
struct TlsFailed {  // certificate or handshake
  std::string detail;
};
struct TimedOut {  // before the first byte of the body; after it, the result is a truncated reply
  enum class Stage : uint8_t { kResolve, kConnect, kReply, kIdle, kTotal };
  Stage stage = Stage::kTotal;
};
struct ConnectionLost {  // reset or closed before the reply's head was complete
  std::string detail;
};
struct BadReply {  // not HTTP, or a head beyond the limit
  std::string detail;
};
struct Cancelled {};  // by cancel_all() or FetchOptions::may_send

using Outcome = std::variant<Reply, NoAddress, AddressRefused, ConnectFailed, TlsFailed, TimedOut,
                             ConnectionLost, BadReply, Cancelled>;

// Returns "reply", "no_address", "address_refused", ...: names for counters and for the summary.
std::string_view name(const Outcome& outcome);

}  // namespace freshet::fetch
