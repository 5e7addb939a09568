#pragma once

#include <string>
#include <string_view>

namespace freshet::warc {

// What stands in the archive for the value of a field that holds a secret.
inline constexpr std::string_view kRedacted = "[redacted]";

// Appends the head of a request for its record: request line and fields, each line ended by CRLF,
// without an empty line in it or behind it. The values of Authorization, Proxy-Authorization and
// Cookie are replaced, and a user name and password in the request line are left out: an archive is
// passed on, and would pass them on, too.
void append_request_head(std::string& out, std::string_view head);

// The URL without "user:password@".
std::string without_user_info(std::string_view url);

}  // namespace freshet::warc
