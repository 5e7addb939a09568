#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/headers.h"
#include "http/status.h"

namespace freshet::http {

// The head of a response: the status line, if there is one, and header fields.
struct HeaderBlock {
  std::optional<StatusLine> status;
  HeaderMap headers;
  std::vector<std::string> remarks;  // lines that were skipped or corrected, and why
  size_t length = 0;                 // in bytes, including the empty line that ends the block
};

// Parses a header block from libcurl or from a WARC record. Lines end with CRLF or LF; the block
// ends with an empty line or at the end of the text. A continuation line (obs-fold) is appended to
// the value before it; a line that is not a field is skipped; NUL and other control bytes in values
// become spaces. Takes linear time.
HeaderBlock parse_header_block(std::string_view raw, const HeaderLimits& limits = {});

}  // namespace freshet::http
