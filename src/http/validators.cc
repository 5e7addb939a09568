#include "http/validators.h"

#include <algorithm>

#include "http/characters.h"
#include "http/date.h"
#include "http/list.h"
#include "text/ascii.h"

namespace freshet::http {

std::optional<EntityTag> parse_entity_tag(std::string_view text) {
  EntityTag tag;
  text = text::trim<is_http_space>(text);
  if (text.size() >= 2 && text::to_lower(text[0]) == 'w' && text[1] == '/') {
    tag.weak = true;
    text.remove_prefix(2);
  }
  if (text.starts_with('"')) {
    text.remove_prefix(1);
    text = text.substr(0, text.find('"'));
  } else if (text.empty()) {
    return std::nullopt;
  }
  tag.opaque = text;
  return tag;
}

bool weakly_equal(const EntityTag& a, const EntityTag& b) {
  return a.opaque == b.opaque;
}

Validators validators_of(const HeaderMap& response) {
  Validators validators;
  if (const auto etag = response.get("ETag")) {
    const std::string_view text = text::trim<is_http_space>(*etag);
    if (text.size() <= kMaxEtagBytes && std::none_of(text.begin(), text.end(), is_control)) {
      validators.etag = text;
    }
  }
  if (const auto text = response.get("Last-Modified")) {
    validators.last_modified = parse_http_date(*text);
    if (validators.last_modified) validators.last_modified_text = text::trim<is_http_space>(*text);
  }
  return validators;
}

HeaderMap conditional_headers(const Validators& validators) {
  HeaderMap headers;
  if (!validators.etag.empty()) headers.add("If-None-Match", validators.etag);
  if (!validators.last_modified_text.empty()) {
    headers.add("If-Modified-Since", validators.last_modified_text);
  }
  return headers;
}

bool is_not_modified(const HeaderMap& request, const Validators& current) {
  if (const auto tags = request.combined("If-None-Match")) {
    if (text::trim<is_http_space>(*tags) == "*") return true;
    const auto tag = parse_entity_tag(current.etag);
    if (!tag) return false;
    std::string_view rest = *tags;
    while (const auto element = next_element(rest, ',')) {
      const auto one = parse_entity_tag(*element);
      if (one && weakly_equal(*one, *tag)) return true;
    }
    return false;
  }
  const auto text = request.get("If-Modified-Since");
  const auto since = text ? parse_http_date(*text) : std::nullopt;
  return since && current.last_modified && *current.last_modified <= *since;
}

}  // namespace freshet::http
