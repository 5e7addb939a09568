#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clock/instant.h"
#include "robots/robots.h"

namespace freshet::robots {

// A robots.txt as read. Lines of a group follow one another, so a group is a range of rules.
//
// Two kinds of group: only Allow and Disallow end a run of User-agent lines for the rules (RFC 9309
// knows no other members of a group, and Google reads it so), but a Crawl-delay ends it for the
// delays: it is meant for the agents above it, not for those named after it.
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
    Text name;  // as written; empty names nobody
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
  std::vector<Delay> delays;  // by delay_group, ascending
  std::vector<std::string> sitemaps;
  std::vector<Remark> remarks;
};

}  // namespace freshet::robots
