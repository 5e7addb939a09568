#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clock/instant.h"

namespace freshet::collection {

// A site that was found to be the same as another one: a mirror, or another name of it. Its pages
// are not visited; its URLs are admitted as those of the other site with the same path and query.
struct Alias {
  // What showed it. Stored: the numbers keep their meaning.
  enum class Evidence : uint8_t {
    kContent = 1,    // its pages are duplicates of the other site's pages
    kRedirects = 2,  // its pages redirect there
    kCanonical = 3,  // its pages name the other site's pages with rel=canonical
  };
  static constexpr size_t kMostExamples = 4;

  std::string of;  // the other site, "https://example.com"
  Instant since;
  Evidence evidence = Evidence::kContent;
  uint32_t pages = 0;                 // pages that agreed, in addition to the root
  std::vector<std::string> examples;  // their paths, some of them
  Instant checked;                    // when its root was compared last
  uint8_t misses = 0;                 // comparisons in a row that did not confirm it
  bool is_handed_over = false;        // its queued pages were admitted as pages of the other site

  std::string words() const;  // "9 of its pages redirect to the same path there"
  std::string encode() const;
  // Returns nothing for bytes that encode() cannot have written.
  static std::optional<Alias> decode(std::string_view bytes);
  bool operator==(const Alias&) const = default;
};

// "content", "redirects", "canonical"
std::string_view name_of(Alias::Evidence evidence);

// "https://h:81/a?b" -> "/a?b". Of a canonical URL.
std::string_view path_of(std::string_view canonical_url);
// The URL of the same path and query at another site.
std::string at_site(std::string_view site, std::string_view canonical_url);

// Whether two sites have the same host, apart from a leading "www."; schemes and ports may differ.
bool have_same_host(std::string_view site, std::string_view other);
// Whether two sites have the same port, where 80 of http and 443 of https count as one.
bool have_same_port(std::string_view site, std::string_view other);

}  // namespace freshet::collection
