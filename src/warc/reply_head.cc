#include "warc/reply_head.h"

#include "http/status.h"
#include "text/ascii.h"

namespace freshet::warc {
namespace {

std::string_view take_line(std::string_view& text) {
  const size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  while (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// A media type as an index can hold it: printable ASCII, of bounded length.
std::string essence(std::string_view content_type) {
  constexpr size_t kLongest = 100;
  content_type = text::trim(content_type.substr(0, content_type.find(';'))).substr(0, kLongest);
  std::string mime;
  for (const char c : content_type) {
    if (c > ' ' && c < '\x7F' && c != '"' && c != '\\') mime += text::to_lower(c);
  }
  return mime.empty() ? "unk" : mime;
}

struct Field {
  std::string_view name;   // without white space around it
  std::string_view after;  // the line from its colon on
};

// nullopt-like (an empty name) for a line that is no field, or continues one.
Field field_of(std::string_view line) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos || line.front() == ' ' || line.front() == '\t') return {};
  return {text::trim(line.substr(0, colon)), line.substr(colon)};
}

void note_type(ReplyFacts& facts, const Field& field) {
  if (facts.mime.empty() && text::equals_ignoring_case(field.name, "content-type")) {
    facts.mime = essence(field.after.substr(1));
  }
}

// Appends the status line and gives the code. A reply without one, as of HTTP/0.9, counts as 200.
int append_status_line(std::string& out, std::string_view& head) {
  std::string_view rest = head;
  const std::string_view line = take_line(rest);
  const auto status = http::parse_status_line(line);
  if (!status) {
    out += "HTTP/1.0 200 \r\n";
    return 200;
  }
  head = rest;
  if (status->version == "1.1" || status->version == "1.0") {
    out += line;
  } else {
    out += "HTTP/1.1 ";
    out += std::to_string(status->code);
    out += ' ';
    out += status->reason;
  }
  out += "\r\n";
  return status->code;
}

}  // namespace

ReplyFacts append_reply_head(std::string& out, std::string_view head) {
  ReplyFacts facts;
  facts.status = append_status_line(out, head);
  while (!head.empty()) {
    const std::string_view line = take_line(head);
    if (line.empty()) continue;
    const Field field = field_of(line);
    note_type(facts, field);
    if (text::equals_ignoring_case(field.name, "transfer-encoding")) {
      out += "x-orig-transfer-encoding";
      out += field.after;
    } else {
      out += line;
    }
    out += "\r\n";
  }
  out += "\r\n";
  if (facts.mime.empty()) facts.mime = "unk";
  return facts;
}

ReplyFacts reply_facts(std::string_view block) {
  ReplyFacts facts;
  if (const auto status = http::parse_status_line(take_line(block))) facts.status = status->code;
  while (!block.empty()) {
    const std::string_view line = take_line(block);
    if (line.empty()) break;
    note_type(facts, field_of(line));
  }
  if (facts.mime.empty()) facts.mime = "unk";
  return facts;
}

}  // namespace freshet::warc
