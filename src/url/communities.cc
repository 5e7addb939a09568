#include "url/communities.h"

#include <algorithm>

#include "text/ascii.h"
#include "url/site.h"

namespace freshet::url {
namespace {

bool is_separator(char c) {
  return c == ',' || text::is_space(c);
}

bool is_host_character(char c) {
  return text::is_alnum(c) || c == '-' || c == '.' || c == '_' || c == ':' || c == '[' || c == ']';
}

}  // namespace

Result<Communities> Communities::parse(const std::vector<std::string>& groups) {
  Communities communities;
  for (const std::string& group : groups) {
    const auto wrong = [&](const std::string& why) {
      std::string message = "the community '" + group + "' ";
      message.append(why).append("; write name=pattern pattern..., such as ");
      return fail(message + "news=*.example.com example.org");
    };
    const size_t equals = group.find('=');
    if (equals == std::string::npos) return wrong("has no '='");
    const std::string name(text::trim(std::string_view(group).substr(0, equals)));
    if (name.empty()) return wrong("has no name");
    const auto& names = communities.names_;
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      return wrong("has the same name as another");
    }
    communities.names_.push_back(name);
    std::string_view rest = std::string_view(group).substr(equals + 1);
    const size_t before = communities.patterns_.size();
    while (!rest.empty()) {
      const auto* end = std::find_if(rest.begin(), rest.end(), is_separator);
      const std::string_view written = rest.substr(0, static_cast<size_t>(end - rest.begin()));
      rest.remove_prefix(std::min(rest.size(), written.size() + 1));
      if (written.empty()) continue;
      Pattern pattern{.host = text::lower_case(written), .group = names.size() - 1};
      pattern.below = pattern.host.starts_with("*.");
      if (pattern.below) pattern.host.erase(0, 2);
      if (pattern.host.empty() ||
          !std::all_of(pattern.host.begin(), pattern.host.end(), is_host_character)) {
        return wrong("has '" + std::string(written) + "', which is neither a host nor *.host");
      }
      communities.patterns_.push_back(std::move(pattern));
    }
    if (communities.patterns_.size() == before) return wrong("has no patterns");
  }
  return communities;
}

std::optional<std::string_view> Communities::match(std::string_view host) const {
  for (const Pattern& pattern : patterns_) {
    const bool is_below = host.size() > pattern.host.size() && host.ends_with(pattern.host) &&
                          host[host.size() - pattern.host.size() - 1] == '.';
    if (pattern.below ? is_below : host == pattern.host) return names_[pattern.group];
  }
  return std::nullopt;
}

std::string Communities::of_host(std::string_view host) const {
  if (const auto group = match(host)) return std::string(*group);
  std::string domain = PublicSuffixes::system().domain_of(host);
  const auto group = match(domain);
  return group ? std::string(*group) : domain;
}

}  // namespace freshet::url
