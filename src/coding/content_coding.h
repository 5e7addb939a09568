#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace freshet::coding {

struct Decoded {
  std::string bytes;
  bool truncated = false;  // cut at the limit: more would have come out
  bool damaged = false;    // not what the codings promise; `bytes` is what could be saved
};

// Undoes the content codings of a body (RFC 9110, section 8.4): gzip, deflate (in its zlib wrapper
// or, as many servers send it, without), br, zstd, and up to four of them upon each other. Each
// step makes at most `max_bytes`, so that a small body cannot unpack to fill the memory; the body
// itself is not cut.
//
// A stream that breaks off or goes wrong yields what came before. A body that is not coded at all,
// whatever its header says, and one with a coding that nobody knows are returned as they are. All
// of these count as damaged.
Decoded decode_content(std::string_view body, std::string_view content_encoding, size_t max_bytes);

}  // namespace freshet::coding
