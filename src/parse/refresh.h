#pragma once

#include <optional>
#include <string_view>

namespace freshet::parse {

struct RefreshContent {
  double delay_seconds = 0;
  // A view into the content, as written; nullopt means the page itself.
  std::optional<std::string_view> url;
};

// Parses the content of <meta http-equiv=refresh> (HTML Standard 4.2.5.3, shared declarative
// refresh steps). Returns nullopt if it is invalid.
std::optional<RefreshContent> parse_refresh(std::string_view content);

}  // namespace freshet::parse
