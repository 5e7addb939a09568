// Compares the WARC reader with warcio (Python), on files of other archivers.
#include <openssl/evp.h>
#include <zlib.h>

#include <algorithm>
#include <array>

#include "gtest/gtest.h"
#include "http/header_block.h"
#include "support/suite.h"
#include "text/ascii.h"
#include "warc/reader.h"

namespace freshet {
namespace {

using test::Mismatch;
using warc::FoundRecord;
using warc::RecordType;

std::string sha1(std::string_view text) {
  std::array<unsigned char, 20> bytes;
  size_t size = bytes.size();
  EVP_Q_digest(nullptr, "SHA1", nullptr, text.data(), text.size(), bytes.data(), &size);
  std::string hex;
  for (const unsigned char byte : bytes) {
    hex += "0123456789abcdef"[byte >> 4];
    hex += "0123456789abcdef"[byte & 15];
  }
  return hex;
}

struct WholeFile {
  std::vector<FoundRecord> records;
  std::vector<std::string> errors;
  int remarks = 0;
};

WholeFile read_all(warc::Reader reader) {
  WholeFile all;
  while (true) {
    auto found = reader.next();
    if (!found) {
      all.errors.push_back(std::to_string(found.error().offset) + ": " + found.error().message);
      continue;
    }
    if (!*found) return all;
    all.remarks += static_cast<int>((**found).remarks.size());
    all.records.push_back(std::move(**found));
  }
}

std::string unchunked(std::string_view body) {
  std::string out;
  while (true) {
    size_t size = 0;
    size_t at = 0;
    while (at < std::min<size_t>(body.size(), 8) && text::hex_digit(body[at]) >= 0) {
      size = size * 16 + static_cast<size_t>(text::hex_digit(body[at++]));
    }
    const size_t line = body.find('\n');
    // Like warcio, this returns a body that is not chunked unchanged.
    if (at == 0 || line == std::string_view::npos) return out + std::string(body);
    body.remove_prefix(line + 1);
    out += body.substr(0, size);
    if (size == 0 || size + 2 > body.size()) return out;
    body.remove_prefix(size + 2);
  }
}

std::string gunzipped(const std::string& body) {
  z_stream z{};
  inflateInit2(&z, 15 + 32);
  std::string in = body;
  std::string out(1 << 20, '\0');
  z.next_in = reinterpret_cast<Bytef*>(in.data());
  z.avail_in = static_cast<uInt>(in.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  inflate(&z, Z_FINISH);
  out.resize(z.total_out);
  inflateEnd(&z);
  return out.empty() ? body : out;
}

struct Http {
  http::HeaderBlock head;
  std::string start_line;
  std::string raw_body;
  std::string body;  // without transfer and content codings
};

std::optional<Http> http_of(const warc::Record& record) {
  const bool is_message = record.type == RecordType::kResponse ||
                          record.type == RecordType::kRequest ||
                          record.type == RecordType::kRevisit;
  if (!is_message || record.block.empty()) return std::nullopt;
  if (record.target_uri().starts_with("dns:")) return std::nullopt;
  Http http;
  const std::string_view block = record.block;
  http.start_line = text::trim(block.substr(0, block.find('\n')));
  const bool is_request = record.type == RecordType::kRequest;
  if (!is_request && http.start_line.starts_with("HTTP/")) {
    http.start_line.erase(0, http.start_line.find(' ') + 1);
  }
  const size_t first = is_request ? block.find('\n') + 1 : 0;
  http.head = http::parse_header_block(block.substr(first));
  http.raw_body = block.substr(std::min(first + http.head.length, block.size()));
  http.body = http.raw_body;
  const auto has = [&](std::string_view name, std::string_view coding) {
    return text::lower_case(http.head.headers.get(name).value_or("")).find(coding) !=
           std::string::npos;
  };
  if (has("Transfer-Encoding", "chunked")) http.body = unchunked(http.body);
  if (has("Content-Encoding", "gzip")) http.body = gunzipped(http.body);
  return http;
}

// Collects the differences between a record and what the suite expects.
class Comparison {
 public:
  void expect_same(std::string_view what, const std::string& got, const json::Value& expected) {
    std::string text;
    if (const auto string = expected.string()) {
      text = *string;
    } else if (const auto number = expected.number()) {
      text = std::to_string(static_cast<int64_t>(*number));
    } else {
      return;  // nothing is expected
    }
    if (got != text) differences_ += std::string(what) + " is " + got + ", not " + text + "; ";
  }
  void note(const std::string& difference) { differences_ += difference + "; "; }
  Mismatch result() const {
    if (differences_.empty()) return std::nullopt;
    return differences_;
  }

 private:
  std::string differences_;
};

void compare(const FoundRecord& found, const json::Value& expected, Comparison& comparison) {
  const warc::Record& record = found.record;
  const auto field = [&](std::string_view name) {
    return std::string(record.field(name).value_or(""));
  };
  comparison.expect_same("type", std::string(warc::name(record.type)), expected["type"]);
  comparison.expect_same("uri", record.target_uri(), expected["uri"]);
  comparison.expect_same("date", field("WARC-Date"), expected["date"]);
  comparison.expect_same("id", field("WARC-Record-ID"), expected["id"]);
  comparison.expect_same("content_length", field("Content-Length"), expected["content_length"]);
  comparison.expect_same("offset", std::to_string(found.offset), expected["offset"]);
  comparison.expect_same("length", std::to_string(found.length), expected["length"]);
  for (const char* name :
       {"WARC-Block-Digest", "WARC-Concurrent-To", "WARC-Payload-Digest", "WARC-Profile",
        "WARC-Refers-To", "WARC-Refers-To-Target-URI", "WARC-Truncated"}) {
    comparison.expect_same(name, field(name), expected[name]);
  }
  std::string body = record.block;
  if (const auto http = http_of(record)) {
    body = http->body;
    comparison.expect_same("http_start_line", http->start_line, expected["http_start_line"]);
    comparison.expect_same("http_headers", std::to_string(http->head.headers.size()),
                           expected["http_headers"]);
    comparison.expect_same("http_content_type",
                           std::string(http->head.headers.get("Content-Type").value_or("")),
                           expected["http_content_type"]);
    if (http->head.status) {
      comparison.expect_same("http_status", std::to_string(http->head.status->code),
                             expected["http_status"]);
    }
  }
  comparison.expect_same("decoded_body_length", std::to_string(body.size()),
                         expected["decoded_body_length"]);
  comparison.expect_same("decoded_body_sha1", sha1(body), expected["decoded_body_sha1"]);
}

TEST(WarcConformance, FilesOfOtherArchiversAreReadAsByWarcio) {
  test::run_suite("warc/expected.jsonl",
                  [](const json::Value& c) -> Mismatch {
                    const auto path = test::suite_path("warc/" + std::string(*c["file"].string()));
                    auto reader = warc::Reader::open(*path);
                    if (!reader) return reader.error().message;
                    const WholeFile all = read_all(std::move(*reader));

                    // A reader of the same bytes in memory gives the same result.
                    const std::string bytes = test::read_file(*path);
                    const WholeFile again = read_all(warc::Reader::of_bytes(bytes));
                    EXPECT_EQ(again.errors, all.errors);
                    EXPECT_EQ(again.records.size(), all.records.size());

                    Comparison comparison;
                    size_t count = 0;
                    for (const json::Value& expected : c["records"].elements()) {
                      if (count < all.records.size())
                        compare(all.records[count], expected, comparison);
                      ++count;
                    }
                    if (all.records.size() != count) {
                      comparison.note(std::to_string(all.records.size()) + " records, not " +
                                      std::to_string(count));
                    }
                    const bool error_expected = c["reader_error"].string().has_value();
                    if (error_expected && all.errors.empty() && all.remarks == 0)
                      comparison.note("no error");
                    if (!error_expected && !all.errors.empty()) comparison.note(all.errors.front());
                    return comparison.result();
                  },
                  {.at_least = 20});
}

}  // namespace
}  // namespace freshet
