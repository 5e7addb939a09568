#include "extract/page_roles.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "extract/url_groups.h"
#include "extract/url_shape.h"
#include "pattern/pattern.h"

namespace freshet::extract {
namespace {

// In how many example pages each URL is linked.
using LinkCounts = std::unordered_map<std::string_view, size_t>;

LinkCounts count_links(const std::vector<PageSurvey>& pages, size_t first_item) {
  LinkCounts counts;
  for (size_t i = 0; i < first_item; ++i) {
    for (const SurveyLink& link : pages[i].links) ++counts[link.url];
  }
  return counts;
}

// Whether the link leads to the same list in another order or with a filter.
bool is_variant(const PageSurvey& page, const SurveyLink& link) {
  return page.parts && link.parts.has_same_path(*page.parts) &&
         link.parts.parameters.size() >= page.parts->parameters.size();
}

double weight_of(const PageSurvey& page, const SurveyLink& link) {
  double weight = link.is_rich ? 2 : 1;
  if (is_variant(page, link)) weight *= 0.3;
  // Comparisons, filters and forms have many parameters, and items rarely have.
  if (link.parts.parameters.size() > 1) weight *= 0.5;
  return weight;
}

std::vector<LinkGroup> groups_of(const PageSurvey& page, const std::vector<size_t>& links) {
  std::vector<UrlParts> urls;
  urls.reserve(links.size());
  for (const size_t i : links) urls.push_back(page.links[i].parts);
  std::vector<LinkGroup> groups;
  for (const std::vector<size_t>& members : group_urls(urls, kLeastLinks)) {
    if (members.size() < kLeastLinks) break;
    LinkGroup group;
    for (const size_t member : members) {
      group.links.push_back(links[member]);
      group.score += weight_of(page, page.links[links[member]]);
    }
    groups.push_back(std::move(group));
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const LinkGroup& a, const LinkGroup& b) { return a.score > b.score; });
  return groups;
}

// Sets the links that are not navigation: those outside of menus that not all example pages have.
// Some pages list what they have in an element that is named like a menu; then all links count.
void set_groups(const PageSurvey& page, const LinkCounts& counts, size_t examples, PageRole& role) {
  std::vector<size_t> all;
  for (size_t i = 0; i < page.links.size(); ++i) {
    const SurveyLink& link = page.links[i];
    if (link.is_aid) continue;
    all.push_back(i);
    const auto count = counts.find(link.url);
    const bool is_everywhere = examples > 1 && count != counts.end() && count->second == examples;
    if (link.part == PagePart::kContent && !is_everywhere) role.content.push_back(i);
  }
  role.groups = groups_of(page, role.content);
  if (!role.groups.empty()) return;
  role.content = std::move(all);
  role.groups = groups_of(page, role.content);
}

bool group_contains(const PageSurvey& page, const LinkGroup& group, const std::string& url) {
  return std::any_of(group.links.begin(), group.links.end(),
                     [&](size_t i) { return page.links[i].url == url; });
}

// Whether the page has the shape of the URLs that it lists.
bool is_like_its_links(const PageSurvey& page, const LinkGroup& group) {
  if (!page.parts) return false;
  std::vector<UrlParts> urls;
  for (const size_t i : group.links) urls.push_back(page.links[i].parts);
  const auto pattern = pattern::Pattern::make(pattern_of(common_shape(urls, nullptr)));
  return pattern && pattern->matches(page.url);
}

// Decides about pages that are neither known nor state what they are.
class RoleDecision {
 public:
  RoleDecision(const std::vector<PageSurvey>& pages, std::vector<PageRole>& roles, size_t examples)
      : pages_(pages), roles_(roles), examples_(examples) {}

  void run() {
    for (size_t i = 0; i < examples_; ++i) {
      roles_[i].is_item = pages_[i].states_item || roles_[i].groups.empty() || is_listed(i);
    }
    for (size_t i = 0; i < examples_; ++i) {
      if (roles_[i].is_item || examples_ == 1) continue;
      roles_[i].is_item = !lists_example(i) && is_like_its_links(pages_[i], roles_[i].groups[0]);
    }
  }

 private:
  // Whether a page with more links lists it.
  bool is_listed(size_t page) const {
    for (size_t i = 0; i < examples_; ++i) {
      if (i == page || roles_[i].groups.empty()) continue;
      const LinkGroup& group = roles_[i].groups[0];
      const bool has_more =
          roles_[page].groups.empty() || group.score > 1.5 * roles_[page].groups[0].score;
      if (has_more && group_contains(pages_[i], group, pages_[page].url)) return true;
    }
    return false;
  }

  bool lists_example(size_t page) const {
    for (size_t i = 0; i < examples_; ++i) {
      if (i == page || !roles_[i].is_item) continue;
      if (group_contains(pages_[page], roles_[page].groups[0], pages_[i].url)) return true;
    }
    return false;
  }

  const std::vector<PageSurvey>& pages_;
  std::vector<PageRole>& roles_;
  const size_t examples_;
};

}  // namespace

std::vector<PageRole> roles_of(const std::vector<PageSurvey>& pages, size_t first_item) {
  const size_t examples = std::min(first_item, pages.size());
  const LinkCounts counts = count_links(pages, examples);
  std::vector<PageRole> roles(pages.size());
  for (size_t i = 0; i < pages.size(); ++i) {
    if (i < examples) {
      set_groups(pages[i], counts, examples, roles[i]);
    } else {
      roles[i].is_item = true;
    }
  }
  RoleDecision(pages, roles, examples).run();
  return roles;
}

}  // namespace freshet::extract
