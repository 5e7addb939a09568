#include "http/cache.h"

#include <algorithm>
#include <string>
#include <vector>

#include "http/characters.h"
#include "http/date.h"
#include "http/list.h"
#include "text/ascii.h"

namespace freshet::http {
namespace {

// RFC 9111, section 1.2.2: larger numbers count as this.
constexpr int64_t kLongestSeconds = int64_t{1} << 31;
// RFC 9111, section 4.2.2, suggests a tenth.
constexpr int64_t kHeuristicPart = 10;

// Nullopt if `text` is not all digits.
std::optional<Duration> parse_delta_seconds(std::string_view text) {
  if (text.empty() || !std::all_of(text.begin(), text.end(), text::is_digit)) return std::nullopt;
  int64_t seconds = 0;
  for (const char c : text) seconds = std::min(seconds * 10 + (c - '0'), kLongestSeconds);
  return Duration::seconds(seconds);
}

// RFC 9110, section 15.1.
bool is_heuristically_cacheable(int status) {
  constexpr int kStatuses[] = {200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501};
  return std::find(std::begin(kStatuses), std::end(kStatuses), status) != std::end(kStatuses);
}

// How old the response was when it arrived (RFC 9111, section 4.2.3, without the time on the way).
Duration age_at(Instant received, const HeaderMap& headers) {
  Duration age;
  if (const auto date = parse_http_date(headers.get("Date").value_or(""))) {
    age = std::max(age, received - *date);
  }
  if (const auto text = headers.get("Age")) {
    // Of a list, which Age must not be, the first counts.
    const auto first =
        parse_delta_seconds(text::trim<is_http_space>(text->substr(0, text->find(','))));
    age = std::max(age, first.value_or(Duration()));
  }
  return age;
}

// From Expires. An Expires that is no date ("0", "-1") means: stale already.
std::optional<Duration> lifetime_by_expires(const HeaderMap& headers, Instant received) {
  const auto text = headers.get("Expires");
  if (!text) return std::nullopt;
  const auto expires = parse_http_date(*text);
  if (!expires) return Duration();
  const auto date = parse_http_date(headers.get("Date").value_or(""));
  return *expires - date.value_or(received);
}

void take_directive(CacheControl& control, const Parameter& directive) {
  const auto is = [&](std::string_view name) {
    return text::equals_ignoring_case(directive.name, name);
  };
  // What cannot be read counts as 0, and of two values the smaller one.
  const auto take_seconds = [&](std::optional<Duration>& into) {
    const Duration value = parse_delta_seconds(directive.value).value_or(Duration());
    into = into ? std::min(*into, value) : value;
  };
  if (is("no-store")) control.no_store = true;
  if (is("no-cache") && directive.value.empty()) control.no_cache = true;
  if (is("must-revalidate")) control.must_revalidate = true;
  if (is("public")) control.is_public = true;
  if (is("immutable")) control.immutable = true;
  if (is("max-age")) take_seconds(control.max_age);
  if (is("stale-while-revalidate")) take_seconds(control.stale_while_revalidate);
  if (is("stale-if-error")) take_seconds(control.stale_if_error);
}

// Fields that a 304 may not change (RFC 9111, section 3.1 and 3.2).
bool is_kept_on_304(std::string_view name) {
  constexpr std::string_view kNames[] = {"Connection",
                                         "Keep-Alive",
                                         "Proxy-Connection",
                                         "Proxy-Authenticate",
                                         "Proxy-Authorization",
                                         "TE",
                                         "Trailer",
                                         "Transfer-Encoding",
                                         "Upgrade",
                                         "Content-Length",
                                         "Content-Encoding",
                                         "Content-Range",
                                         "Content-Type"};
  return std::any_of(std::begin(kNames), std::end(kNames),
                     [&](std::string_view kept) { return text::equals_ignoring_case(kept, name); });
}

}  // namespace

CacheControl parse_cache_control(std::string_view value) {
  CacheControl control;
  while (const auto element = next_element(value, ',')) {
    take_directive(control, parse_parameter(*element));
  }
  return control;
}

CacheMeaning cache_meaning(int status, const HeaderMap& headers, Instant received) {
  const CacheControl control = parse_cache_control(headers.combined("Cache-Control").value_or(""));
  CacheMeaning meaning;
  meaning.no_store = control.no_store;
  meaning.must_revalidate = control.must_revalidate || control.no_cache;
  meaning.immutable = control.immutable;
  meaning.stale_while_revalidate = control.stale_while_revalidate;

  std::optional<Duration> lifetime = control.max_age;
  if (!lifetime) lifetime = lifetime_by_expires(headers, received);
  const bool may_guess = is_heuristically_cacheable(status) || control.is_public;
  if (!lifetime && may_guess) {
    const auto modified = parse_http_date(headers.get("Last-Modified").value_or(""));
    const auto date = parse_http_date(headers.get("Date").value_or("")).value_or(received);
    if (modified && *modified <= date) {
      lifetime = (date - *modified) / kHeuristicPart;
      meaning.heuristic = true;
    }
  }
  if (control.no_cache) {
    lifetime = Duration();
    meaning.heuristic = false;
  }

  const bool final_status = status >= 200 && status != 304;
  meaning.storable = final_status && !control.no_store && (may_guess || lifetime.has_value());
  if (lifetime) meaning.fresh_for = std::max(*lifetime - age_at(received, headers), Duration());
  return meaning;
}

HeaderMap merge_304(const HeaderMap& stored, const HeaderMap& fresh) {
  const auto replaces = [&](std::string_view name) {
    return !is_kept_on_304(name) && fresh.contains(name);
  };
  HeaderMap merged;
  for (const HeaderMap::Field& field : stored) {
    if (!replaces(field.name)) merged.add(field.name, field.value);
  }
  for (const HeaderMap::Field& field : fresh) {
    if (replaces(field.name)) merged.add(field.name, field.value);
  }
  return merged;
}

}  // namespace freshet::http
