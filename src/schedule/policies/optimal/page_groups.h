#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "schedule/policies/optimal/group_pages.h"
#include "schedule/policy.h"

namespace freshet::schedule {

// Which groups there are, 16 bytes for each, and which pages they have.
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

  void add_page(Group group, Page page) { pages_.add(group, page); }
  template <typename Take>
  void for_each_page(Group group, Take take) const {
    pages_.for_each(group, take);
  }

  Site site(Group group) const { return groups_[group].site; }
  Section section(Group group) const { return groups_[group].section; }

  template <typename Take>
  void for_each(Site site, Take take) const {
    if (site >= last_.size()) return;
    for (Group group = last_[site]; group != kNone; group = groups_[group].before) take(group);
  }

  size_t memory_bytes() const {
    return groups_.capacity() * sizeof(Facts) + last_.capacity() * sizeof(Group) +
           pages_.memory_bytes();
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
  GroupPages pages_;
};

}  // namespace freshet::schedule
