#pragma once

#include <string>
#include <string_view>

namespace freshet::warc {

// The fields of a response that an index contains.
struct ReplySummary {
  int status = 0;    // 0 if there is no status line
  std::string mime;  // in lower case, without parameters; "unk" if there is none
};

// Appends the head of a response in the form that all readers of archives accept, including the
// empty line at its end: the status line has HTTP/1.x, lines end with CRLF, and there is no other
// empty line. Transfer-Encoding becomes "x-orig-transfer-encoding", because it was already decoded.
ReplySummary append_reply_head(std::string& out, std::string_view head);

// Returns the same fields for the block of a record.
ReplySummary summary_of_reply(std::string_view block);

}  // namespace freshet::warc
