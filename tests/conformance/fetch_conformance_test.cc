// Compares the fetcher with the raw responses of curl's own tests, the content codings of Scrapy's
// tests, and the cookies of abarth/http-state.
#include <openssl/evp.h>

#include <atomic>
#include <charconv>
#include <mutex>

#include "coding/content_coding.h"
#include "eventloop/loop.h"
#include "fetch/fetcher.h"
#include "gtest/gtest.h"
#include "json/base64.h"
#include "support/raw_server.h"
#include "support/suite.h"
#include "text/ascii.h"

namespace freshet::fetch {
namespace {

using test::Mismatch;
using test::RawServer;

std::string text_of(const json::Value& value) {
  return std::string(value.string().value_or(""));
}

Outcome fetch_one(eventloop::Loop& loop, Fetcher& fetcher, const url::Url& url) {
  Outcome got;
  fetcher.fetch({.url = url}, [&](Outcome outcome) {
    got = std::move(outcome);
    loop.stop();
  });
  loop.run();
  return got;
}

// The command line of one of curl's tests: those options that a fetch has, too.
struct Command {
  std::string url;
  bool follows_redirects = false;
  bool decodes_content = false;
  bool fails_on_error_status = false;  // on a status of 400 or more
  std::optional<size_t> max_body;

  explicit Command(std::string_view line) {
    std::string previous;
    while (!line.empty()) {
      const size_t end = std::min(line.find(' '), line.size());
      std::string word(line.substr(0, end));
      line.remove_prefix(std::min(end + 1, line.size()));
      if (word.size() > 1 && word.front() == '"') word = word.substr(1, word.size() - 2);
      if (word.starts_with("http://")) url = word;
      if (word == "-L") follows_redirects = true;
      if (word == "--compressed") decodes_content = true;
      if (word.starts_with("--fail")) fails_on_error_status = true;
      if (word.starts_with("--max-filesize=")) max_body = number(word.substr(15));
      if (previous == "--max-filesize") max_body = number(word);
      previous = word;
    }
  }
  static size_t number(const std::string& digits) {
    size_t n = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), n);
    return n;
  }
};

// How a fetch ended: curl's exit codes, grouped as far as the fetcher distinguishes them.
enum class Ending {
  kUsable,
  kBadReply,
  kTruncated,
  kBadCoding,
  kTimedOut,
  kConnectionLost,
  kErrorStatus
};

constexpr std::string_view kEndings[] = {"usable",      "bad reply", "truncated",
                                         "bad coding",  "timed out", "connection lost",
                                         "error status"};

struct FetchResult {
  Ending ending = Ending::kUsable;
  std::string body;
  std::string detail;
};

FetchResult result_of(const Outcome& outcome, const Command& command) {
  const auto* reply = std::get_if<Reply>(&outcome);
  if (reply == nullptr) {
    if (const auto* bad = std::get_if<BadReply>(&outcome))
      return {Ending::kBadReply, "", bad->detail};
    if (std::holds_alternative<TimedOut>(outcome)) return {Ending::kTimedOut, "", ""};
    return {Ending::kConnectionLost, "", std::string(name(outcome))};
  }
  if (command.fails_on_error_status && reply->status >= 400) {
    return {Ending::kErrorStatus, reply->body, ""};
  }
  FetchResult result{reply->body_truncated ? Ending::kTruncated : Ending::kUsable, reply->body, ""};
  if (command.decodes_content) {
    const coding::Decoded decoded = coding::decode_content(
        reply->body, reply->headers.combined("content-encoding").value_or(""),
        command.max_body.value_or(16 << 20));
    if (decoded.truncated) result.ending = Ending::kTruncated;
    if (decoded.damaged) result.ending = Ending::kBadCoding;
    result.body = decoded.bytes;
  }
  return result;
}

FetchResult run_case(const json::Value& c) {
  const Command command(text_of(c["command"]));
  const std::string first = json::base64_decode(text_of(c["responses"]["0"])).value_or("");
  const std::string second = json::base64_decode(text_of(c["responses"]["2"])).value_or("");
  const bool waits = c["server_after_reply"].string().has_value();
  RawServer server([&](RawServer::Client& client) {
    const std::string head = client.read_head();
    client.send(head.find("0002") < head.find('\r') ? second : first);
    if (waits) client.wait_until_closed();
  });

  FetchOptions options;
  options.host_map = {{"*", server.address()}};
  if (command.max_body) options.max_body_bytes = *command.max_body;
  if (waits) options.idle_timeout = Duration::milliseconds(200);
  eventloop::Loop loop;
  const auto fetcher = make_curl_fetcher(loop, options);
  std::string address = command.url;
  address.replace(address.find("PORT"), 4, "80");
  auto url = url::parse(address);
  for (int hops = 0; url && hops < 50; ++hops) {
    const Outcome outcome = fetch_one(loop, *fetcher, *url);
    const auto* reply = std::get_if<Reply>(&outcome);
    const auto location = reply != nullptr ? reply->headers.get("location") : std::nullopt;
    if (!command.follows_redirects || reply->status / 100 != 3 || location.value_or("").empty())
      return result_of(outcome, command);
    url = url::resolve(*location, *url);
  }
  return {Ending::kConnectionLost, "", "redirects in a loop"};
}

Ending ending_of(int64_t curl_exit) {
  switch (curl_exit) {
    case 0: return Ending::kUsable;
    case 18:
    case 56:
    case 63: return Ending::kTruncated;
    case 22: return Ending::kErrorStatus;
    case 28: return Ending::kTimedOut;
    case 52: return Ending::kConnectionLost;
    case 61: return Ending::kBadCoding;
    default: return Ending::kBadReply;  // 1, 8, 27, 43, 100
  }
}

TEST(FetchConformance, ResponsesOfCurlsTestsAreFetched) {
  // Exit code of curl 7.88 for an option that its command line does not have: it says nothing about
  // the library, so that the exit code that the test itself expects counts.
  constexpr int64_t kUnknownOption = 2;
  test::run_suite(
      "http/curl_replies.jsonl",
      [&](const json::Value& c) -> Mismatch {
        int64_t exit = c["curl_7_88_exit"].integer().value_or(c["curl_exit"].integer().value_or(0));
        if (exit == kUnknownOption) exit = c["curl_exit"].integer().value_or(0);
        const Ending expected = ending_of(exit);
        const FetchResult result = run_case(c);
        const bool is_equivalent =
            expected == Ending::kBadCoding && result.ending == Ending::kBadReply;
        if (result.ending != expected && !is_equivalent) {
          return std::string(kEndings[static_cast<int>(result.ending)]) + " (" + result.detail +
                 "), expected " + std::string(kEndings[static_cast<int>(expected)]);
        }
        const std::string output = test::bytes_of(c, "expected_output");
        if (expected == Ending::kUsable && !output.empty() && !output.ends_with(result.body)) {
          return "body " + result.body.substr(0, 200);
        }
        return std::nullopt;
      },
      {.at_least = 70});
}

std::string sha256(std::string_view bytes) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned length = 0;
  EVP_Digest(bytes.data(), bytes.size(), digest, &length, EVP_sha256(), nullptr);
  std::string hex;
  for (unsigned i = 0; i < length; ++i) {
    hex += "0123456789abcdef"[digest[i] >> 4];
    hex += "0123456789abcdef"[digest[i] & 15];
  }
  return hex;
}

TEST(FetchConformance, ContentCodingsAreDecoded) {
  constexpr size_t kLimit = 1 << 20;
  test::run_suite(
      "http/content_coding.jsonl",
      [&](const json::Value& c) -> Mismatch {
        const std::string body = test::read_file(*test::suite_path("http/" + text_of(c["file"])));
        const coding::Decoded decoded =
            coding::decode_content(body, text_of(c["content_encoding"]), kLimit);
        const std::string got = std::to_string(decoded.bytes.size()) + " bytes" +
                                (decoded.damaged ? ", damaged" : "") +
                                (decoded.truncated ? ", truncated" : "");
        const bool is_bomb = c["decoded_length"].integer().value_or(0) > int64_t{kLimit};
        const auto salvageable = c["salvageable_length"].integer();
        if (decoded.truncated != is_bomb || decoded.damaged != salvageable.has_value()) return got;
        if (is_bomb) return decoded.bytes.size() == kLimit ? Mismatch() : got;
        const std::string wanted =
            text_of(c[salvageable ? "salvageable_sha256" : "decoded_sha256"]);
        return sha256(decoded.bytes) == wanted ? Mismatch() : got;
      },
      {.at_least = 12});
}

std::string field_of(std::string_view head, std::string_view name) {
  while (!head.empty()) {
    const size_t end = std::min(head.find("\r\n"), head.size());
    if (text::starts_with_ignoring_case(head, name)) return std::string(head.substr(0, end));
    head.remove_prefix(std::min(end + 2, head.size()));
  }
  return "";
}

TEST(FetchConformance, CookiesAreSentBackAsHttpStateExpects) {
  // The server sets the cookies in its first response, and records the Cookie field of the request
  // that follows.
  std::mutex mutex;
  std::string set_cookie_lines;
  std::string cookie;
  RawServer server([&](RawServer::Client& client) {
    for (std::string head; !(head = client.read_head()).empty();) {
      const std::lock_guard lock(mutex);
      cookie = field_of(head, "cookie:");
      client.send("HTTP/1.1 200 OK\r\n" + std::exchange(set_cookie_lines, "") +
                  "Content-Length: 0\r\n\r\n");
    }
  });
  FetchOptions options;
  options.host_map = {{"*", server.address()}};
  options.cookies = true;
  test::run_suite("http/cookies.jsonl",
                  [&](const json::Value& c) -> Mismatch {
                    {
                      const std::lock_guard lock(mutex);
                      set_cookie_lines = test::bytes_of(c, "set_cookie_lines");
                    }
                    eventloop::Loop loop;
                    const auto fetcher = make_curl_fetcher(loop, options);
                    const auto url = url::parse("http://home.example.org:8888/cookie-parser");
                    const Outcome outcome = fetch_one(loop, *fetcher, *url);
                    const auto* reply = std::get_if<Reply>(&outcome);
                    if (reply == nullptr) return std::string(name(outcome));
                    const auto next = url::resolve(
                        reply->headers.get("location").value_or("/cookie-parser-result"), *url);
                    fetch_one(loop, *fetcher, *next);
                    const std::lock_guard lock(mutex);
                    const std::string expected = test::bytes_of(c, "expected_cookie_line");
                    if (cookie == text::trim_end(expected)) return std::nullopt;
                    return cookie;
                  },
                  {.at_least = 120});
}

}  // namespace
}  // namespace freshet::fetch
