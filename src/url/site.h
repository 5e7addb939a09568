#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "url/url.h"

struct psl_ctx_st;

namespace freshet::url {

// Scheme, host and port: what robots.txt and politeness apply to. "https://example.com:8443".
class Site {
 public:
  // nullopt unless the URL is http or https.
  static std::optional<Site> of(const Url& url);

  const std::string& text() const { return text_; }
  std::string robots_url() const { return text_ + "/robots.txt"; }

  bool operator==(const Site&) const = default;
  auto operator<=>(const Site&) const = default;

 private:
  explicit Site(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

// The public suffix list: which part of a host name is handed out by a registry. Safe to share
// between threads.
class PublicSuffixes {
 public:
  // The list installed on the machine, or the one built into libpsl if that is newer.
  static const PublicSuffixes& system();
  static Result<PublicSuffixes> from_file(const std::string& path);

  PublicSuffixes(PublicSuffixes&&) noexcept;
  PublicSuffixes& operator=(PublicSuffixes&&) noexcept;
  ~PublicSuffixes();

  enum class Rules { kAll, kIcannOnly };

  // The registrable domain ("example.co.uk" of "www.example.co.uk"), or nullopt for an IP address,
  // a public suffix itself or a name without one. Hosts as Url::host() gives them; Unicode and
  // upper case are accepted too.
  std::optional<std::string> registrable_domain(std::string_view host,
                                                Rules rules = Rules::kAll) const;
  std::optional<std::string> public_suffix(std::string_view host, Rules rules = Rules::kAll) const;
  // What sites of one owner share: the registrable domain, else the host itself.
  std::string domain_of(std::string_view host) const;

 private:
  explicit PublicSuffixes(const psl_ctx_st* list, bool owned) : list_(list), owned_(owned) {}
  const psl_ctx_st* list_;
  bool owned_;
};

}  // namespace freshet::url
