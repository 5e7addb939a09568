#include "http/link_header.h"

#include <algorithm>
#include <utility>

#include "http/characters.h"
#include "http/list.h"
#include "text/ascii.h"

namespace freshet::http {
namespace {

// Length of the parameters at the front of `text`: up to the comma before the next link. Commas in
// quoted strings do not count.
size_t length_of_parameters(std::string_view text) {
  std::string_view rest = text;
  next_element(rest, ',');
  return rest.data() == nullptr ? text.size() : text.size() - rest.size() - 1;
}

void add_rels(LinkValue& link, std::string_view value) {
  while (!value.empty()) {
    const size_t end = std::min(value.find_first_of(" \t"), value.size());
    if (end > 0) link.rels.push_back(text::lower_case(value.substr(0, end)));
    value.remove_prefix(std::min(end + 1, value.size()));
  }
}

void take_parameters(LinkValue& link, std::string_view parameters) {
  bool has_rel = false;
  const std::pair<std::string_view, std::string*> texts[] = {{"anchor", &link.anchor},
                                                             {"hreflang", &link.hreflang},
                                                             {"type", &link.type},
                                                             {"media", &link.media},
                                                             {"title", &link.title}};
  while (const auto element = next_element(parameters, ';')) {
    Parameter parameter = parse_parameter(*element);
    if (text::equals_ignoring_case(parameter.name, "rel") && !has_rel) {
      has_rel = true;
      add_rels(link, parameter.value);
    }
    for (const auto& [name, text] : texts) {
      if (text::equals_ignoring_case(parameter.name, name) && text->empty())
        *text = parameter.value;
    }
  }
}

}  // namespace

bool LinkValue::has_rel(std::string_view lower_case) const {
  return std::find(rels.begin(), rels.end(), lower_case) != rels.end();
}

std::vector<LinkValue> parse_link_header(std::string_view value, const LinkLimits& limits) {
  std::vector<LinkValue> links;
  while (links.size() < limits.max_links) {
    const size_t open = value.find('<');
    if (open == std::string_view::npos) break;
    const size_t close = value.find('>', open);
    if (close == std::string_view::npos) break;
    LinkValue link;
    link.target = text::trim<is_http_space>(value.substr(open + 1, close - open - 1));
    value.remove_prefix(close + 1);
    const size_t length = length_of_parameters(value);
    take_parameters(link, value.substr(0, length));
    value.remove_prefix(length);
    links.push_back(std::move(link));
  }
  return links;
}

}  // namespace freshet::http
