#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "result/result.h"

namespace freshet::url {

// Named groups of sites: "news=*.example.com example.org" is the community `news` of all hosts
// under example.com, and of the host example.org. The first that matches counts. Hosts that none
// matches are in the community of their domain, which is named like it if none matches that either.
class Communities {
 public:
  // An error names the group and what is wrong with it.
  static Result<Communities> parse(const std::vector<std::string>& groups);

  std::string of_host(std::string_view host) const;

 private:
  std::optional<std::string_view> match(std::string_view host) const;

  struct Pattern {
    std::string host;  // without "*."
    bool below = false;
    size_t group = 0;
  };
  std::vector<std::string> names_;
  std::vector<Pattern> patterns_;
};

}  // namespace freshet::url
