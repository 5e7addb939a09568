#include "extract/item_shapes.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "extract/url_groups.h"
#include "pattern/pattern.h"

namespace freshet::extract {
namespace {

// What URLs of items share: their outline, and the words of the folders in which they are. A word
// that may differ is kAnyWord.
struct Place {
  std::string outline;
  std::vector<std::string> folders;
  auto operator<=>(const Place&) const = default;
};
constexpr std::string_view kAnyWord =
    "*";  // no segment of a canonical URL that has this text alone

std::string word_of(const std::string& segment) {
  return is_digits(segment) ? std::string(kAnyWord) : segment;
}

Place place_of(const UrlParts& url) {
  Place place{.outline = outline_of(url), .folders = {}};
  for (size_t i = 0; i < url.last_segment(); ++i) place.folders.push_back(word_of(url.segments[i]));
  return place;
}

// The place of a group of links. A folder that is named like the list itself differs in other
// lists: "/shoes" lists "/shoes/17".
Place place_of(const PageSurvey& list, const LinkGroup& group) {
  Place place = place_of(list.links[group.links[0]].parts);
  for (size_t i = 0; i < place.folders.size(); ++i) {
    std::string& folder = place.folders[i];
    const bool is_same = std::all_of(group.links.begin(), group.links.end(), [&](size_t link) {
      const std::vector<std::string>& segments = list.links[link].parts.segments;
      return i < segments.size() && word_of(segments[i]) == folder;
    });
    const bool is_of_list = i == list.parts->last_segment() && folder == list.parts->segments[i];
    if (!is_same || is_of_list) folder = kAnyWord;
  }
  return place;
}

// Whether a URL with the place `item` belongs to `place`.
bool covers(const Place& place, const Place& item) {
  if (place.outline != item.outline || place.folders.size() != item.folders.size()) return false;
  for (size_t i = 0; i < place.folders.size(); ++i) {
    if (place.folders[i] != kAnyWord && place.folders[i] != item.folders[i]) return false;
  }
  return true;
}

// Collects URLs of items by their place.
class ItemShapes {
 public:
  ItemShapes(const std::vector<PageSurvey>& pages, const std::vector<PageRole>& roles)
      : pages_(pages), roles_(roles) {}

  std::vector<ItemShape> run() {
    for (size_t i = 0; i < pages_.size(); ++i) {
      if (pages_[i].parts) (roles_[i].is_item ? items_ : lists_).push_back(i);
    }
    add_lists();
    for (const size_t item : items_) add_item(pages_[item]);
    std::vector<ItemShape> shapes;
    for (const auto& [place, urls] : by_place_) shapes.push_back(shape_of(urls));
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

  static void add(Urls& urls, const UrlParts& parts, const std::string& url) {
    if (urls.seen.insert(url).second) urls.parts.push_back(parts);
  }

  // Of examples without lists, folders may differ.
  void add_item(const PageSurvey& page) {
    Place place = place_of(*page.parts);
    if (lists_.empty()) std::fill(place.folders.begin(), place.folders.end(), kAnyWord);
    const auto known = std::find_if(by_place_.begin(), by_place_.end(),
                                    [&](const auto& each) { return covers(each.first, place); });
    Urls& urls = known != by_place_.end() ? known->second : by_place_[std::move(place)];
    ++urls.examples;
    add(urls, *page.parts, page.url);
  }

  // The list with the highest score is the first.
  void add_lists() {
    std::stable_sort(lists_.begin(), lists_.end(), [this](size_t a, size_t b) {
      return roles_[a].groups[0].score > roles_[b].groups[0].score;
    });
    for (const size_t list : lists_) {
      const PageSurvey& page = pages_[list];
      const LinkGroup* group = group_of_items(list);
      if (group == nullptr) continue;
      Urls& urls = by_place_[place_of(page, *group)];
      urls.links += group->links.size();
      for (const size_t i : group->links) add(urls, page.links[i].parts, page.links[i].url);
    }
  }

  // Returns the group that has an example item; else one in a place of items; else the best one
  // with an outline of items, or of all if this is the first list.
  const LinkGroup* group_of_items(size_t list) const {
    const PageSurvey& page = pages_[list];
    const LinkGroup* in_place = nullptr;
    const LinkGroup* similar = nullptr;
    for (const LinkGroup& group : roles_[list].groups) {
      if (has_example(page, group)) return &group;
      const Place place = place_of(page, group);
      if (in_place == nullptr && by_place_.contains(place)) in_place = &group;
      if (similar == nullptr && has_outline(place.outline)) similar = &group;
    }
    if (in_place != nullptr) return in_place;
    return by_place_.empty() ? &roles_[list].groups[0] : similar;
  }

  bool has_example(const PageSurvey& page, const LinkGroup& group) const {
    return std::any_of(group.links.begin(), group.links.end(), [&](size_t link) {
      return std::any_of(items_.begin(), items_.end(),
                         [&](size_t item) { return pages_[item].url == page.links[link].url; });
    });
  }

  bool has_outline(const std::string& outline) const {
    return std::any_of(by_place_.begin(), by_place_.end(),
                       [&](const auto& each) { return each.first.outline == outline; });
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
      const std::string_view key = groups ? (*groups)[1].value_or("") : std::string_view();
      if (key.empty() || !keys.emplace(key).second) return false;
    }
    return true;
  }

  const std::vector<PageSurvey>& pages_;
  const std::vector<PageRole>& roles_;
  std::vector<size_t> lists_;
  std::vector<size_t> items_;
  std::map<Place, Urls> by_place_;
};

}  // namespace

std::vector<ItemShape> item_shapes(const std::vector<PageSurvey>& pages,
                                   const std::vector<PageRole>& roles) {
  return ItemShapes(pages, roles).run();
}

}  // namespace freshet::extract
