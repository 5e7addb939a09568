#include "warc/record_head.h"

#include <charconv>

#include "text/ascii.h"

namespace freshet::warc {
namespace {

constexpr std::string_view kVersion = "WARC/";
constexpr size_t kMaxRemarks = 10;

std::string_view take_line(std::string_view& text) {
  const size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

void remark(RecordHead& head, std::string_view what, std::string_view line) {
  constexpr size_t kShown = 60;
  if (head.remarks.size() >= kMaxRemarks) return;
  std::string shown(line.substr(0, kShown));
  for (char& c : shown) {
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7F) c = '?';
  }
  head.remarks.push_back(std::string(what) + ": " + shown);
}

bool is_known(std::string_view version) {
  return version == "1.1" || version == "1.0" || version == "0.18" || version == "0.17";
}

Status set_content_length(RecordHead& head) {
  for (const auto& [name, value] : head.fields) {
    if (!text::equals_ignoring_case(name, "Content-Length")) continue;
    uint64_t length = 0;
    const char* end = value.data() + value.size();
    const auto [stop, error] = std::from_chars(value.data(), end, length);
    if (error != std::errc() || stop != end) return fail("Content-Length is not a number");
    if (head.content_length && *head.content_length != length) {
      return fail("there are two different Content-Length fields");
    }
    head.content_length = length;
  }
  return Done{};
}

}  // namespace

bool starts_record(std::string_view text) {
  return text.size() > kVersion.size() && text.starts_with(kVersion) &&
         text::is_digit(text[kVersion.size()]);
}

size_t head_length(std::string_view text, size_t searched) {
  // The first line feed of the end may be up to two bytes before the new text.
  for (size_t at = searched < 2 ? 0 : searched - 2;; ++at) {
    at = text.find('\n', at);
    if (at == std::string_view::npos) return at;
    const std::string_view next = text.substr(at + 1, 2);
    if (next.starts_with('\n')) return at + 2;
    if (next == "\r\n") return at + 3;
  }
}

Result<RecordHead> parse_record_head(std::string_view text) {
  RecordHead head;
  if (!starts_record(text)) return fail("there is no record: the WARC version line is missing");
  const std::string_view version = text::trim(take_line(text).substr(kVersion.size()));
  head.version = version.substr(0, 10);
  if (!is_known(version)) remark(head, "unknown version", version);

  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (line.empty()) break;
    if (starts_record(line)) return fail("a record begins inside the header of another");
    if (line.front() == ' ' || line.front() == '\t') {
      if (head.fields.empty()) {
        remark(head, "continuation line without a field before it", line);
      } else {
        std::string& value = head.fields.back().second;
        if (!value.empty()) value += ' ';
        value += text::trim(line);
      }
      continue;
    }
    const size_t colon = line.find(':');
    const std::string_view name = text::trim(line.substr(0, colon));
    if (colon == std::string_view::npos || name.empty()) {
      remark(head, "not a field", line);
      continue;
    }
    head.fields.emplace_back(name, text::trim(line.substr(colon + 1)));
  }
  if (const Status status = set_content_length(head); !status) return Unexpected(status.error());
  return head;
}

}  // namespace freshet::warc
