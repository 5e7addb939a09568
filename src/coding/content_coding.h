#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace freshet::coding {

struct Decoded {
  std::string bytes;
  bool truncated = false;  // the output was cut at the limit
  bool damaged = false;    // the body could not be decoded completely
};

// Decodes the content codings of a body (RFC 9110, section 8.4): gzip, deflate (with the zlib
// wrapper or, as many servers send it, without), br and zstd, and up to four of them applied one
// after another. The output of each step is cut at `max_bytes`, so that a small body cannot use up
// the memory. A body without codings is not cut.
//
// If a stream is incomplete or invalid, the result is the part before the damage. A body that is
// not coded, although its header says so, and a body with an unknown coding are returned unchanged.
// In all these cases the result is `damaged`.
Decoded decode_content(std::string_view body, std::string_view content_encoding, size_t max_bytes);

}  // namespace freshet::coding
