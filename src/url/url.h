#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "result/result.h"

namespace freshet::url {

// Why a string is not a URL. The names follow the URL Standard's validation errors where it has
// one that returns failure.
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

// Those that the Standard calls special, and the rest.
enum class Scheme : uint8_t { kHttp, kHttps, kFtp, kWs, kWss, kFile, kOther };
std::optional<uint16_t> default_port(Scheme scheme);

// Encodes a query's text (well-formed UTF-8, the whole query) in a legacy document encoding; what
// that encoding cannot express comes out as "&#NNNN;". See charset::query_encoder().
using QueryEncoder = std::function<std::string(std::string_view)>;

// A parsed URL, as the URL Standard (url.spec.whatwg.org) has it: one string in serialised form and
// where its parts begin. Every Url is valid and normalised; equal strings are equal URLs.
// Cheap to move; the views are good as long as the Url is neither changed nor moved from.
class Url {
 public:
  std::string_view href() const { return href_; }

  Scheme scheme() const { return scheme_; }
  std::string_view scheme_text() const;  // "https", without the colon
  bool is_web() const { return scheme_ == Scheme::kHttp || scheme_ == Scheme::kHttps; }

  std::string_view username() const;
  std::string_view password() const;
  // As serialised: a domain in Punycode, an IPv4 address, an IPv6 address in brackets; empty when
  // there is none.
  std::string_view host() const;
  // The port if it is written, i.e. not the scheme's default.
  std::optional<uint16_t> port() const { return port_; }
  // "example.com:8443", as the Host header has it.
  std::string_view host_and_port() const;
  // The port to connect to; 0 for a scheme without a default.
  uint16_t effective_port() const;
  std::string_view path() const;      // begins with '/' for every web URL
  std::string_view query() const;     // without '?'
  std::string_view fragment() const;  // without '#'
  bool has_query() const { return query_start_ != kAbsent; }
  bool has_fragment() const { return fragment_start_ != kAbsent; }
  // Path and query as an HTTP request line has them.
  std::string_view request_target() const;
  // href() up to the fragment.
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
  // Offsets into href_, in order (as in "https://user:pass@host:81/path?query#fragment"):
  uint32_t scheme_end_ = 0;    // of the ':' after the scheme
  uint32_t username_end_ = 0;  // of the ':' or '@' after the username; host_start_ if there is none
  uint32_t host_start_ = 0;    // of the host's first character
  uint32_t host_end_ = 0;      // past the host's last
  uint32_t path_start_ = 0;
  uint32_t query_start_ = kAbsent;     // of the '?'
  uint32_t fragment_start_ = kAbsent;  // of the '#'
  std::optional<uint16_t> port_;
  Scheme scheme_ = Scheme::kOther;
  bool has_opaque_path_ = false;
};

struct ParseOptions {
  // Longer input (in bytes) is refused.
  size_t max_length = 1 << 20;
  // Of the document that holds the reference; nullptr or an empty function means UTF-8.
  const QueryEncoder* query_encoder = nullptr;
};

// An absolute URL. Input is UTF-8; invalid sequences count as U+FFFD.
Result<Url, UrlError> parse(std::string_view input, const ParseOptions& options = {});

// A reference found in a document at `base`.
Result<Url, UrlError> resolve(std::string_view reference, const Url& base,
                              const ParseOptions& options = {});

}  // namespace freshet::url
