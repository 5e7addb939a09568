#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace freshet::url {

// A domain with non-ASCII characters that is longer than this many bytes is refused. No such name
// can exist (the limit of DNS is 253 characters), and Punycode takes quadratic time.
inline constexpr size_t kMaxUnicodeDomain = 4096;

// "Domain to ASCII" of the URL Standard with beStrict false: UTS 46, nontransitional, with Bidi and
// joiner checks, without length, hyphen and STD3 checks. An ASCII domain is only converted to lower
// case, even if an "xn--" label in it is not valid Punycode. `domain` must be well-formed UTF-8.
// Returns nullopt if UTS 46 refuses the domain or maps it to the empty string.
std::optional<std::string> domain_to_ascii(std::string_view domain);

// UTS 46 ToUnicode of a domain that domain_to_ascii() accepts.
std::optional<std::string> domain_to_unicode(std::string_view domain);

}  // namespace freshet::url
