#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "collection/options.h"
#include "extract/recipes.h"
#include "pattern/pattern.h"
#include "result/result.h"
#include "url/site.h"
#include "url/url.h"

namespace freshet::collection {

// Decides whether a URL belongs to the crawl.
class Scope {
 public:
  // The error names the pattern that cannot be parsed.
  static Result<Scope> make(const ScopeOptions& options, const std::vector<url::Url>& seeds);
  ~Scope();
  Scope(Scope&&) noexcept;
  Scope& operator=(Scope&&) noexcept;

  enum class Verdict : uint8_t {
    kAdmitted,
    kOutside,      // outside the kind of scope of all seeds
    kNotIncluded,  // no include pattern matches, or no recipe
    kExcluded,     // an exclude pattern matches
  };
  // Judges the URL alone, not its depth.
  Verdict judge(const url::Url& url) const;
  bool admits(const url::Url& url) const { return judge(url) == Verdict::kAdmitted; }
  // Returns the exclude pattern that matches; empty if none does.
  std::string excluding_pattern(const url::Url& url) const;
  // Returns whether the URL is outside only because of its port.
  bool is_outside_by_port(const url::Url& url) const;
  // Returns whether any page of the site can be admitted; ignores patterns. `root` is the first
  // page of the site.
  bool reaches(const url::Url& root) const;
  // Sitemaps and feeds may be outside the scope, except with a scope of only the seeds.
  bool admits_sitemaps() const { return kind_ != ScopeKind::kPage; }
  const extract::Recipes& recipes() const { return recipes_; }
  // Judges the distance from the seeds; a seed has depth 0.
  bool admits_depth(uint16_t depth) const { return !max_depth_ || depth <= *max_depth_; }

 private:
  Scope();
  bool inside(const url::Url& url) const;
  // Returns whether the URL is a seed or belongs to a recipe; always, if there are no recipes.
  bool is_of_recipe(const url::Url& url) const;
  // The same as reaches(), if there are recipes.
  bool recipes_reach(const url::Url& root) const;
  void add(std::string name, uint16_t port);
  // Returns the ports of the host or domain that the URL shares with a seed; nullptr if there is
  // none.
  const std::vector<uint16_t>* ports_of(const url::Url& url) const;
  bool has_port(const std::vector<uint16_t>& ports, const url::Url& url) const;

  ScopeKind kind_ = ScopeKind::kHost;
  std::optional<uint16_t> max_depth_;
  bool any_port_ = false;
  extract::Recipes recipes_;
  std::set<std::string, std::less<>> pages_;
  std::map<std::string, std::vector<uint16_t>, std::less<>> ports_;  // by host or by domain
  std::vector<std::string> prefixes_;
  std::vector<pattern::Pattern> include_;
  std::vector<pattern::Pattern> exclude_;
};

}  // namespace freshet::collection
