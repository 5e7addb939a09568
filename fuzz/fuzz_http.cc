// Every parser of header fields takes any bytes; what it gives keeps its promises.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "http/cache.h"
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

void read_value(std::string_view value) {
  const auto date = http::parse_http_date(value);
  // A zone can move a date out of the years that can be read.
  if (date && *date > k1600 && *date < k9999) {
    require(http::parse_http_date(http::format_http_date(*date)) == date);
  }
  const auto wait = http::parse_retry_after(value, kNow, Duration::hours(1));
  require(!wait || (*wait >= Duration() && *wait <= Duration::hours(1)));
  const auto type = http::parse_content_type(value);
  require(type.essence.size() + type.charset_label.size() <= value.size());
  require(http::parse_content_type(type.essence).essence == type.essence);
  const auto control = http::parse_cache_control(value);
  require(!control.max_age || *control.max_age >= Duration());
  const auto directives = http::parse_robots_content(value);
  require(!directives.none || (directives.noindex && directives.nofollow));
  require(http::parse_link_header(value, {.max_links = 5}).size() <= 5);
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
  const int status = block.status ? block.status->code : 200;
  const auto meaning = http::cache_meaning(status, block.headers, kNow);
  require(!meaning.fresh_for || *meaning.fresh_for >= Duration());
  require(!(meaning.no_store && meaning.storable));

  // A server that gets its own validators back finds nothing modified.
  const auto validators = http::validators_of(block.headers);
  const auto request = http::conditional_headers(validators);
  if (validators.etag.empty() && validators.last_modified) {
    require(http::is_not_modified(request, validators));
  }
  const auto merged = http::merge_304(block.headers, block.headers);
  require(merged.size() == block.headers.size());
  http::robots_directives_of(block.headers, "freshet");

  const auto little = http::parse_header_block(input, {.max_count = 3, .max_bytes = 40});
  require(little.headers.size() <= 3);
  return 0;
}
