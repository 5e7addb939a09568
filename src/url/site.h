#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "url/url.h"

struct psl_ctx_st;

namespace freshet::url {

// Scheme, host and port of a URL: "https://example.com:8443". A robots.txt applies to one site.
class Site {
 public:
  // Returns nullopt if the URL is neither http nor https.
  static std::optional<Site> of(const Url& url);

  const std::string& text() const { return text_; }

  bool operator==(const Site&) const = default;
  auto operator<=>(const Site&) const = default;

 private:
  explicit Site(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

// The public suffix list, which says under which domain names people can register names of their
// own. Thread-safe.
class PublicSuffixes {
 public:
  // Returns the list that is installed on the machine, or the one in libpsl if that is newer.
  static const PublicSuffixes& system();
  static Result<PublicSuffixes> from_file(const std::string& path);

  PublicSuffixes(PublicSuffixes&&) noexcept;
  PublicSuffixes& operator=(PublicSuffixes&&) noexcept;
  ~PublicSuffixes();

  // Returns the registrable domain ("example.co.uk" for "www.example.co.uk"), or nullopt for an IP
  // address, a public suffix itself or a name without one. `host` is as returned by Url::host();
  // Unicode and upper case are accepted too.
  std::optional<std::string> registrable_domain(std::string_view host) const;
  // Returns the registrable domain, or the host itself if it has none.
  std::string domain_of(std::string_view host) const;

 private:
  explicit PublicSuffixes(const psl_ctx_st* list, bool owned) : list_(list), owned_(owned) {}
  const psl_ctx_st* list_;
  bool owned_;
};

}  // namespace freshet::url
