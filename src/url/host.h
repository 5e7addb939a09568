#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "url/url.h"

namespace freshet::url {

// How the host of a URL is read: a special scheme has a domain or an address, others anything.
enum class HostKind { kDomain, kOpaque };

// The URL Standard's host parser and serialiser: appends the host to out. `host` is well-formed
// UTF-8 and, for kDomain, not empty. On an error, out holds anything after what it held before.
std::optional<UrlError> append_host(std::string& out, std::string_view host, HostKind kind);

}  // namespace freshet::url
