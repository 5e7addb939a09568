#pragma once

#include <string_view>

namespace freshet::dom {

// Whether a page with this doctype is shown in quirks mode (HTML Standard 13.2.6.4.1). The text is
// what is between "<!DOCTYPE" and ">".
bool means_quirks(std::string_view doctype);

}  // namespace freshet::dom
