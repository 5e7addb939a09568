#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace freshet::url {

// A domain that is not all ASCII, longer than this many bytes, has no ASCII form: no such name can
// be registered (253 characters are the limit of DNS), and Punycode takes quadratic time.
inline constexpr size_t kMaxUnicodeDomain = 4096;

// The URL Standard's "domain to ASCII" with beStrict false: UTS 46, nontransitional, with Bidi and
// joiner checks, without length, hyphen and STD3 checks. ASCII names are lower-cased and no more,
// even where an "xn--" label is not valid Punycode. `domain` is well-formed UTF-8. nullopt for what
// UTS 46 refuses or maps to nothing.
std::optional<std::string> domain_to_ascii(std::string_view domain);

// UTS 46 ToUnicode of a domain that domain_to_ascii() takes.
std::optional<std::string> domain_to_unicode(std::string_view domain);

}  // namespace freshet::url
