#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/headers.h"
#include "http/status.h"

namespace freshet::http {

// The head of a response: status line, if there is one, and header fields.
struct HeaderBlock {
  std::optional<StatusLine> status;
  HeaderMap headers;
  std::vector<std::string> remarks;  // lines that were skipped or mended, and why
  size_t length = 0;                 // bytes up to and with the empty line that ends the block
};

// Reads header lines as found in a WARC record or handed out by libcurl. Lines end with CRLF or LF;
// the block ends with an empty line or with the text. A continuation line (obs-fold) joins the
// value before it; a line that is no field is skipped; NUL and other control bytes in values become
// spaces. Linear time.
HeaderBlock parse_header_block(std::string_view raw, const HeaderLimits& limits = {});

}  // namespace freshet::http
