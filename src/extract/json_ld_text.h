#pragma once

#include <string>
#include <string_view>

namespace freshet::extract {

// Returns the content of a <script type="application/ld+json"> as JSON that a strict parser reads:
// - without a byte order mark and without the comment or CDATA section that some pages put around
//   it;
// - with control characters in strings as escapes;
// - with numbers as strings, so that they stay as they are written.
std::string json_ld_text(std::string_view script);

}  // namespace freshet::extract
