#include "crawl/scope.h"

#include <re2/re2.h>

#include <algorithm>

namespace freshet::crawl {
namespace {

// "http://h/a/b?c" -> "http://h/a/"
std::string prefix_of(const url::Url& seed) {
  const std::string_view path = seed.path();
  const std::string_view href = seed.href();
  const size_t path_start = static_cast<size_t>(path.data() - href.data());
  return std::string(href.substr(0, path_start + path.rfind('/') + 1));
}

Result<std::vector<std::unique_ptr<re2::RE2>>> compile(const std::vector<std::string>& patterns) {
  std::vector<std::unique_ptr<re2::RE2>> compiled;
  for (const std::string& pattern : patterns) {
    compiled.push_back(std::make_unique<re2::RE2>(pattern, re2::RE2::Quiet));
    if (!compiled.back()->ok()) {
      return fail("the pattern " + pattern + " cannot be read: " + compiled.back()->error());
    }
  }
  return compiled;
}

// The first pattern that matches; nullptr if none does.
const re2::RE2* matching(const std::vector<std::unique_ptr<re2::RE2>>& patterns,
                         std::string_view text) {
  for (const auto& pattern : patterns) {
    if (re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *pattern)) {
      return pattern.get();
    }
  }
  return nullptr;
}

}  // namespace

Scope::Scope() = default;
Scope::~Scope() = default;
Scope::Scope(Scope&&) noexcept = default;
Scope& Scope::operator=(Scope&&) noexcept = default;

Result<Scope> Scope::make(const ScopeOptions& options, const std::vector<url::Url>& seeds) {
  Scope scope;
  scope.kind_ = options.kind;
  scope.max_depth_ = options.max_depth;
  auto include = compile(options.include);
  if (!include) return Unexpected(include.error());
  auto exclude = compile(options.exclude);
  if (!exclude) return Unexpected(exclude.error());
  scope.include_ = std::move(*include);
  scope.exclude_ = std::move(*exclude);

  for (const url::Url& seed : seeds) {
    switch (options.kind) {
      case ScopeKind::kPage: scope.names_.emplace(seed.without_fragment()); break;
      case ScopeKind::kPrefix: scope.prefixes_.push_back(prefix_of(seed)); break;
      case ScopeKind::kHost: scope.names_.emplace(seed.host()); break;
      case ScopeKind::kDomain:
        scope.names_.insert(url::PublicSuffixes::system().domain_of(seed.host()));
        break;
      case ScopeKind::kAny: break;
    }
  }
  return scope;
}

bool Scope::inside(const url::Url& url) const {
  switch (kind_) {
    case ScopeKind::kPage: return names_.contains(url.without_fragment());
    case ScopeKind::kPrefix:
      return std::any_of(prefixes_.begin(), prefixes_.end(),
                         [&](const std::string& prefix) { return url.href().starts_with(prefix); });
    case ScopeKind::kHost: return names_.contains(url.host());
    case ScopeKind::kDomain:
      // The host alone answers for most links of a crawl that stays on a few hosts.
      return names_.contains(url.host()) ||
             names_.contains(url::PublicSuffixes::system().domain_of(url.host()));
    case ScopeKind::kAny: return true;
  }
  return false;
}

bool Scope::reaches(const url::Url& root) const {
  switch (kind_) {
    case ScopeKind::kPage: {
      const auto first = names_.lower_bound(root.href());
      return first != names_.end() && first->starts_with(root.href());
    }
    case ScopeKind::kPrefix:
      return std::any_of(prefixes_.begin(), prefixes_.end(), [&](const std::string& prefix) {
        return prefix.starts_with(root.href());
      });
    case ScopeKind::kHost:
    case ScopeKind::kDomain:
    case ScopeKind::kAny: return inside(root);
  }
  return false;
}

Scope::Verdict Scope::judge(const url::Url& url) const {
  if (!url.is_web() || !inside(url)) return Verdict::kOutside;
  if (!include_.empty() && !matching(include_, url.href())) return Verdict::kNotIncluded;
  return matching(exclude_, url.href()) != nullptr ? Verdict::kExcluded : Verdict::kAdmitted;
}

std::string Scope::excluding_pattern(const url::Url& url) const {
  const re2::RE2* pattern = matching(exclude_, url.href());
  return pattern != nullptr ? pattern->pattern() : "";
}

}  // namespace freshet::crawl
