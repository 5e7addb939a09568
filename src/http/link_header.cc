#include "http/link_header.h"

#include <iterator>
#include <utility>

#include "http/characters.h"
#include "http/list.h"
#include "text/ascii.h"

namespace freshet::http {
namespace {

// Removes the text before the next comma, and that comma, from the start of `rest`, and returns the
// text. Commas in quoted strings do not count.
std::string_view up_to_comma(std::string_view& rest) {
  const std::string_view all = rest;
  next_element(rest, ',');
  return rest.data() == nullptr ? all : all.substr(0, all.size() - rest.size() - 1);
}

// Stores a parameter of a link. `seen` has a bit for each known parameter that was found. There may
// be white space on both sides of the equals sign (RFC 8288, section 3).
void add_parameter(std::string_view element, LinkValue& link, unsigned& seen) {
  const std::pair<std::string_view, std::string*> known[] = {{"rel", &link.rel},
                                                             {"type", &link.type},
                                                             {"hreflang", &link.hreflang},
                                                             {"anchor", &link.anchor}};
  const size_t equals = element.find('=');
  if (equals == std::string_view::npos) return;
  const std::string_view name = text::trim<is_http_space>(element.substr(0, equals));
  for (size_t i = 0; i < std::size(known); ++i) {
    if (!text::equals_ignoring_case(name, known[i].first) || (seen >> i & 1) != 0) continue;
    seen |= 1U << i;
    const std::string_view value = text::trim<is_http_space>(element.substr(equals + 1));
    *known[i].second = value.starts_with('"') ? unquote(value) : std::string(value);
  }
}

void add_links(std::string_view value, size_t max_links, std::vector<LinkValue>& links) {
  while (value.data() != nullptr && links.size() < max_links) {
    while (!value.empty() && (is_http_space(value[0]) || value[0] == ',')) value.remove_prefix(1);
    if (!value.starts_with('<')) {
      up_to_comma(value);
      continue;
    }
    const size_t close = value.find('>');
    if (close == std::string_view::npos) return;  // no other link can follow either
    LinkValue link{.target = std::string(text::trim<is_http_space>(value.substr(1, close - 1)))};
    value.remove_prefix(close + 1);
    std::string_view parameters = up_to_comma(value);
    unsigned seen = 0;
    while (const auto element = next_element(parameters, ';')) {
      add_parameter(*element, link, seen);
    }
    links.push_back(std::move(link));
  }
}

}  // namespace

std::vector<LinkValue> links_of(const HeaderMap& headers, const LinkLimits& limits) {
  std::vector<LinkValue> links;
  for (const std::string_view value : headers.get_all("link")) {
    add_links(value, limits.max_links, links);
  }
  return links;
}

}  // namespace freshet::http
