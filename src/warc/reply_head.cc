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

// Returns a media type for the index: printable ASCII of limited length.
std::string essence(std::string_view content_type) {
  constexpr size_t kMaxLength = 100;
  content_type = text::trim(content_type.substr(0, content_type.find(';'))).substr(0, kMaxLength);
  std::string mime;
  for (const char c : content_type) {
    if (c > ' ' && c < '\x7F' && c != '"' && c != '\\') mime += text::to_lower(c);
  }
  return mime.empty() ? "unk" : mime;
}

struct Field {
  std::string_view name;   // trimmed
  std::string_view after;  // the line from its colon on
};

// The name is empty if the line is not a field, or continues one.
Field field_of(std::string_view line) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos || line.front() == ' ' || line.front() == '\t') return {};
  return {text::trim(line.substr(0, colon)), line.substr(colon)};
}

void set_type(ReplySummary& summary, const Field& field) {
  if (summary.mime.empty() && text::equals_ignoring_case(field.name, "content-type")) {
    summary.mime = essence(field.after.substr(1));
  }
}

// Appends the status line and returns its code. A response without one (HTTP/0.9) counts as 200.
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

ReplySummary append_reply_head(std::string& out, std::string_view head) {
  ReplySummary summary;
  summary.status = append_status_line(out, head);
  while (!head.empty()) {
    const std::string_view line = take_line(head);
    if (line.empty()) continue;
    const Field field = field_of(line);
    set_type(summary, field);
    if (text::equals_ignoring_case(field.name, "transfer-encoding")) {
      out += "x-orig-transfer-encoding";
      out += field.after;
    } else {
      out += line;
    }
    out += "\r\n";
  }
  out += "\r\n";
  if (summary.mime.empty()) summary.mime = "unk";
  return summary;
}

ReplySummary summary_of_reply(std::string_view block) {
  ReplySummary summary;
  if (const auto status = http::parse_status_line(take_line(block))) summary.status = status->code;
  while (!block.empty()) {
    const std::string_view line = take_line(block);
    if (line.empty()) break;
    set_type(summary, field_of(line));
  }
  if (summary.mime.empty()) summary.mime = "unk";
  return summary;
}

}  // namespace freshet::warc
