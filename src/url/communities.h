#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "result/result.h"

namespace freshet::url {

// Named groups of sites. "news=*.example.com example.org" defines the community `news` of all hosts
// below example.com and of the host example.org. A host belongs to the first community that matches
// it. If none does, it belongs to the first community that matches its registrable domain, or else
// to a community named after that domain.
class Communities {
 public:
  // Each group has the form "name=pattern pattern...". An error names the group and its problem.
  static Result<Communities> parse(const std::vector<std::string>& groups);

  // Returns the name of the host's community.
  std::string of_host(std::string_view host) const;

 private:
  std::optional<std::string_view> match(std::string_view host) const;

  struct Pattern {
    std::string host;    // without "*."
    bool below = false;  // the pattern began with "*.": it matches hosts below `host`
    size_t group = 0;    // index in names_
  };
  std::vector<std::string> names_;
  std::vector<Pattern> patterns_;
};

}  // namespace freshet::url
