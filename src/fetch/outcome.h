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

// How long the parts of a fetch took, from its start. Zero where a part did not happen (a
// connection that was open already).
struct Timings {
  Duration connected;
  Duration first_byte;
  Duration total;
};

// A reply with a status, whatever it is. Head, empty line and body are the message: each line of
// the heads has its line end, and the empty line is left out.
struct Reply {
  int status = 0;
  std::string protocol;      // "HTTP/1.1", "HTTP/2"
  std::string request_head;  // as sent: request line and header fields
  std::string reply_head;    // as received: status line and header fields
  http::HeaderMap headers;
  std::string body;                // transfer coding removed, content coding as received
  bool body_truncated = false;     // cut at a limit of size or time, or the connection ended early
  std::optional<Address> address;  // that answered; none behind a proxy
  Timings timings;
  std::shared_ptr<BodyHold> held;  // what the body takes of the budget; null: there is none
};

// What the world did instead of replying.
struct NoAddress {};     // the name does not resolve
struct AddressRefused {  // it resolves to what we must not ask (net.allow_private)
  Address address;
};
struct ConnectFailed {  // refused, unreachable
  std::string detail;
};
struct TlsFailed {  // certificate or handshake
  std::string detail;
};
struct TimedOut {  // before the first byte of the body; later it is a reply that was cut
  enum class Stage : uint8_t { kResolve, kConnect, kReply, kIdle, kTotal };
  Stage stage = Stage::kTotal;
};
struct ConnectionLost {  // reset or closed before the reply's head was complete
  std::string detail;
};
struct BadReply {  // not HTTP, or a head beyond the limit
  std::string detail;
};
struct Cancelled {};  // we stopped

using Outcome = std::variant<Reply, NoAddress, AddressRefused, ConnectFailed, TlsFailed, TimedOut,
                             ConnectionLost, BadReply, Cancelled>;

// "reply", "no_address", "address_refused", ...: names for counting and for the summary.
std::string_view name(const Outcome& outcome);
std::string_view name(TimedOut::Stage stage);

}  // namespace freshet::fetch
