#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "support/raw_server.h"

namespace freshet::test::http2 {

// Enough of HTTP/2 (RFC 9113) to serve pages, and to send what a server must not send.
enum Type : char {
  kData = 0,
  kHeaders = 1,
  kPriority = 2,
  kSettings = 4,
  kPing = 6,
  kWindowUpdate = 8,
  kContinuation = 9,
  kUnknown = 0x77,
};
enum Flags : char { kNone = 0, kAck = 1, kEndStream = 1, kEndHeaders = 4, kPadded = 8 };

// ":status: 200", an index of HPACK's static table.
inline constexpr std::string_view kStatus200 = "\x88";

std::string frame(char type, char flags, uint32_t stream, std::string_view payload);

// Reads frames, and acknowledges settings, until a request comes. Returns its stream, or 0 if the
// client has closed the connection. Header fields of requests are not read.
uint32_t next_request(RawServer::Client& client);

// Reads and answers the client's preface. Returns false if the client does not use HTTP/2.
bool begin(RawServer::Client& client);

}  // namespace freshet::test::http2
