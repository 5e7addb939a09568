#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clock/instant.h"

// robots.txt (RFC 9309): parsed once, asked often. Where the RFC is silent we do what Google's
// crawler does; the differences are listed in docs/deviations.md.
namespace freshet::robots {

struct RobotsLimits {
  // Bytes read; the RFC asks for at least 500 KiB. A line cut in two by the limit is dropped.
  size_t max_bytes = 500 * 1024;
  // Bytes of one line; the rest of a longer line is ignored (Google's limit).
  size_t max_line = 16'663;
  // Allow and Disallow lines kept. A file within max_bytes cannot have more than this.
  size_t max_rules = 100'000;
  size_t max_sitemaps = 50'000;
  // Beyond this a Crawl-delay is taken for a mistake and ignored, with a remark.
  Duration max_crawl_delay = Duration::days(30);
  size_t max_remarks = 100;
};

// May the page be fetched, and which line of the file says so.
struct Verdict {
  bool allowed = true;
  int line = 0;  // 1-based; 0 if no rule matched, and the page is allowed by default

  bool operator==(const Verdict&) const = default;
};

// Something odd in the file, and what was made of it.
struct Remark {
  int line = 0;  // 1-based; 0 for the file as a whole
  std::string text;

  bool operator==(const Remark&) const = default;
};

class Matcher;
struct ParsedRobots;

// Which groups of the file speak to an agent.
enum class Addressed {
  kNobody,    // no group fits: everything is allowed
  kEveryone,  // the groups for `*`
  kByName,    // groups that name the agent; those for `*` then do not count
};

// The rules for one agent, its groups merged. A value of its own: it may outlive the RobotsRules it
// came from, is cheap to copy, and may be asked from several threads at once.
class AgentRules {
 public:
  // No rules: everything is allowed.
  AgentRules() = default;

  // `request_target` is path and query as in the request line ("/a/b?c=d"); percent-encoding may be
  // in any state, and non-ASCII may be raw. The longest matching rule decides, Allow on a tie.
  // Nobody needs to ask for /robots.txt itself: to learn the rules it is fetched without leave
  // (RFC 9309, section 2.2.2). Takes no memory from the heap unless the target is both long and in
  // need of normalising, or there are many rules with wildcards. Time: one binary search for rules
  // without wildcards; for those with, about O(bytes of the rules + target): see WildRules.
  Verdict ask(std::string_view request_target) const;

  // The longest Crawl-delay of the agent's groups.
  std::optional<Duration> crawl_delay() const { return crawl_delay_; }

  Addressed addressed() const { return addressed_; }

 private:
  friend class RobotsRules;
  std::shared_ptr<const Matcher> matcher_;
  std::optional<Duration> crawl_delay_;
  Addressed addressed_ = Addressed::kNobody;
};

// A whole robots.txt. Immutable, cheap to copy, safe to share between threads.
class RobotsRules {
 public:
  // An empty file.
  RobotsRules();

  // `product_token` is the crawler's name without its version ("freshet"); "freshet/1.0" means the
  // same. Compared without regard to case. Costs O(rules for the agent): keep the answer.
  AgentRules for_agent(std::string_view product_token) const;

  // The values of Sitemap lines as written, in order, each once. They may be relative.
  const std::vector<std::string>& sitemaps() const;
  const std::vector<Remark>& remarks() const;

 private:
  friend RobotsRules parse_robots(std::string_view body, const RobotsLimits& limits);
  explicit RobotsRules(std::shared_ptr<const ParsedRobots> parsed);
  std::shared_ptr<const ParsedRobots> parsed_;
};

// Never fails: what cannot be understood is skipped. `body` is not kept. Linear time.
RobotsRules parse_robots(std::string_view body, const RobotsLimits& limits = {});

// What rules are matched against: path and query of anything that looks like a URL, without the
// fragment ("http://h/a?b#c" -> "/a?b", "h" -> "/"). Does not check that the URL is valid.
std::string robots_path(std::string_view url);

}  // namespace freshet::robots
