#include <algorithm>
#include <array>

#include "extract/item_graph.h"
#include "extract/page_sources.h"
#include "text/ascii.h"

namespace freshet::extract {
namespace {

constexpr size_t kMaxPath = 16;

// Prefixes of names of <meta> that can stand for themselves: those of Open Graph and of its kinds
// of pages, and of Twitter.
constexpr std::array<std::string_view, 9> kMetaPrefixes = {
    "og", "article", "book", "fb", "music", "product", "profile", "twitter", "video"};

Unexpected<std::string> fail_path(std::string_view scheme, std::string_view reason) {
  const std::string example = std::string(scheme) + ":Product.name";
  return Unexpected("expected the path of a property after \"" + std::string(scheme) +
                    ":\", such as " + example + ": " + std::string(reason));
}

std::vector<std::string> split(std::string_view path) {
  std::vector<std::string> names;
  while (true) {
    const size_t dot = path.find('.');
    names.emplace_back(path.substr(0, dot));
    if (dot == std::string_view::npos) return names;
    path.remove_prefix(dot + 1);
  }
}

bool is_capital(char c) {
  return text::is_alpha(c) && text::to_lower(c) != c;
}

Result<Source, std::string> item_source(Source::Kind kind, std::string_view scheme,
                                        std::string_view path) {
  Source source{.kind = kind, .path = split(path), .type = {}};
  const bool has_empty = std::any_of(source.path.begin(), source.path.end(),
                                     [](const std::string& name) { return name.empty(); });
  if (has_empty) return fail_path(scheme, "a name is empty");
  if (source.path.size() > kMaxPath) {
    return fail_path(scheme, "it has more than " + std::to_string(kMaxPath) + " names");
  }
  const std::string_view first = local_name(source.path[0]);
  if (first == "*" || (!first.empty() && is_capital(first[0]))) {
    if (first != "*") source.type = first;
    source.path.erase(source.path.begin());
  }
  if (source.path.empty()) return fail_path(scheme, "a property must follow the type");
  for (std::string& name : source.path) name = local_name(name);
  return source;
}

}  // namespace

Result<Source, std::string> parse_source(std::string_view text) {
  text = text::trim(text);
  const size_t colon = text.find(':');
  const std::string_view scheme = text.substr(0, colon);
  const std::string_view rest =
      colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
  if (colon != std::string_view::npos && !rest.empty()) {
    if (scheme == "json-ld") return item_source(Source::Kind::kJsonLd, scheme, rest);
    if (scheme == "microdata") return item_source(Source::Kind::kMicrodata, scheme, rest);
    if (scheme == "rdfa") return item_source(Source::Kind::kRdfa, scheme, rest);
    const bool is_known =
        std::find(kMetaPrefixes.begin(), kMetaPrefixes.end(), scheme) != kMetaPrefixes.end();
    if (scheme == "meta" || is_known) {
      const std::string name = text::lower_case(scheme == "meta" ? rest : text);
      return Source{.kind = Source::Kind::kMeta, .path = {name}, .type = {}};
    }
  }
  return Unexpected("\"" + std::string(text) +
                    "\" is no source; expected json-ld:, microdata: or rdfa: and the path of a "
                    "property, og: or twitter: and a name, or meta: and the name of a <meta>");
}

}  // namespace freshet::extract
