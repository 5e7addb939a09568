// Header fields against the published tests of curl, abarth/http-state, http-tests/cache-tests,
// w3lib and StormCrawler.
#include <array>
#include <iostream>
#include <string>

#include "gtest/gtest.h"
#include "http/cache.h"
#include "http/content_type.h"
#include "http/date.h"
#include "http/headers.h"
#include "http/robots_tag.h"
#include "http/validators.h"
#include "support/suite.h"

namespace freshet::http {
namespace {

using test::Mismatch;

std::string text_of(const json::Value& value) {
  return std::string(value.string().value_or(""));
}

std::string say(std::optional<Instant> instant) {
  return instant ? std::to_string(instant->unix_seconds()) : "no date";
}

TEST(HttpConformance, DatesAsCurlReadsThem) {
  test::run_suite("http/dates_curl.jsonl",
                  [](const json::Value& c) -> Mismatch {
                    const auto date = parse_http_date(text_of(c["input"]));
                    const int64_t expected = c["unix"].integer().value_or(-1);
                    // curl has no other way to say 'no date' than -1.
                    const int64_t got = date ? date->unix_seconds() : -1;
                    if (got == expected) return std::nullopt;
                    return say(date);
                  },
                  {.at_least = 100});
}

TEST(HttpConformance, DatesOfCookies) {
  test::run_suite("http/dates_cookie.jsonl",
                  [](const json::Value& c) -> Mismatch {
                    const auto date = parse_http_date(text_of(c["input"]));
                    const std::string got = date ? format_http_date(*date) : "";
                    if (got == text_of(c["expected"])) return std::nullopt;
                    return got;
                  },
                  {.at_least = 40});
}

TEST(HttpConformance, CharsetOfContentType) {
  test::run_suite("html/content_type_charset.jsonl", [](const json::Value& c) -> Mismatch {
    // Which label means which encoding is not tested here: none but this one is in the suite.
    std::string label = parse_content_type(text_of(c["content_type"])).charset_label;
    const std::string encoding = label == "utf-8" ? label : "";
    if (encoding == text_of(c["charset_python"])) return std::nullopt;
    return "charset " + label;
  });
}

TEST(HttpConformance, RobotsTag) {
  test::run_suite("html/x_robots_tag.jsonl", [](const json::Value& c) -> Mismatch {
    HeaderMap headers;
    for (const json::Value& field : c["headers"].elements()) {
      const auto pair = field.elements();
      headers.add(text_of(pair[0]), text_of(pair[1]));
    }
    const RobotsDirectives directives = robots_directives_of(headers, "freshet");
    if (directives.noindex == c["noindex"].boolean() &&
        directives.nofollow == c["nofollow"].boolean()) {
      return std::nullopt;
    }
    return "otherwise";
  });
}

// Plays the exchanges of the cache tests with a cache made of nothing but our functions, and a
// server that answers a request with validators by 304.
class Exchange {
 public:
  Mismatch play(const json::Value& c) {
    for (const json::Value& request : c["requests"].elements()) {
      if (Mismatch mismatch = ask(request)) return mismatch;
      if (request["pause_after"].boolean().value_or(false)) now_ += Duration::seconds(3);
    }
    return std::nullopt;
  }

 private:
  // A number as a value stands for a date so many seconds from now.
  HeaderMap fields_of(const json::Value& list) const {
    HeaderMap headers;
    for (const json::Value& field : list.elements()) {
      const auto pair = field.elements();
      const auto offset = pair[1].integer();
      headers.add(text_of(pair[0]),
                  offset ? format_http_date(now_ + Duration::seconds(*offset)) : text_of(pair[1]));
    }
    return headers;
  }

  bool is_fresh() const {
    if (!stored_) return false;
    const CacheMeaning meaning = cache_meaning(status_, *stored_, received_);
    return meaning.storable && meaning.fresh_for.value_or(Duration()) > now_ - received_;
  }

  bool is_storable() const {
    return stored_ && cache_meaning(status_, *stored_, received_).storable;
  }

  Mismatch ask(const json::Value& c) {
    HeaderMap request = fields_of(c["request_headers"]);
    const HeaderMap response = fields_of(c["response_headers"]);
    const bool fresh = is_fresh();
    bool answered_304 = false;
    std::string type = "not_cached";
    if (fresh) {
      type = "cached";
      answered_304 = is_not_modified(request, validators_of(*stored_));
    } else if (is_storable()) {
      for (const auto& field : conditional_headers(validators_of(*stored_))) {
        request.add(field.name, field.value);
      }
      if (request.contains("If-None-Match")) {
        type = "etag_validated";
      } else if (request.contains("If-Modified-Since")) {
        type = "lm_validated";
      }
    }

    const std::string expected = text_of(c["expected_type"]);
    if (!expected.empty() && type != expected) return type;
    for (const auto& field : fields_of(c["expected_request_headers"])) {
      if (request.get(field.name) != field.value) {
        return "request has " + std::string(field.name) + " " +
               std::string(request.get(field.name).value_or("missing"));
      }
    }
    if (c["expected_status"].integer() == 304 && !answered_304) return "no 304";

    if (type == "etag_validated" || type == "lm_validated") {
      stored_ = merge_304(*stored_, response);
      received_ = now_;
    } else if (!fresh) {
      const auto status = c["response_status"].elements();
      status_ = status.empty() ? 200 : static_cast<int>(status[0].integer().value_or(0));
      stored_ = response;
      received_ = now_;
    }
    for (const auto& field : fields_of(c["expected_response_headers"])) {
      if (stored_->get(field.name) != field.value)
        return "response without " + std::string(field.name);
    }
    return std::nullopt;
  }

  Instant now_ = Instant::from_unix_seconds(1'800'000'000);
  std::optional<HeaderMap> stored_;
  int status_ = 200;
  Instant received_;
};

// Suites that concern a private cache which re-visits pages by GET and does nothing else. Left out
// of them: cases for shared caches (s-maxage), and two about requests that a crawler never makes
// (Vary on a field that we always send alike, forwarding of a client's own condition).
bool concerns_a_crawler(const json::Value& c) {
  static constexpr std::array<std::string_view, 6> kSuites = {
      "cc-freshness", "expires", "heuristic", "conditional-inm", "conditional-lm", "update304"};
  // Of these two, what the RFC requires; their other cases ask what a cache happens to do.
  static constexpr std::array<std::string_view, 2> kParseSuites = {"cc-parse", "age-parse"};
  const std::string suite = text_of(c["suite"]);
  const std::string id = text_of(c["id"]);
  if (id == "conditional-etag-vary-headers-mismatch" || id == "conditional-etag-forward")
    return false;
  if (id.find("s-maxage-shared") != std::string::npos) return false;
  if (std::find(kSuites.begin(), kSuites.end(), suite) != kSuites.end()) return true;
  return std::find(kParseSuites.begin(), kParseSuites.end(), suite) != kParseSuites.end() &&
         text_of(c["kind"]) != "check";
}

TEST(HttpConformance, CacheTests) {
  test::run_suite("http/cache_tests.jsonl", [](const json::Value& c) { return Exchange().play(c); },
                  {.only = concerns_a_crawler, .at_least = 60});
}

}  // namespace
}  // namespace freshet::http
