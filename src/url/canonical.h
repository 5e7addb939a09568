#pragma once

#include <array>
#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "url/url.h"

namespace freshet::url {

// The identity of a page: URLs with the same CanonicalUrl are one page, which is visited once.
// Always an absolute http or https URL without fragment, user or password. Parsing the text gives a
// URL with the same text, and canonicalising that (with the same rules) changes nothing.
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

// Parameter names match in any letter case; '*' at the end of a name matches any ending.
struct CanonicalRules {
  std::vector<std::string> session_parameters;   // removed from path (";jsessionid=") and query
  std::vector<std::string> tracking_parameters;  // removed from the query
  // Remove path segments in which ASP.NET stores a session id, as in
  // "/(S(4hqa0555fwsecu455xqckv45))/a.aspx".
  bool remove_session_segments = true;
  // Sort the parameters by name; those with the same name keep their order.
  bool sort_query = false;

  static CanonicalRules defaults();
};

// Converts URLs to canonical form. It removes
//  - what the rules say,
//  - the fragment, user, password and an empty query.
// It writes percent escapes in upper case and decodes those of unreserved characters (RFC 3986,
// section 2.3). All other bytes are unchanged. Takes linear time in the length of the URL.
// Thread-safe.
class Canonicalizer {
 public:
  explicit Canonicalizer(const CanonicalRules& rules = CanonicalRules::defaults());

  // Returns nullopt if the URL is neither http nor https.
  std::optional<CanonicalUrl> canonical(const Url& url) const;
  // Appends the canonical form to `out`. Returns false and appends nothing if the URL is neither
  // http nor https.
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

  // Indexed by the low five bits of the first character, which are equal for both cases of a
  // letter.
  std::array<std::vector<Name>, 32> names_;
  bool remove_session_segments_;
  bool sort_query_;
};

}  // namespace freshet::url
