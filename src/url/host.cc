#include "url/host.h"

#include <algorithm>
#include <array>

#include "text/ascii.h"
#include "text/utf8.h"
#include "url/idna.h"
#include "url/ip_address.h"
#include "url/percent_encode.h"

namespace freshet::url {
namespace {

enum HostClass : uint8_t {
  kForbiddenHost = 1,    // in any host
  kForbiddenDomain = 2,  // in a domain after IDNA
  kUpper = 4,
  kNonAscii = 8,
  kPercent = 16,
};

constexpr std::array<uint8_t, 256> make_host_classes() {
  std::array<uint8_t, 256> classes = {};
  for (size_t c = 0; c < 256; ++c) {
    if (c <= 0x1F || c == 0x7F) classes[c] |= kForbiddenDomain;
    if (c >= 0x80) classes[c] |= kNonAscii;
    if (c >= 'A' && c <= 'Z') classes[c] |= kUpper;
  }
  for (const char c : std::string_view("\0\t\n\r #/:<>?@[\\]^|", 17)) {
    classes[static_cast<uint8_t>(c)] |= kForbiddenHost | kForbiddenDomain;
  }
  classes['%'] |= kForbiddenDomain | kPercent;
  return classes;
}

constexpr std::array<uint8_t, 256> kHostClasses = make_host_classes();

// Returns the union of the classes of all characters.
uint8_t classes_of(std::string_view text) {
  uint8_t classes = 0;
  for (const char c : text) classes |= kHostClasses[static_cast<uint8_t>(c)];
  return classes;
}

// If the ASCII domain in `out` from `start` on is an IPv4 address, replaces it by the normal form
// of that address.
std::optional<UrlError> finish_domain(std::string& out, size_t start) {
  const std::string_view domain = std::string_view(out).substr(start);
  if (!ends_in_number(domain)) return std::nullopt;
  const auto address = parse_ipv4(domain);
  if (!address) return UrlError::kIpv4Invalid;
  out.resize(start);
  append_ipv4(out, *address);
  return std::nullopt;
}

std::optional<UrlError> append_opaque_host(std::string& out, std::string_view host) {
  if ((classes_of(host) & kForbiddenHost) != 0) return UrlError::kHostInvalidCodePoint;
  append_percent_encoded(out, host, EncodeSet::kC0Control);
  return std::nullopt;
}

}  // namespace

std::optional<UrlError> append_host(std::string& out, std::string_view host, HostKind kind) {
  if (host.starts_with('[')) {
    if (!host.ends_with(']')) return UrlError::kIpv6Invalid;
    const auto address = parse_ipv6(host.substr(1, host.size() - 2));
    if (!address) return UrlError::kIpv6Invalid;
    append_ipv6(out, *address);
    return std::nullopt;
  }
  if (kind == HostKind::kOpaque) return append_opaque_host(out, host);

  const size_t start = out.size();
  const uint8_t classes = classes_of(host);
  if ((classes & (kNonAscii | kPercent)) == 0) {
    if ((classes & kForbiddenDomain) != 0) return UrlError::kHostInvalidCodePoint;
    out.append(host);
    if ((classes & kUpper) != 0) {
      std::transform(out.begin() + static_cast<ptrdiff_t>(start), out.end(),
                     out.begin() + static_cast<ptrdiff_t>(start), text::to_lower);
    }
    return finish_domain(out, start);
  }

  std::string decoded;
  text::append_well_formed(decoded, percent_decode(host));
  const auto ascii = domain_to_ascii(decoded);
  if (!ascii) return UrlError::kDomainInvalid;
  if ((classes_of(*ascii) & kForbiddenDomain) != 0) return UrlError::kHostInvalidCodePoint;
  out.append(*ascii);
  return finish_domain(out, start);
}

}  // namespace freshet::url
