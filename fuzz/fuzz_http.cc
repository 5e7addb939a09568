// Gives any bytes to every parser of header fields: what a parser returns keeps its contract.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string_view>

#include "http/content_type.h"
#include "http/date.h"
#include "http/header_block.h"
#include "http/link_header.h"
#include "http/retry_after.h"
#include "http/robots_tag.h"
#include "http/validators.h"

namespace {

using freshet::Duration;
using freshet::Instant;
namespace http = freshet::http;

constexpr Instant kNow = Instant::from_unix_seconds(1'800'000'000);
constexpr Instant k1600 = Instant::from_unix_seconds(-11'676'096'000);
constexpr Instant k9999 = Instant::from_unix_seconds(253'370'764'800);

void require(bool condition) {
  if (!condition) std::abort();
}

void read_links(std::string_view value) {
  http::HeaderMap headers;
  if (!headers.add("Link", value)) return;
  const auto links = http::links_of(headers);
  size_t bytes = 0;
  for (const auto& link : links) {
    bytes += link.target.size() + link.rel.size() + link.type.size() + link.hreflang.size() +
             link.anchor.size();
  }
  require(bytes <= value.size());
  const auto few = http::links_of(headers, {.max_links = 5});
  require(std::equal(few.begin(), few.end(), links.begin(),
                     links.begin() + std::min<ptrdiff_t>(5, std::ssize(links))));
}

void read_value(std::string_view value) {
  const auto date = http::parse_http_date(value);
  // A time zone can move a date out of the years that the parser accepts.
  if (date && *date > k1600 && *date < k9999) {
    require(http::parse_http_date(http::format_http_date(*date)) == date);
  }
  const auto wait = http::parse_retry_after(value, kNow, Duration::hours(1));
  require(!wait || (*wait >= Duration() && *wait <= Duration::hours(1)));
  const auto type = http::parse_content_type(value);
  require(type.essence.size() + type.charset_label.size() <= value.size());
  require(http::parse_content_type(type.essence).essence == type.essence);
  http::parse_robots_content(value);
  read_links(value);
  if (const auto tag = http::parse_entity_tag(value)) require(tag->opaque.size() <= value.size());
  http::parse_status_line(value);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  read_value(input);

  const auto block = http::parse_header_block(input);
  require(block.length <= input.size());
  for (const auto& field : block.headers) {
    require(!field.name.empty() && field.value.find('\n') == std::string_view::npos);
    require(block.headers.contains(field.name));
    read_value(field.value);
  }

  // A server that receives its own validators answers "not modified".
  const auto validators = http::validators_of(block.headers);
  const auto request = http::conditional_headers(validators);
  if (validators.etag.empty() && validators.last_modified) {
    require(http::is_not_modified(request, validators));
  }
  http::robots_directives_of(block.headers, "freshet");
  require(http::links_of(block.headers, {.max_links = 3}).size() <= 3);

  const auto little = http::parse_header_block(input, {.max_count = 3, .max_bytes = 40});
  require(little.headers.size() <= 3);
  return 0;
}
