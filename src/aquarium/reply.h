#pragma once

#include <cstdint>
#include <string>

namespace freshet::aquarium {

// How the bytes of a reply reach the client.
enum class Delivery : uint8_t {
  kWhole,
  kTruncated,  // half of what Content-Length says, then the connection is closed
  kReset,      // the same, then it is reset
  kEndless,    // the body, then one drop after another
  kEmpty,      // closed without a byte
  kRefused,    // reset without a byte
};

enum class Packing : uint8_t {
  kNone,
  kContentEncoding,  // gzip, where the client accepts it
  kGzipFile,         // the body is a gzip file, whatever the client accepts
};

// Reused from one request to the next, so that it allocates only while it grows.
struct Reply {
  int status = 200;
  Delivery delivery = Delivery::kWhole;
  Packing packing = Packing::kNone;
  bool chunked = false;
  std::string fields;  // "Name: value\r\n" lines; without those of framing, date and coding
  std::string body;

  void clear() {
    status = 200;
    delivery = Delivery::kWhole;
    packing = Packing::kNone;
    chunked = false;
    fields.clear();
    body.clear();
  }
};

}  // namespace freshet::aquarium
