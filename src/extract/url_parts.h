#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "url/url.h"

namespace freshet::extract {

struct UrlParameter {
  std::string name;  // with its '=', if it has one
  std::string value;
  bool operator==(const UrlParameter&) const = default;
};

// What a web URL consists of, as it is written.
struct UrlParts {
  std::string site;                   // "https://shop.example"
  std::vector<std::string> segments;  // of "/c/shoes": "c", "shoes"; of "/c/": "c", ""
  std::vector<UrlParameter> parameters;

  // Where the last segment that is not empty is; 0 if all are.
  size_t last_segment() const;
  // Whether site, path and names of parameters are the same.
  bool has_same_path(const UrlParts& other) const;
};

// Returns nullopt for a URL that has more than 1,000 bytes, 24 segments or 16 parameters.
std::optional<UrlParts> parts_of(const url::Url& url);

// Returns the end of a file name such as ".html"; empty if it has none. It begins with a letter, so
// that "1.2" has none, and has at most 5 characters.
std::string_view ending_of(std::string_view file_name);

// Whether the text is not empty and consists of digits.
bool is_digits(std::string_view text);

}  // namespace freshet::extract
