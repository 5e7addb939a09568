#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "url/url.h"

namespace freshet::url {

// What "the same page" means: two addresses with one CanonicalUrl are visited once.
// Always an absolute http or https URL without fragment, user or password.
class CanonicalUrl {
 public:
  const std::string& text() const { return text_; }
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
  bool sort_query = false;

  static CanonicalRules defaults();
};

// Brings URLs to canonical form; safe to share between threads.
class Canonicalizer {
 public:
  explicit Canonicalizer(const CanonicalRules& rules = CanonicalRules::defaults());

  // nullopt unless the URL is http or https.
  std::optional<CanonicalUrl> canonical(const Url& url) const;

 private:
  // (the implementation's compiled form of the rules)
};

}  // namespace freshet::url
