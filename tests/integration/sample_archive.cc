#include "sample_archive.h"

namespace freshet::test {
namespace {

std::string text_of(size_t words) {
  std::string text = "<!DOCTYPE html>\n<title>Sample</title>\n<p>";
  for (size_t i = 0; i < words; ++i) text += "word" + std::to_string(i * 7 % 97) + " ";
  return text;
}

// Returns bytes of every value, including line ends and gzip's magic number; they are hard to
// compress.
std::string binary_of(size_t bytes) {
  std::string text = "\x89PNG\r\n\x1a\n\r\n\r\n\x1F\x8B\x08WARC/1.1\r\n";
  uint32_t state = 1;
  while (text.size() < bytes) {
    state = state * 1'664'525 + 1'013'904'223;
    text += static_cast<char>(state >> 24);
  }
  return text;
}

std::string get(const std::string& target) {
  return "GET " + target + " HTTP/1.1\r\nHost: www.example.com\r\nUser-Agent: freshet/0.1.0";
}

SampleVisit visit(std::string name, const std::string& target, std::string reply_head,
                  std::string body) {
  SampleVisit v;
  v.name = std::move(name);
  v.url = "http://www.example.com" + target;
  v.request_head = get(target);
  v.reply_head = std::move(reply_head);
  v.body = std::move(body);
  v.address = "192.0.2.7";
  v.protocol = "HTTP/1.1";
  v.metadata = {{"fetchTimeMs", "12"}, {"via", "http://www.example.com/"}};
  return v;
}

}  // namespace

std::vector<SampleVisit> sample_visits() {
  const std::string html = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8";
  std::vector<SampleVisit> all;
  all.push_back(visit("page", "/", html, text_of(900)));
  all.push_back(
      visit("binary", "/a.png", "HTTP/1.1 200 OK\r\nContent-Type: image/png", binary_of(5'000)));
  all.push_back(visit("empty body", "/empty", "HTTP/1.1 204 No Content", ""));
  all.push_back(visit("redirect", "/old",
                      "HTTP/1.1 301 Moved Permanently\r\nLocation: /new\r\nContent-Length: 0", ""));
  all.push_back(visit("chunked", "/chunked", html + "\r\nTransfer-Encoding: chunked", text_of(50)));
  all.push_back(visit("cut off", "/large", html + "\r\nContent-Length: 9000000", text_of(300)));
  all.back().truncated = true;
  all.push_back(visit("HTTP/2", "/two", "HTTP/2 200\r\ncontent-type: text/html", text_of(40)));
  all.back().protocol = "HTTP/2";
  all.back().url = "https://www.example.com/two";
  all.back().address = "2001:db8::7";
  all.push_back(visit("escapes", "/%E6%B5%81/%20?q=%C3%A9&a=[1]", html, text_of(30)));
  all.push_back(
      visit("line feeds only", "/lf", "HTTP/1.0 200 OK\nContent-Type: text/plain\nX: y", "plain"));
  all.push_back(visit("no type", "/untyped", "HTTP/1.1 404", "not here"));
  all.push_back(visit("body like a record", "/warc", html,
                      "WARC/1.1\r\nWARC-Type: response\r\nContent-Length: 5\r\n\r\nhello\r\n\r\n"));
  all.push_back(visit("identical", "/copy", html, text_of(900)));
  all.back().original = 0;
  all.push_back(visit("not modified", "/a.png", "HTTP/1.1 304 Not Modified\r\nETag: \"x\"", ""));
  all.back().original = 1;
  all.back().not_modified = true;
  all.push_back(visit("no request", "/robots.txt", "HTTP/1.1 200 OK\r\nContent-Type: text/plain",
                      "User-agent: *\n"));
  all.back().request_head.clear();
  all.back().metadata.clear();
  all.push_back(visit("large", "/large.bin", "HTTP/1.1 200 OK\r\nContent-Type: application/x-tar",
                      binary_of(1'500'000)));
  all.push_back(visit("after a rotation", "/last", html, text_of(100)));
  return all;
}

Instant sample_date(size_t visit) {
  return Instant::from_unix_microseconds(1'767'596'974'120'000 +
                                         static_cast<int64_t>(visit) * 1'500'001);
}

Result<std::vector<std::filesystem::path>> write_sample_archive(
    const std::filesystem::path& folder) {
  auto archive = warc::Archive::open(folder, {},
                                     {.software = "freshet/test",
                                      .operator_contact = "archive@example.com",
                                      .max_file_bytes = 1'000'000});
  if (!archive) return Unexpected(std::move(archive.error()));
  const auto visits = sample_visits();
  for (size_t i = 0; i < visits.size(); ++i) {
    const SampleVisit& v = visits[i];
    warc::Exchange exchange{.url = v.url,
                            .date = sample_date(i),
                            .request_head = v.request_head,
                            .reply_head = v.reply_head,
                            .body = v.body,
                            .truncated = v.truncated,
                            .address = v.address,
                            .protocol = v.protocol,
                            .metadata = {v.metadata.begin(), v.metadata.end()},
                            .payload_digest = {},
                            .original = {}};
    if (v.original) {
      exchange.original = {.url = visits[*v.original].url,
                           .date = sample_date(*v.original),
                           .not_modified = v.not_modified};
    }
    if (auto written = (*archive)->write(exchange); !written) {
      return Unexpected(std::move(written.error()));
    }
  }
  if (auto status = (*archive)->close(); !status) return Unexpected(std::move(status.error()));
  return (*archive)->files();
}

}  // namespace freshet::test
