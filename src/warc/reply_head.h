#pragma once

#include <string>
#include <string_view>

namespace freshet::warc {

// What the index says of a reply.
struct ReplyFacts {
  int status = 0;    // 0 if there is no status line
  std::string mime;  // in lower case, without parameters; "unk" if there is none
};

// Appends the head of a reply in the form that every reader of archives accepts, with the empty
// line at its end: HTTP/1.x in the status line, lines that end with CRLF, no empty line inside, and
// Transfer-Encoding, which was undone, as "x-orig-transfer-encoding".
ReplyFacts append_reply_head(std::string& out, std::string_view head);

// The same facts, read from the block of a record.
ReplyFacts reply_facts(std::string_view block);

}  // namespace freshet::warc
