#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "result/result.h"

namespace freshet::url {

// Why a string is not a URL. Where the URL Standard has a validation error that returns failure,
// the name is like that of the Standard.
enum class UrlError : uint8_t {
  kEmptyWithoutBase,
  kRelativeWithoutBase,
  kHostMissing,
  kHostInvalidCodePoint,
  kDomainInvalid,  // IDNA processing failed
  kIpv4Invalid,
  kIpv6Invalid,
  kPortInvalid,
  kPortOutOfRange,
  kTooLong,
};
std::string_view describe(UrlError error);

// The schemes that the Standard calls special; kOther is any other scheme.
enum class Scheme : uint8_t { kHttp, kHttps, kFtp, kWs, kWss, kFile, kOther };
std::optional<uint16_t> default_port(Scheme scheme);

// Encodes a whole query, given as well-formed UTF-8, in the legacy encoding of a document. Returns
// "&#NNNN;" for a character that the encoding cannot represent. See charset::query_encoder().
using QueryEncoder = std::function<std::string(std::string_view)>;

// A parsed URL as defined by the URL Standard (url.spec.whatwg.org): the serialised string and the
// positions of its parts. Every Url is valid and normalised; equal strings are equal URLs. Cheap to
// move. The views that it returns are valid until the Url is changed, moved from or destroyed.
class Url {
 public:
  std::string_view href() const { return href_; }

  Scheme scheme() const { return scheme_; }
  std::string_view scheme_text() const;  // "https", without the colon
  bool is_web() const { return scheme_ == Scheme::kHttp || scheme_ == Scheme::kHttps; }

  std::string_view username() const;
  std::string_view password() const;
  // The serialised host: a domain in Punycode, an IPv4 address, or an IPv6 address in brackets.
  // Empty if there is none.
  std::string_view host() const;
  // The port, if it is not the default port of the scheme.
  std::optional<uint16_t> port() const { return port_; }
  // "example.com:8443", the form of the Host header.
  std::string_view host_and_port() const;
  // The port to connect to; 0 for a scheme without a default.
  uint16_t effective_port() const;
  std::string_view path() const;      // begins with '/' for every web URL
  std::string_view query() const;     // without '?'
  std::string_view fragment() const;  // without '#'
  bool has_query() const { return query_start_ != kAbsent; }
  bool has_fragment() const { return fragment_start_ != kAbsent; }
  // Path and query, the form of an HTTP request line.
  std::string_view request_target() const;
  // href() without the fragment.
  std::string_view without_fragment() const;
  void remove_fragment();

  bool operator==(const Url& other) const { return href_ == other.href_; }
  auto operator<=>(const Url& other) const { return href_ <=> other.href_; }

 private:
  friend class Parser;
  bool has_authority() const { return host_start_ > scheme_end_ + 1; }
  std::string_view between(size_t start, size_t end) const;
  size_t path_end() const;
  static constexpr uint32_t kAbsent = UINT32_MAX;

  std::string href_;
  // Offsets into href_, in ascending order ("https://user:pass@host:81/path?query#fragment"):
  uint32_t scheme_end_ = 0;    // the ':' after the scheme
  uint32_t username_end_ = 0;  // the ':' or '@' after the username; host_start_ if there is none
  uint32_t host_start_ = 0;
  uint32_t host_end_ = 0;  // after the last character of the host
  uint32_t path_start_ = 0;
  uint32_t query_start_ = kAbsent;     // the '?'
  uint32_t fragment_start_ = kAbsent;  // the '#'
  std::optional<uint16_t> port_;
  Scheme scheme_ = Scheme::kOther;
  bool has_opaque_path_ = false;
};

struct ParseOptions {
  // In bytes. Longer input is refused.
  size_t max_length = 1 << 20;
  // For the encoding of the document that contains the URL. nullptr or an empty function means
  // UTF-8.
  const QueryEncoder* query_encoder = nullptr;
};

// Parses an absolute URL. The input should be UTF-8; malformed sequences count as U+FFFD.
Result<Url, UrlError> parse(std::string_view input, const ParseOptions& options = {});

// Parses a reference, absolute or relative, that is in a document with the URL `base`.
Result<Url, UrlError> resolve(std::string_view reference, const Url& base,
                              const ParseOptions& options = {});

}  // namespace freshet::url
