// Compares the parsers of header fields with the published tests of curl, abarth/http-state, w3lib
// and StormCrawler.
#include <string>

#include "gtest/gtest.h"
#include "http/content_type.h"
#include "http/date.h"
#include "http/headers.h"
#include "http/robots_tag.h"
#include "support/suite.h"

namespace freshet::http {
namespace {

using test::Mismatch;

std::string text_of(const json::Value& value) {
  return std::string(value.string().value_or(""));
}

std::string to_text(std::optional<Instant> instant) {
  return instant ? std::to_string(instant->unix_seconds()) : "no date";
}

TEST(HttpConformance, DatesAreParsedAsInCurl) {
  test::run_suite("http/dates_curl.jsonl",
                  [](const json::Value& c) -> Mismatch {
                    const auto date = parse_http_date(text_of(c["input"]));
                    const int64_t expected = c["unix"].integer().value_or(-1);
                    // -1 is curl's only value for "no date".
                    const int64_t got = date ? date->unix_seconds() : -1;
                    if (got == expected) return std::nullopt;
                    return to_text(date);
                  },
                  {.at_least = 100});
}

TEST(HttpConformance, DatesOfCookiesAreParsed) {
  test::run_suite("http/dates_cookie.jsonl",
                  [](const json::Value& c) -> Mismatch {
                    const auto date = parse_http_date(text_of(c["input"]));
                    const std::string got = date ? format_http_date(*date) : "";
                    if (got == text_of(c["expected"])) return std::nullopt;
                    return got;
                  },
                  {.at_least = 40});
}

TEST(HttpConformance, CharsetIsReadFromContentType) {
  test::run_suite("html/content_type_charset.jsonl", [](const json::Value& c) -> Mismatch {
    // The only encoding that the suite expects is UTF-8: every other label counts as none.
    std::string label = parse_content_type(text_of(c["content_type"])).charset_label;
    const std::string encoding = label == "utf-8" ? label : "";
    if (encoding == text_of(c["charset_python"])) return std::nullopt;
    return "charset " + label;
  });
}

TEST(HttpConformance, RobotsTagIsParsed) {
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
    return std::string(directives.noindex ? "noindex " : "") +
           (directives.nofollow ? "nofollow" : "");
  });
}

}  // namespace
}  // namespace freshet::http
