#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clock/instant.h"

// robots.txt (RFC 9309). Where the RFC leaves something open, the parser does the same as that of
// Google's crawler; docs/deviations.md lists the differences.
namespace freshet::robots {

struct RobotsLimits {
  // Bytes of the file; the RFC requires at least 500 KiB. A line that crosses the limit is dropped.
  size_t max_bytes = 500 * 1024;
  // Bytes of one line; the rest of a longer line is ignored. The default is Google's limit.
  size_t max_line = 16'663;
  // Allow and Disallow lines. A file of the default max_bytes cannot contain more than the default.
  size_t max_rules = 100'000;
  size_t max_sitemaps = 50'000;
  // A longer Crawl-delay is assumed to be a mistake and ignored, with a remark.
  Duration max_crawl_delay = Duration::days(30);
  size_t max_remarks = 100;
};

// Whether a page may be fetched, and which line of the file decides that.
struct Verdict {
  bool allowed = true;
  int line = 0;  // 1-based; 0 if no rule matches, so that the page is allowed by default

  bool operator==(const Verdict&) const = default;
};

// A problem in the file, and how the parser treated it.
struct Remark {
  int line = 0;  // 1-based; 0 for the file as a whole
  std::string text;

  bool operator==(const Remark&) const = default;
};

class Matcher;
struct ParsedRobots;

// The merged rules of all groups for one agent. Cheap to copy, thread-safe, and independent of the
// lifetime of the RobotsRules that it comes from.
class AgentRules {
 public:
  // Without rules everything is allowed.
  AgentRules() = default;

  // Returns whether a page may be fetched. `request_target` is path and query as in the request
  // line
  // ("/a/b?c=d"), with or without percent-encoding. The longest matching rule decides; if rules of
  // the same length match, Allow decides. Callers do not check /robots.txt itself, which is always
  // allowed (RFC 9309, section 2.2.2).
  // Allocates nothing, except for a long target that is not in normal form or for many rules with
  // wildcards. The time is that of one binary search for rules without wildcards, and about O(bytes
  // of the rules + target) for those with wildcards: see WildRules.
  Verdict check(std::string_view request_target) const;

  // The longest Crawl-delay of the agent's groups.
  std::optional<Duration> crawl_delay() const { return crawl_delay_; }

 private:
  friend class RobotsRules;
  std::shared_ptr<const Matcher> matcher_;
  std::optional<Duration> crawl_delay_;
};

// A whole robots.txt. Immutable, cheap to copy, thread-safe.
class RobotsRules {
 public:
  // The rules of an empty file.
  RobotsRules();

  // Returns the rules of the groups that name the agent, or else those of the groups for "*".
  // `product_token` is the crawler's name ("freshet"); a version after it ("freshet/1.0") is
  // ignored. Names are compared without regard to case. Takes O(rules for the agent), so keep the
  // result.
  AgentRules for_agent(std::string_view product_token) const;

  // The values of Sitemap lines as written, in order, without duplicates. They may be relative.
  const std::vector<std::string>& sitemaps() const;
  const std::vector<Remark>& remarks() const;

 private:
  friend RobotsRules parse_robots(std::string_view body, const RobotsLimits& limits);
  explicit RobotsRules(std::shared_ptr<const ParsedRobots> parsed);
  std::shared_ptr<const ParsedRobots> parsed_;
};

// Parses a robots.txt. Never fails: invalid lines are skipped. The result does not refer to `body`.
// Takes linear time.
RobotsRules parse_robots(std::string_view body, const RobotsLimits& limits = {});

// Returns path and query, without the fragment, of a text that looks like a URL ("/a?b" for
// "http://h/a?b#c", "/" for "h"). Rules are matched against this. Does not check whether the URL is
// valid.
std::string robots_path(std::string_view url);

}  // namespace freshet::robots
