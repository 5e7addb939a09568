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

// Whether the text begins like a record: with "WARC/" and a digit.
bool starts_record(std::string_view text);

// Returns the length of the header at the start of `text`, including its empty line; npos if there
// is no empty line. The first `searched` bytes are known not to contain it.
size_t head_length(std::string_view text, size_t searched = 0);

// Parses a header; the empty line may be missing. Lines end with CRLF or LF; a line that begins
// with white space continues the previous one; white space around names and values is removed; a
// line that is not a field is skipped with a remark. Fails if there is no version line, if there is
// another one among the fields, or if Content-Length is invalid or ambiguous. Takes linear time.
Result<RecordHead> parse_record_head(std::string_view text);

}  // namespace freshet::warc
