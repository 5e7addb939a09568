#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "result/result.h"
#include "warc/record.h"

namespace freshet::warc {

// The header of a record: version line and fields.
struct RecordHead {
  std::string version;  // "1.1"
  std::vector<std::pair<std::string, std::string>> fields;
  std::optional<uint64_t> content_length;
  std::vector<std::string> remarks;
};

// True if the text begins as a record does: "WARC/" and a digit.
bool starts_record(std::string_view text);

// Where the header at the start of `text` ends: behind its empty line; npos if that is not there.
// The first `searched` bytes are known to hold no such end.
size_t head_length(std::string_view text, size_t searched = 0);

// Reads a header as found by head_length (the empty line may be missing). Lines end with CRLF or
// LF; a line that begins with white space continues the one before; white space around names and
// values is dropped; a line that is no field is skipped with a remark. Fails if there is no version
// line, if another one stands among the fields, or if Content-Length is not a number. Linear time.
Result<RecordHead> parse_record_head(std::string_view text);

}  // namespace freshet::warc
