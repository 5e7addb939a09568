#include "fetch/object_reply.h"

#include <algorithm>
#include <charconv>

#include "json/base64.h"
#include "text/ascii.h"

namespace freshet::fetch {
namespace {

constexpr size_t kMaxWords = 200;

// Returns the text of an element of the error document of S3, without characters that are not
// printable.
std::string element(std::string_view xml, std::string_view name) {
  const std::string open = "<" + std::string(name) + ">";
  size_t begin = xml.find(open);
  if (begin == std::string_view::npos) return "";
  begin += open.size();
  std::string text(xml.substr(begin, std::min(xml.find('<', begin) - begin, kMaxWords)));
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return text;
}

bool read_number(std::string_view& text, uint64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return false;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return true;
}

bool skip(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

}  // namespace

void ObjectReply::add_line(std::string_view line) {
  if (line.starts_with("HTTP/")) {
    *this = {};
    const size_t space = line.find(' ');
    if (space != std::string_view::npos) {
      line.remove_prefix(space + 1);
      std::from_chars(line.data(), line.data() + line.size(), status);
    }
    return;
  }
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos) return;
  const std::string_view name = line.substr(0, colon);
  const std::string_view value = text::trim(line.substr(colon + 1));
  const auto take = [&](std::string_view wanted, std::string& field) {
    if (text::equals_ignoring_case(name, wanted)) field = value;
  };
  take("etag", etag);
  take("content-range", content_range);
  take("content-length", content_length);
  take(kChecksumField, checksum_sha256);
  take(kNotedField, noted_sha256);
  take("x-amz-bucket-region", bucket_region);
}

std::optional<ContentRange> parse_content_range(std::string_view text) {
  ContentRange range;
  const bool is_range = skip(text, "bytes ") && read_number(text, range.first) && skip(text, "-") &&
                        read_number(text, range.last) && skip(text, "/") &&
                        read_number(text, range.object_bytes) && text.empty();
  if (!is_range || range.first > range.last || range.last >= range.object_bytes)
    return std::nullopt;
  return range;
}

std::optional<uint64_t> parse_unsatisfied_range(std::string_view text) {
  uint64_t bytes = 0;
  const bool is_size = skip(text, "bytes */") && read_number(text, bytes) && text.empty();
  return is_size ? std::optional(bytes) : std::nullopt;
}

std::optional<uint64_t> parse_length(std::string_view text) {
  uint64_t bytes = 0;
  return read_number(text, bytes) && text.empty() ? std::optional(bytes) : std::nullopt;
}

std::optional<digest::Digest256> digest_of_base64(std::string_view text) {
  const auto bytes = json::base64_decode(text);
  digest::Digest256 digest;
  if (!bytes || bytes->size() != digest.bytes.size()) return std::nullopt;
  std::copy(bytes->begin(), bytes->end(), digest.bytes.begin());
  return digest;
}

Error error_of(const ObjectReply& reply, std::string_view credentials_from) {
  Error error{.message = std::to_string(reply.status)};
  const std::string code = element(reply.body, "Code");
  const std::string words = element(reply.body, "Message");
  if (!code.empty()) error.message.append(" ").append(code);
  if (!words.empty()) error.message.append(": ").append(words);
  const bool is_busy =
      reply.status == 408 || reply.status == 429 || reply.status >= 500 || code == "RequestTimeout";
  if (is_busy) {
    error.kind = ErrorKind::kUnavailable;
  } else if (reply.status == 401 || reply.status == 403) {
    error.kind = ErrorKind::kDenied;
    error.message.append("; check the credentials in ").append(credentials_from);
    error.message.append(", what they permit, and the bucket in warc.upload_to");
  } else if (reply.status >= 300 && reply.status < 400) {
    error.message.append("; the bucket in warc.upload_to has another address or region");
    const std::string region = element("<R>" + reply.bucket_region + "</R>", "R");
    if (!region.empty()) error.message.append(": ").append(region);
  } else if (reply.status == 404) {
    error.message.append("; check the bucket in warc.upload_to");
  }
  return error;
}

}  // namespace freshet::fetch
