#pragma once

#include <string>
#include <string_view>

namespace freshet::warc {

// Replaces the value of a field that contains a secret.
inline constexpr std::string_view kRedacted = "[redacted]";

// Appends the head of a request for its record: request line and fields, each ended by CRLF,
// without any empty line. The values of Authorization, Proxy-Authorization and Cookie are replaced,
// and user name and password in the request line are removed, because archives are given to other
// people.
void append_request_head(std::string& out, std::string_view head);

// Returns the URL without "user:password@".
std::string without_user_info(std::string_view url);

}  // namespace freshet::warc
