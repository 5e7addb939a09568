#pragma once

#include <optional>
#include <string_view>

namespace freshet::parse {

struct RefreshContent {
  double delay_seconds = 0;
  // As written, a view into the content; nullopt: the page itself again.
  std::optional<std::string_view> url;
};

// The content of <meta http-equiv=refresh> or of a Refresh header (HTML Standard 4.2.5.3, shared
// declarative refresh steps). nullopt if it is none.
std::optional<RefreshContent> parse_refresh(std::string_view content);

}  // namespace freshet::parse
