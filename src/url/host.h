#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "url/url.h"

namespace freshet::url {

// How a host is parsed: in a URL with a special scheme it is a domain or an IP address; in other
// URLs it is an opaque string or an IPv6 address.
enum class HostKind { kDomain, kOpaque };

// The host parser and serialiser of the URL Standard: appends the serialised host to `out`. `host`
// must be well-formed UTF-8 and, for kDomain, not empty. On error, the appended text is
// unspecified.
std::optional<UrlError> append_host(std::string& out, std::string_view host, HostKind kind);

}  // namespace freshet::url
