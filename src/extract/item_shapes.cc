#include "extract/item_shapes.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "extract/url_groups.h"
#include "pattern/pattern.h"

namespace freshet::extract {
namespace {

// Collects URLs of items by what their shapes have in common.
class ItemShapes {
 public:
  ItemShapes(const std::vector<PageSurvey>& pages, const std::vector<PageRole>& roles)
      : pages_(pages), roles_(roles) {}

  std::vector<ItemShape> run() {
    for (size_t i = 0; i < pages_.size(); ++i) {
      if (!pages_[i].parts) continue;
      if (roles_[i].is_item) {
        add(*pages_[i].parts, pages_[i].url, true);
      } else {
        lists_.push_back(i);
      }
    }
    add_lists();
    std::vector<ItemShape> shapes;
    for (const auto& [outline, urls] : by_outline_) shapes.push_back(shape_of(urls));
    std::stable_sort(shapes.begin(), shapes.end(),
                     [](const ItemShape& a, const ItemShape& b) { return a.links > b.links; });
    return shapes;
  }

 private:
  struct Urls {
    std::vector<UrlParts> parts;
    std::set<std::string> seen;
    size_t links = 0;
    size_t examples = 0;
  };

  void add(const UrlParts& parts, const std::string& url, bool is_example) {
    Urls& urls = by_outline_[outline_of(parts)];
    ++(is_example ? urls.examples : urls.links);
    if (urls.seen.insert(url).second) urls.parts.push_back(parts);
  }

  // The best group of the list with the highest score is what the lists name. Other lists name more
  // of it, or else their best group if its outline is the same.
  void add_lists() {
    std::stable_sort(lists_.begin(), lists_.end(),
                     [this](size_t a, size_t b) { return best(a).score > best(b).score; });
    for (const size_t list : lists_) {
      const PageSurvey& page = pages_[list];
      const LinkGroup* group = by_outline_.empty() ? &best(list) : known_group(list);
      if (group == nullptr && lists_[0] == list) group = &best(list);
      if (group == nullptr) continue;
      for (const size_t i : group->links) add(page.links[i].parts, page.links[i].url, false);
    }
  }

  const LinkGroup& best(size_t list) const { return roles_[list].groups[0]; }

  // Returns the group that has a known item, or else the best one with the outline of known items.
  const LinkGroup* known_group(size_t list) const {
    const PageSurvey& page = pages_[list];
    const LinkGroup* same_outline = nullptr;
    for (const LinkGroup& group : roles_[list].groups) {
      const auto known = by_outline_.find(outline_of(page.links[group.links[0]].parts));
      if (known == by_outline_.end()) continue;
      if (same_outline == nullptr) same_outline = &group;
      for (const size_t i : group.links) {
        if (known->second.seen.contains(page.links[i].url)) return &group;
      }
    }
    return same_outline;
  }

  ItemShape shape_of(const Urls& urls) const {
    const UrlParts* near = lists_.empty() ? nullptr : &*pages_[lists_[0]].parts;
    ItemShape item{
        .shape = common_shape(urls.parts, near), .links = urls.links, .examples = urls.examples};
    if (urls.parts.size() == 1) generalise(urls.parts[0], item.shape);
    item.has_keys = has_keys(urls, item.shape);
    return item;
  }

  // A URL alone does not show what varies. Numbers do, or else the name of the page.
  static void generalise(const UrlParts& url, UrlShape& shape) {
    const size_t last = url.last_segment();
    const std::string& name = url.segments[last];
    ShapePieces pieces = shape_with_digits(name);
    const bool is_varying = std::any_of(pieces.begin(), pieces.end(), [](const ShapePiece& piece) {
      return piece.kind != ShapePiece::Kind::kLiteral;
    });
    if (is_varying) {
      shape.segments[last] = std::move(pieces);
      return;
    }
    if (name.empty() || !url.parameters.empty()) return;
    const std::string_view ending = ending_of(name);
    shape.segments[last] = {{ShapePiece::Kind::kText, ""}};
    if (!ending.empty()) {
      shape.segments[last].push_back({ShapePiece::Kind::kLiteral, std::string(ending)});
    }
  }

  static bool has_keys(const Urls& urls, const UrlShape& shape) {
    const auto id = identifying_piece(shape);
    if (!id) return false;
    const auto pattern = pattern::Pattern::make(pattern_of(shape, id));
    if (!pattern) return false;
    std::set<std::string, std::less<>> keys;
    for (const std::string& url : urls.seen) {
      const auto groups = pattern->groups(url);
      const bool is_new = groups && (*groups)[1] && keys.emplace(*(*groups)[1]).second;
      if (!is_new) return false;
    }
    return true;
  }

  const std::vector<PageSurvey>& pages_;
  const std::vector<PageRole>& roles_;
  std::vector<size_t> lists_;
  std::map<std::string, Urls> by_outline_;
};

}  // namespace

std::vector<ItemShape> item_shapes(const std::vector<PageSurvey>& pages,
                                   const std::vector<PageRole>& roles) {
  return ItemShapes(pages, roles).run();
}

}  // namespace freshet::extract
