#include "support/http2.h"

namespace freshet::test::http2 {

std::string frame(char type, char flags, uint32_t stream, std::string_view payload) {
  std::string out = {static_cast<char>(payload.size() >> 16),
                     static_cast<char>(payload.size() >> 8),
                     static_cast<char>(payload.size()),
                     type,
                     flags,
                     static_cast<char>(stream >> 24),
                     static_cast<char>(stream >> 16),
                     static_cast<char>(stream >> 8),
                     static_cast<char>(stream)};
  return out.append(payload);
}

bool begin(RawServer::Client& client) {
  if (client.protocol() != "h2") return false;
  if (client.read(24) != "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") return false;
  return client.send(frame(kSettings, kNone, 0, ""));
}

uint32_t next_request(RawServer::Client& client) {
  while (true) {
    const std::string head = client.read(9);
    if (head.size() < 9) return 0;
    const auto byte = [&](size_t at) { return static_cast<uint8_t>(head[at]); };
    const size_t length = size_t{byte(0)} << 16 | size_t{byte(1)} << 8 | byte(2);
    const uint32_t stream =
        uint32_t{byte(5)} << 24 | uint32_t{byte(6)} << 16 | uint32_t{byte(7)} << 8 | byte(8);
    client.read(length);
    if (byte(3) == kSettings && (byte(4) & kAck) == 0) client.send(frame(kSettings, kAck, 0, ""));
    if (byte(3) == kHeaders) return stream;
  }
}

}  // namespace freshet::test::http2
