#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/options.h"
#include "result/result.h"
#include "url/site.h"
#include "url/url.h"

namespace re2 {
class RE2;
}

namespace freshet::crawl {

// Whether a URL belongs to the crawl.
class Scope {
 public:
  // An error names the pattern that cannot be read.
  static Result<Scope> make(const ScopeOptions& options, const std::vector<url::Url>& seeds);
  ~Scope();
  Scope(Scope&&) noexcept;
  Scope& operator=(Scope&&) noexcept;

  enum class Verdict : uint8_t {
    kAdmitted,
    kOutside,      // of what the seeds and the kind of scope span
    kNotIncluded,  // by any include pattern
    kExcluded,     // by an exclude pattern
  };
  // By address alone.
  Verdict judge(const url::Url& url) const;
  bool admits(const url::Url& url) const { return judge(url) == Verdict::kAdmitted; }
  // The exclude pattern that matches; empty if none does.
  std::string excluding_pattern(const url::Url& url) const;
  // Whether only its port keeps it outside.
  bool is_outside_by_port(const url::Url& url) const;
  // Whether any page of the site can be admitted; patterns are not asked. `root` is its first page.
  bool reaches(const url::Url& root) const;
  // Sitemaps and feeds may lie elsewhere, but those who want the seeds alone want none.
  bool admits_sitemaps() const { return kind_ != ScopeKind::kPage; }
  // By distance from the seeds: a seed has depth 0.
  bool admits_depth(uint16_t depth) const { return !max_depth_ || depth <= *max_depth_; }

 private:
  Scope();
  bool inside(const url::Url& url) const;
  void add(std::string name, uint16_t port);
  // The ports of the host or domain that the URL shares with a seed; nullptr if there is none.
  const std::vector<uint16_t>* ports_of(const url::Url& url) const;
  bool has_port(const std::vector<uint16_t>& ports, const url::Url& url) const;

  ScopeKind kind_ = ScopeKind::kHost;
  std::optional<uint16_t> max_depth_;
  bool any_port_ = false;
  std::set<std::string, std::less<>> pages_;
  std::map<std::string, std::vector<uint16_t>, std::less<>> ports_;  // of hosts, or of domains
  std::vector<std::string> prefixes_;
  std::vector<std::unique_ptr<re2::RE2>> include_;
  std::vector<std::unique_ptr<re2::RE2>> exclude_;
};

}  // namespace freshet::crawl
