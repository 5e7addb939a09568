#include "extract/guess_site.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "extract/item_shapes.h"
#include "extract/list_shapes.h"
#include "extract/page_roles.h"
#include "pattern/pattern.h"

namespace freshet::extract {
namespace {

std::string counted(size_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

class SiteGuess {
 public:
  SiteGuess(const std::vector<PageSurvey>& pages, KnownItems known)
      : pages_(pages), roles_(roles_of(pages, known.first)), shapes_(item_shapes(pages, roles_)) {}

  GuessedSite run() {
    for (size_t i = 0; i < pages_.size(); ++i) {
      if (pages_[i].parts) (roles_[i].is_item ? site_.items : site_.lists).push_back(i);
    }
    if (shapes_.empty()) return std::move(site_);
    // Items of several shapes may have the same name.
    const bool has_keys = shapes_.size() == 1 && shapes_[0].has_keys;
    if (has_keys) site_.key_reason = key_reason();
    compile();
    if (has_keys) exclude_other_pages();
    add_item_patterns();
    add_list_patterns();
    collect_links();
    add_others();
    return std::move(site_);
  }

 private:
  std::string key_reason() const {
    size_t urls = 0;
    for (const ItemShape& shape : shapes_) urls += shape.links + shape.examples;
    return urls == 1 ? "The part of the URL that seems to identify an item."
                     : "The part of the URL that identifies an item: it differs in all examples.";
  }

  void compile() {
    patterns_.clear();
    for (const ItemShape& shape : shapes_) {
      const auto id = site_.key_reason.empty() ? std::nullopt : identifying_piece(shape.shape);
      auto pattern = pattern::Pattern::make(pattern_of(shape.shape, id, excluded_));
      if (pattern) patterns_.push_back(std::move(*pattern));
    }
  }

  bool is_item(const std::string& url) const {
    return std::any_of(patterns_.begin(), patterns_.end(), [&](const pattern::Pattern& pattern) {
      const auto groups = pattern.groups(url);
      return groups && (groups->size() < 2 || !(*groups)[1].value_or("").empty());
    });
  }

  // Pages that match the item pattern and are none: the lists, and pages to which only menus link.
  void exclude_other_pages() {
    constexpr size_t kMost = 30;
    std::set<std::string_view> listed;
    std::set<std::string_view> others;
    for (const size_t list : site_.lists) {
      others.insert(pages_[list].url);
      for (const SurveyLink& link : pages_[list].links) {
        if (link.is_in_content) listed.insert(link.url);
      }
    }
    for (size_t i = 0; i < pages_.size(); ++i) {
      if (!pages_[i].parts) continue;
      for (const SurveyLink& link : pages_[i].links) {
        const bool is_menu = !roles_[i].is_item && link.part == PagePart::kMenu;
        if (link.is_aid || (is_menu && !listed.contains(link.url))) others.insert(link.url);
      }
    }
    for (const size_t item : site_.items) others.erase(pages_[item].url);
    std::set<std::string> keys;
    for (const std::string_view url : others) add_key(url, keys);
    if (keys.size() > kMost) keys = keys_of_lists();
    excluded_.assign(keys.begin(), keys.end());
    compile();
  }

  std::set<std::string> keys_of_lists() const {
    std::set<std::string> keys;
    for (const size_t list : site_.lists) add_key(pages_[list].url, keys);
    return keys;
  }

  void add_key(std::string_view url, std::set<std::string>& keys) const {
    constexpr size_t kMostBytes = 60;
    for (const pattern::Pattern& pattern : patterns_) {
      const auto groups = pattern.groups(url);
      const auto key = groups ? (*groups)[1] : std::nullopt;
      // Menus also link to items, and those have numbers.
      if (key && key->size() <= kMostBytes && !is_digits(*key)) keys.emplace(*key);
    }
  }

  void add_item_patterns() {
    for (size_t i = 0; i < patterns_.size(); ++i) {
      const ItemShape& shape = shapes_[i];
      std::string reason = shape.links > 0
                               ? "From " + counted(shape.links, "link") + " of the example lists"
                               : "From " + counted(shape.examples, "example");
      if (shape.links > 0 && shape.examples > 0) {
        reason += " and " + counted(shape.examples, "page") + " of items";
      }
      if (shape.links == 0 && shape.examples == 1) reason += " only: check what varies";
      reason += '.';
      if (!excluded_.empty()) reason += " What is named before the group \"id\" is no item.";
      site_.item_patterns.push_back({patterns_[i].text(), std::move(reason)});
    }
  }

  void add_list_patterns() {
    for (const ListShape& list : list_shapes(pages_, site_.lists, patterns_)) {
      std::string reason = list.is_continuation ? "Further pages of lists" : "The example lists";
      if (list.links > 0) {
        reason += "; " + counted(list.links, list.is_continuation ? "link" : "other link") +
                  (list.links == 1 ? " looks" : " look") + " like this";
      }
      reason += '.';
      site_.list_patterns.push_back({pattern_of(list.shape), std::move(reason)});
    }
  }

  // Counts the links of lists that are neither navigation nor lists, and collects items.
  void collect_links() {
    std::vector<pattern::Pattern> lists;
    for (const GuessedPattern& list : site_.list_patterns) {
      if (auto pattern = pattern::Pattern::make(list.expression)) {
        lists.push_back(std::move(*pattern));
      }
    }
    std::set<std::string_view> seen;
    for (const size_t i : site_.items) seen.insert(pages_[i].url);
    for (const size_t list : site_.lists) {
      for (const size_t i : roles_[list].content) {
        const std::string& url = pages_[list].links[i].url;
        const bool is_found = is_item(url);
        const bool is_list = std::any_of(lists.begin(), lists.end(),
                                         [&](const auto& pattern) { return pattern.matches(url); });
        if (!is_found && is_list) continue;
        ++site_.links;
        if (!is_found) continue;
        ++site_.matched_links;
        if (seen.insert(url).second) site_.item_links.push_back(url);
      }
    }
  }

  // Other links that lists have many of, for a comment.
  void add_others() {
    constexpr size_t kMost = 3;
    for (const size_t list : site_.lists) {
      for (const LinkGroup& group : roles_[list].groups) {
        const PageSurvey& page = pages_[list];
        if (site_.others.size() == kMost || is_item(page.links[group.links[0]].url)) continue;
        std::vector<UrlParts> urls;
        for (const size_t i : group.links) urls.push_back(page.links[i].parts);
        std::string expression = pattern_of(common_shape(urls, nullptr));
        const bool is_known =
            std::any_of(site_.others.begin(), site_.others.end(),
                        [&](const auto& other) { return other.expression == expression; });
        if (!is_known)
          site_.others.push_back({std::move(expression), counted(urls.size(), "link")});
      }
    }
  }

  const std::vector<PageSurvey>& pages_;
  const std::vector<PageRole> roles_;
  const std::vector<ItemShape> shapes_;
  std::vector<pattern::Pattern> patterns_;
  std::vector<std::string> excluded_;
  GuessedSite site_;
};

}  // namespace

GuessedSite guess_site(const std::vector<PageSurvey>& pages, KnownItems known) {
  return SiteGuess(pages, known).run();
}

}  // namespace freshet::extract
