#pragma once

#include <cstdint>
#include <string>

namespace freshet::aquarium {

// How the bytes of a reply reach the client.
enum class Delivery : uint8_t {
  kWhole,
  kTruncated,  // half of the body, then the connection is closed
  kReset,      // half of the body, then the connection is reset
  kEndless,    // the body, then small pieces without end
  kEmpty,      // the connection is closed without a byte
  kRefused,    // the connection is reset without a byte
};

enum class Compression : uint8_t {
  kNone,
  kContentEncoding,  // gzip, if the client accepts it
  kGzipFile,         // the body is a gzip file, whatever the client accepts
};

// One object is reused for many requests, so that memory is allocated only when a reply is larger
// than all before.
struct Reply {
  int status = 200;
  Delivery delivery = Delivery::kWhole;
  Compression compression = Compression::kNone;
  bool chunked = false;
  std::string
      fields;  // lines "Name: value\r\n"; the framer adds Date and those for framing and coding
  std::string body;

  void clear() {
    status = 200;
    delivery = Delivery::kWhole;
    compression = Compression::kNone;
    chunked = false;
    fields.clear();
    body.clear();
  }
};

}  // namespace freshet::aquarium
