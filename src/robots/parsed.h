#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clock/instant.h"
#include "robots/robots.h"

namespace freshet::robots {

// A parsed robots.txt. The rules of a group are consecutive, so a group is a range of rules.
//
// There are two kinds of group. For rules, only an Allow or Disallow line ends a sequence of
// User-agent lines: RFC 9309 defines no other members of a group, and Google's parser does the
// same. For delays, a Crawl-delay line also ends it, so that the delay applies to the agents above
// the line and not to those named after it.
struct ParsedRobots {
  struct Text {
    uint32_t offset = 0;
    uint32_t length = 0;
  };
  struct ParsedRule {
    Text pattern;  // in normal form
    int line = 0;
    bool allow = false;
  };
  struct AgentLine {
    Text name;  // as written; an empty name matches no agent
    uint32_t group = 0;
    uint32_t delay_group = 0;
  };
  struct Group {
    uint32_t first_rule = 0;
    uint32_t end_rule = 0;
  };
  struct Delay {
    uint32_t delay_group = 0;
    Duration delay;
  };

  std::string_view text_of(Text t) const {
    return std::string_view(text).substr(t.offset, t.length);
  }

  std::string text;
  std::vector<ParsedRule> rules;
  std::vector<AgentLine> agents;
  std::vector<Group> groups;
  std::vector<Delay> delays;  // sorted by delay_group
  std::vector<std::string> sitemaps;
  std::vector<Remark> remarks;
};

}  // namespace freshet::robots
