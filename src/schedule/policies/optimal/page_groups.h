#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "schedule/policy.h"

namespace freshet::schedule {

// Pages that are thought to be alike: those of one section of a site. Numbered in a row.
using Group = uint32_t;

// Which groups there are: 16 bytes for each.
class PageGroups {
 public:
  struct Found {
    Group group;
    bool is_new;
  };
  Found find_or_add(Site site, Section section) {
    if (site >= last_.size()) last_.resize(site + size_t{1}, kNone);
    for (Group group = last_[site]; group != kNone; group = groups_[group].before)
      if (groups_[group].section == section) return {group, false};
    const auto group = static_cast<Group>(groups_.size());
    groups_.push_back({.site = site, .section = section, .before = last_[site]});
    last_[site] = group;
    return {group, true};
  }

  Site site(Group group) const { return groups_[group].site; }
  Section section(Group group) const { return groups_[group].section; }

  template <typename Take>
  void for_each(Site site, Take take) const {
    if (site >= last_.size()) return;
    for (Group group = last_[site]; group != kNone; group = groups_[group].before) take(group);
  }

  size_t memory_bytes() const {
    return groups_.capacity() * sizeof(Facts) + last_.capacity() * sizeof(Group);
  }

 private:
  static constexpr Group kNone = std::numeric_limits<Group>::max();
  struct Facts {
    Site site;
    Section section;
    Group before;  // of the same site
  };
  std::vector<Facts> groups_;
  std::vector<Group> last_;  // by site
};

}  // namespace freshet::schedule
