#include "convert/translation_group.h"

#include <algorithm>
#include <array>

#include "digest/fingerprint.h"
#include "language/tag.h"
#include "text/ascii.h"
#include "url/url.h"

namespace freshet::convert {
namespace {

// Group numbers have 53 bits, since a number in JSON holds no more (RFC 8259, section 6).
constexpr int kBits = 53;

int64_t group_number(std::string_view key) {
  return static_cast<int64_t>(digest::fingerprint(key).value >> (64 - kBits)) | 1;
}

// A page and its translations may differ in the scheme, http or https.
std::string_view without_scheme(std::string_view url) {
  const size_t scheme = url.find("://");
  return scheme == url.npos ? url : url.substr(scheme + 3);
}

std::optional<int64_t> by_alternates(const TranslationEvidence& evidence) {
  if (evidence.alternates.empty()) return std::nullopt;
  const auto page = url::parse(evidence.url);
  if (!page) return std::nullopt;
  const std::string community = evidence.communities.of_host(page->host());
  std::string_view first = without_scheme(evidence.url);
  bool names_itself = false;
  bool names_another = false;
  bool names_another_in_its_language = false;
  for (const Alternate& alternate : evidence.alternates) {
    if (alternate.language == "x-default") continue;
    const std::string_view address = without_scheme(alternate.url);
    if (address == without_scheme(evidence.url)) {
      names_itself = true;
      continue;
    }
    const auto url = url::parse(alternate.url);
    if (!url || evidence.communities.of_host(url->host()) != community) continue;
    names_another_in_its_language |= alternate.language == evidence.language;
    names_another = true;
    first = std::min(first, address);
  }
  if (!names_another || (names_another_in_its_language && !names_itself)) return std::nullopt;
  return group_number(community + "\n" + std::string(first));
}

// A part of a text.
struct Part {
  size_t begin = 0;
  size_t size = 0;
};

// Finds the first part between separators that is a tag of the language.
std::optional<Part> language_part(std::string_view text, std::string_view separators,
                                  std::string_view language) {
  size_t begin = 0;
  while (begin <= text.size()) {
    const size_t end = std::min(text.find_first_of(separators, begin), text.size());
    const std::string tag = language::normalise(text.substr(begin, end - begin));
    if (!tag.empty() && language::is_same(tag, language)) return Part{begin, end - begin};
    begin = end + 1;
  }
  return std::nullopt;
}

// Finds "de" in the query "a=1&lang=de".
std::optional<Part> language_parameter(std::string_view query, std::string_view language) {
  constexpr std::array<std::string_view, 5> kNames = {"lang", "language", "locale", "hl", "l"};
  size_t begin = 0;
  while (begin < query.size()) {
    const size_t end = std::min(query.find('&', begin), query.size());
    const std::string_view parameter = query.substr(begin, end - begin);
    const size_t equals = parameter.find('=');
    if (equals != parameter.npos &&
        std::any_of(kNames.begin(), kNames.end(), [&](std::string_view name) {
          return text::equals_ignoring_case(parameter.substr(0, equals), name);
        })) {
      const std::string_view value = parameter.substr(equals + 1);
      const std::string tag = language::normalise(value);
      if (!tag.empty() && language::is_same(tag, language)) {
        return Part{begin + equals + 1, value.size()};
      }
    }
    begin = end + 1;
  }
  return std::nullopt;
}

// Finds the language in an address without scheme: "example.com/a/de/x.html?lang=de".
std::optional<Part> language_in_address(std::string_view address, std::string_view language) {
  const size_t path = std::min(address.find('/'), address.size());
  const size_t query = std::min(address.find('?'), address.size());
  const auto shifted = [](std::optional<Part> part, size_t offset) {
    if (part) part->begin += offset;
    return part;
  };
  if (path < query) {
    const std::string_view segments = address.substr(path, query - path);
    if (const auto part = language_part(segments, "/", language)) return shifted(part, path);
    const size_t file = path + segments.rfind('/') + 1;
    if (const auto part = language_part(address.substr(file, query - file), ".", language)) {
      return shifted(part, file);
    }
  }
  if (query == address.size()) return std::nullopt;
  return shifted(language_parameter(address.substr(query + 1), language), query + 1);
}

std::optional<int64_t> by_address(const TranslationEvidence& evidence) {
  if (evidence.language.empty()) return std::nullopt;
  const std::string_view address = without_scheme(evidence.url);
  const auto part = language_in_address(address, evidence.language);
  if (!part) return std::nullopt;
  // The language is replaced by a tab, which no URL contains.
  std::string pattern(address);
  pattern.replace(part->begin, part->size, "\t");
  return group_number(pattern);
}

}  // namespace

std::optional<int64_t> translation_group(const TranslationEvidence& evidence) {
  if (const auto group = by_alternates(evidence)) return group;
  return by_address(evidence);
}

}  // namespace freshet::convert
