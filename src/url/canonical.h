#pragma once

#include <array>
#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "url/url.h"

namespace freshet::url {

// What "the same page" means: two addresses with one CanonicalUrl are visited once.
// Always an absolute http or https URL without fragment, user or password. Its text parses to a URL
// with that very text, whose canonical form it is (under the same rules).
class CanonicalUrl {
 public:
  const std::string& text() const { return text_; }
  std::string take() && { return std::move(text_); }
  bool operator==(const CanonicalUrl&) const = default;
  auto operator<=>(const CanonicalUrl&) const = default;

 private:
  friend class Canonicalizer;
  explicit CanonicalUrl(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

// Parameter names are matched without regard to case; a trailing '*' stands for any ending.
struct CanonicalRules {
  std::vector<std::string> session_parameters;   // removed from path (";jsessionid=") and query
  std::vector<std::string> tracking_parameters;  // removed from the query
  // Path segments in which ASP.NET keeps a session, as in "/(S(4hqa0555fwsecu455xqckv45))/a.aspx".
  bool remove_session_segments = true;
  // By name; parameters of one name keep their order.
  bool sort_query = false;

  static CanonicalRules defaults();
};

// Brings URLs to canonical form; safe to share between threads. Beside what the rules remove:
//  - the fragment, user, password and an empty query go;
//  - escapes are in upper case, and those of unreserved characters (RFC 3986, 2.3) are decoded.
// Everything else stays byte for byte. Linear in the length of the URL.
class Canonicalizer {
 public:
  explicit Canonicalizer(const CanonicalRules& rules = CanonicalRules::defaults());

  // nullopt unless the URL is http or https.
  std::optional<CanonicalUrl> canonical(const Url& url) const;
  // The same, to the end of `out`; false, and nothing added, unless the URL is http or https.
  bool append(std::string& out, const Url& url) const;

 private:
  struct Name {
    std::string lower;
    bool is_prefix;
    bool is_session;
  };

  void add(std::string_view name, bool is_session);
  bool matches(std::string_view parameter, bool sessions_only) const;
  void append_path(std::string& out, std::string_view path) const;
  void append_query(std::string& out, std::string_view query) const;
  void remove_session_parameters(std::string& out, size_t from) const;

  // By the low five bits of the first character, which are the same for both cases of a letter.
  std::array<std::vector<Name>, 32> names_;
  bool remove_session_segments_;
  bool sort_query_;
};

}  // namespace freshet::url
