#include "extract/url_groups.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "text/ascii.h"

namespace freshet::extract {
namespace {

using Group = std::vector<size_t>;
using Division = std::map<std::string, Group>;

// Numbers of all sizes are one word.
constexpr std::string_view kNumber = "0";

// The word at the start of the last segment: "sql" of "sql-select.html".
std::string start_of(std::string_view segment) {
  size_t length = 0;
  while (length < segment.size() && text::is_alpha(segment[length])) ++length;
  const bool is_word =
      length < segment.size() && (segment[length] == '-' || segment[length] == '_');
  return is_word ? std::string(segment.substr(0, length)) : std::string();
}

// Divides groups by their segments, one after another.
class Divider {
 public:
  Divider(const std::vector<UrlParts>& urls, size_t least) : urls_(urls), least_(least) {}

  std::vector<Group> run() {
    Division by_outline;
    for (size_t i = 0; i < urls_.size(); ++i) by_outline[outline_of(urls_[i])].push_back(i);
    for (auto& [outline, group] : by_outline) waiting_.push_back({std::move(group), 0});
    while (!waiting_.empty()) {
      auto [group, segment] = std::move(waiting_.back());
      waiting_.pop_back();
      step(std::move(group), segment);
    }
    const auto is_larger = [](const Group& a, const Group& b) {
      return a.size() != b.size() ? a.size() > b.size() : a < b;
    };
    std::sort(done_.begin(), done_.end(), is_larger);
    return std::move(done_);
  }

 private:
  void step(Group group, size_t segment) {
    const UrlParts& first = urls_[group[0]];
    if (segment == first.segments.size()) {
      done_.push_back(std::move(group));
    } else if (segment == first.last_segment()) {
      divide_last(group, segment);
    } else {
      Division division;
      for (const size_t i : group) division[word_at(i, segment)].push_back(i);
      divide(division, segment);
    }
  }

  std::string word_at(size_t url, size_t segment) const {
    const std::string& text = urls_[url].segments[segment];
    return is_digits(text) ? std::string(kNumber) : text;
  }

  // In the segment that names the page, numbers are apart from words. Starts of words are apart if
  // a few of them have nearly all URLs.
  void divide_last(const Group& group, size_t segment) {
    constexpr size_t kMostStarts = 3;
    Division division;
    Division by_start;
    for (const size_t i : group) {
      const std::string& text = urls_[i].segments[segment];
      const bool is_number = is_digits(text);
      division[is_number ? std::string(kNumber) : "word"].push_back(i);
      by_start[is_number ? std::string(kNumber) : start_of(text)].push_back(i);
    }
    size_t large = 0;
    size_t covered = 0;
    for (const auto& [start, members] : by_start) {
      if (members.size() < least_ || start.empty()) continue;
      ++large;
      covered += members.size();
    }
    const bool has_starts = large >= 2 && large <= kMostStarts && covered * 10 >= group.size() * 9;
    divide(has_starts ? by_start : division, segment);
  }

  // Takes the members of the division. Parts with fewer than `least` stay together.
  void divide(Division& division, size_t segment) {
    Group rest;
    for (auto& [word, members] : division) {
      if (members.size() >= least_) {
        waiting_.push_back({std::move(members), segment + 1});
      } else {
        rest.insert(rest.end(), members.begin(), members.end());
      }
    }
    if (rest.empty()) return;
    std::sort(rest.begin(), rest.end());
    waiting_.push_back({std::move(rest), segment + 1});
  }

  const std::vector<UrlParts>& urls_;
  const size_t least_;
  std::vector<std::pair<Group, size_t>> waiting_;  // with the segment that is next
  std::vector<Group> done_;
};

}  // namespace

std::string outline_of(const UrlParts& url) {
  std::string outline = url.site + "\n" + std::to_string(url.segments.size()) + "\n" +
                        std::string(ending_of(url.segments.back()));
  outline += url.segments.back().empty() ? "/" : "";
  for (const UrlParameter& parameter : url.parameters) outline += "\n" + parameter.name;
  return outline;
}

std::vector<std::vector<size_t>> group_urls(const std::vector<UrlParts>& urls, size_t least) {
  return Divider(urls, least).run();
}

}  // namespace freshet::extract
