#include "url/url.h"

#include "url/parser.h"

namespace freshet::url {

std::string_view describe(UrlError error) {
  switch (error) {
    case UrlError::kEmptyWithoutBase: return "the URL is empty, and there is no base URL";
    case UrlError::kRelativeWithoutBase:
      return "the URL is relative, and there is no base URL to resolve it";
    case UrlError::kHostMissing: return "the host is missing";
    case UrlError::kHostInvalidCodePoint: return "the host contains a forbidden character";
    case UrlError::kDomainInvalid: return "the domain is not valid (IDNA)";
    case UrlError::kIpv4Invalid: return "the IPv4 address is not valid";
    case UrlError::kIpv6Invalid: return "the IPv6 address is not valid";
    case UrlError::kPortInvalid: return "the port is not a number";
    case UrlError::kPortOutOfRange: return "the port is above 65535";
    case UrlError::kTooLong: return "the URL is too long";
  }
  return "unknown error";
}

std::optional<uint16_t> default_port(Scheme scheme) {
  switch (scheme) {
    case Scheme::kHttp:
    case Scheme::kWs: return 80;
    case Scheme::kHttps:
    case Scheme::kWss: return 443;
    case Scheme::kFtp: return 21;
    case Scheme::kFile:
    case Scheme::kOther: return std::nullopt;
  }
  return std::nullopt;
}

std::string_view Url::between(size_t start, size_t end) const {
  return std::string_view(href_).substr(start, end - start);
}

std::string_view Url::scheme_text() const {
  return between(0, scheme_end_);
}

std::string_view Url::username() const {
  return has_authority() ? between(scheme_end_ + 3, username_end_) : std::string_view();
}

std::string_view Url::password() const {
  if (username_end_ == host_start_ || href_[username_end_] != ':') return {};
  return between(username_end_ + 1, host_start_ - 1);
}

std::string_view Url::host() const {
  return between(host_start_, host_end_);
}

std::string_view Url::host_and_port() const {
  return has_authority() ? between(host_start_, path_start_) : std::string_view();
}

uint16_t Url::effective_port() const {
  return port_.value_or(default_port(scheme_).value_or(0));
}

std::string_view Url::path() const {
  return between(path_start_, path_end());
}

std::string_view Url::query() const {
  return has_query() ? without_fragment().substr(query_start_ + 1) : std::string_view();
}

std::string_view Url::fragment() const {
  return has_fragment() ? std::string_view(href_).substr(fragment_start_ + 1) : std::string_view();
}

std::string_view Url::request_target() const {
  return without_fragment().substr(path_start_);
}

void Url::remove_fragment() {
  if (!has_fragment()) return;
  href_.resize(fragment_start_);
  fragment_start_ = kAbsent;
}

std::string_view Url::without_fragment() const {
  return std::string_view(href_).substr(0, fragment_start_);
}

size_t Url::path_end() const {
  if (has_query()) return query_start_;
  return has_fragment() ? fragment_start_ : href_.size();
}

Result<Url, UrlError> parse(std::string_view input, const ParseOptions& options) {
  return Parser(input, nullptr, options).run();
}

Result<Url, UrlError> resolve(std::string_view reference, const Url& base,
                              const ParseOptions& options) {
  return Parser(reference, &base, options).run();
}

}  // namespace freshet::url
