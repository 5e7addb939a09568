#include "collection/scope.h"

#include <algorithm>
#include <array>

namespace freshet::collection {
namespace {

constexpr std::array<uint16_t, 2> kUsualPorts = {80, 443};

bool is_usual_port(uint16_t port) {
  return std::find(kUsualPorts.begin(), kUsualPorts.end(), port) != kUsualPorts.end();
}

// Returns "http://h/a/" for "http://h/a/b?c".
std::string prefix_of(const url::Url& seed) {
  const std::string_view path = seed.path();
  const std::string_view href = seed.href();
  const size_t path_start = static_cast<size_t>(path.data() - href.data());
  return std::string(href.substr(0, path_start + path.rfind('/') + 1));
}

Result<std::vector<pattern::Pattern>> compile(const std::vector<std::string>& patterns) {
  std::vector<pattern::Pattern> compiled;
  for (const std::string& text : patterns) {
    auto pattern = pattern::Pattern::make(text);
    if (!pattern) {
      return fail("the pattern " + text + " cannot be read: " + pattern.error().message);
    }
    compiled.push_back(std::move(*pattern));
  }
  return compiled;
}

// Returns the first pattern that matches; nullptr if none does.
const pattern::Pattern* matching(const std::vector<pattern::Pattern>& patterns,
                                 std::string_view text) {
  const auto found =
      std::find_if(patterns.begin(), patterns.end(),
                   [&](const pattern::Pattern& pattern) { return pattern.matches(text); });
  return found != patterns.end() ? &*found : nullptr;
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
  scope.any_port_ = options.any_port;
  auto include = compile(options.include);
  if (!include) return Unexpected(include.error());
  auto exclude = compile(options.exclude);
  if (!exclude) return Unexpected(exclude.error());
  scope.include_ = std::move(*include);
  scope.exclude_ = std::move(*exclude);
  auto recipes = extract::Recipes::parse(options.recipes);
  if (!recipes) return Unexpected(recipes.error());
  scope.recipes_ = *std::move(recipes);
  // With recipes, the seeds are pages, and their hosts are of interest.
  if (!scope.recipes_.empty()) scope.kind_ = ScopeKind::kAny;

  for (const url::Url& seed : seeds) {
    if (!scope.recipes_.empty()) {
      scope.pages_.emplace(seed.without_fragment());
      continue;
    }
    switch (options.kind) {
      case ScopeKind::kPage: scope.pages_.emplace(seed.without_fragment()); break;
      case ScopeKind::kPrefix: scope.prefixes_.push_back(prefix_of(seed)); break;
      case ScopeKind::kHost: scope.add(std::string(seed.host()), seed.effective_port()); break;
      case ScopeKind::kDomain:
        scope.add(url::PublicSuffixes::system().domain_of(seed.host()), seed.effective_port());
        break;
      case ScopeKind::kAny: break;
    }
  }
  return scope;
}

// Adds a port of a seed. The default ports of http and https count as one, because most sites use
// both.
void Scope::add(std::string name, uint16_t port) {
  std::vector<uint16_t>& ports = ports_[std::move(name)];
  ports.push_back(port);
  if (kind_ == ScopeKind::kDomain || is_usual_port(port)) {
    ports.insert(ports.end(), kUsualPorts.begin(), kUsualPorts.end());
  }
  std::sort(ports.begin(), ports.end());
  ports.erase(std::unique(ports.begin(), ports.end()), ports.end());
}

const std::vector<uint16_t>* Scope::ports_of(const url::Url& url) const {
  // The host decides for most links of a crawl that stays on a few hosts.
  auto found = ports_.find(url.host());
  if (found == ports_.end() && kind_ == ScopeKind::kDomain) {
    found = ports_.find(url::PublicSuffixes::system().domain_of(url.host()));
  }
  return found != ports_.end() ? &found->second : nullptr;
}

bool Scope::has_port(const std::vector<uint16_t>& ports, const url::Url& url) const {
  return any_port_ || std::binary_search(ports.begin(), ports.end(), url.effective_port());
}

bool Scope::is_outside_by_port(const url::Url& url) const {
  const std::vector<uint16_t>* ports = ports_of(url);
  return ports != nullptr && !has_port(*ports, url);
}

bool Scope::inside(const url::Url& url) const {
  switch (kind_) {
    case ScopeKind::kPage: return pages_.contains(url.without_fragment());
    case ScopeKind::kPrefix:
      return std::any_of(prefixes_.begin(), prefixes_.end(),
                         [&](const std::string& prefix) { return url.href().starts_with(prefix); });
    case ScopeKind::kHost:
    case ScopeKind::kDomain: {
      const std::vector<uint16_t>* ports = ports_of(url);
      return ports != nullptr && has_port(*ports, url);
    }
    case ScopeKind::kAny: return true;
  }
  return false;
}

bool Scope::reaches(const url::Url& root) const {
  switch (kind_) {
    case ScopeKind::kPage: {
      const auto first = pages_.lower_bound(root.href());
      return first != pages_.end() && first->starts_with(root.href());
    }
    case ScopeKind::kPrefix:
      return std::any_of(prefixes_.begin(), prefixes_.end(), [&](const std::string& prefix) {
        return prefix.starts_with(root.href());
      });
    case ScopeKind::kAny: return recipes_.empty() || recipes_reach(root);
    case ScopeKind::kHost:
    case ScopeKind::kDomain: return inside(root);
  }
  return false;
}

bool Scope::recipes_reach(const url::Url& root) const {
  const auto first_seed = pages_.lower_bound(root.href());
  if (first_seed != pages_.end() && first_seed->starts_with(root.href())) return true;
  const std::vector<extract::Recipe>& all = recipes_.all();
  return std::any_of(all.begin(), all.end(), [&](const extract::Recipe& recipe) {
    return recipe.may_match_prefix(root.href());
  });
}

bool Scope::is_of_recipe(const url::Url& url) const {
  if (recipes_.empty()) return true;
  const std::string_view text = url.without_fragment();
  return pages_.contains(text) || recipes_.find(text).recipe != nullptr;
}

Scope::Verdict Scope::judge(const url::Url& url) const {
  if (!url.is_web() || !inside(url)) return Verdict::kOutside;
  if (!is_of_recipe(url)) return Verdict::kNotIncluded;
  if (!include_.empty() && !matching(include_, url.href())) return Verdict::kNotIncluded;
  return matching(exclude_, url.href()) != nullptr ? Verdict::kExcluded : Verdict::kAdmitted;
}

std::string Scope::excluding_pattern(const url::Url& url) const {
  const pattern::Pattern* pattern = matching(exclude_, url.href());
  return pattern != nullptr ? pattern->text() : "";
}

}  // namespace freshet::collection
