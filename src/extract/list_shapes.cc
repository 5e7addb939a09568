#include "extract/list_shapes.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "extract/url_groups.h"
#include "extract/words.h"
#include "text/ascii.h"

namespace freshet::extract {
namespace {

// Names of parameters that number the pages of a list.
constexpr std::array<std::string_view, 12> kPageNames = {
    "page=", "p=",     "pg=",     "paged=",   "start=",  "offset=",
    "from=", "seite=", "pagina=", "pagenum=", "pageno=", "skip="};

// Returns the index of the only parameter of the link that numbers its pages, if all others are
// those of the list.
std::optional<size_t> page_parameter(const UrlParts& list, const SurveyLink& link) {
  if (!link.parts.has_same_path(list)) return std::nullopt;
  std::optional<size_t> page;
  size_t shared = 0;
  for (size_t i = 0; i < link.parts.parameters.size(); ++i) {
    const UrlParameter& parameter = link.parts.parameters[i];
    const auto same = std::find(list.parameters.begin(), list.parameters.end(), parameter);
    if (same != list.parameters.end()) {
      ++shared;
      continue;
    }
    if (page || !is_digits(parameter.value)) return std::nullopt;
    if (!link.is_next && !is_among(parameter.name, kPageNames)) return std::nullopt;
    page = i;
  }
  // The list may itself be a later page.
  const bool has_page =
      page && std::any_of(list.parameters.begin(), list.parameters.end(),
                          [&](const UrlParameter& parameter) {
                            return parameter.name == link.parts.parameters[*page].name;
                          });
  return shared + (has_page ? 1 : 0) == list.parameters.size() ? page : std::nullopt;
}

// Whether the link is the list's path with one or two more segments: "page/2", "page-2".
bool continues_path(const UrlParts& list, const SurveyLink& link) {
  if (!link.parts.parameters.empty() || link.parts.site != list.site) return false;
  size_t length = list.segments.size();
  while (length > 0 && list.segments[length - 1].empty()) --length;
  std::vector<std::string> rest = link.parts.segments;
  while (!rest.empty() && rest.back().empty()) rest.pop_back();
  if (rest.size() <= length || rest.size() > length + 2) return false;
  if (!std::equal(list.segments.begin(), list.segments.begin() + static_cast<ptrdiff_t>(length),
                  rest.begin())) {
    return false;
  }
  const std::string& number = rest.back();
  if (rest.size() == length + 2) return rest[length] == "page" && is_digits(number);
  const bool has_digit = std::any_of(number.begin(), number.end(), text::is_digit);
  return has_digit && (number.starts_with("page") || (link.is_next && is_digits(number)));
}

// Whether the link differs from the list only in its last segment, by a number.
bool continues_name(const UrlParts& list, const SurveyLink& link) {
  if (!link.is_next || link.parts.parameters != list.parameters) return false;
  if (link.parts.segments.size() != list.segments.size() || link.parts.site != list.site) {
    return false;
  }
  const size_t last = list.last_segment();
  for (size_t i = 0; i < list.segments.size(); ++i) {
    if (i != last && list.segments[i] != link.parts.segments[i]) return false;
  }
  const auto without_digits = [](const std::string& text) {
    std::string rest;
    for (const char c : text) {
      if (!text::is_digit(c) && c != '-' && c != '_') rest += c;
    }
    return rest;
  };
  return without_digits(list.segments[last]) == without_digits(link.parts.segments[last]);
}

class ListShapes {
 public:
  ListShapes(const std::vector<PageSurvey>& pages, const std::vector<size_t>& lists,
             const std::vector<pattern::Pattern>& items)
      : pages_(pages), lists_(lists), items_(items) {}

  std::vector<ListShape> run() {
    std::map<std::string, std::vector<size_t>> by_outline;
    for (const size_t list : lists_) by_outline[key_of(*pages_[list].parts)].push_back(list);
    for (const auto& [key, lists] : by_outline) {
      const UrlShape shape = shape_of(lists);
      add(shape, false, 0);
      for (const size_t list : lists) add_continuations(list, shape);
    }
    for (ListShape& found : found_) count_links(found);
    return std::move(found_);
  }

 private:
  // Lists whose URLs differ in more than the name of the page have shapes of their own.
  static std::string key_of(const UrlParts& list) {
    std::string key = outline_of(list);
    for (size_t i = 0; i < list.last_segment(); ++i) key += "\n/" + list.segments[i];
    return key;
  }

  bool is_item(const std::string& url) const {
    return std::any_of(items_.begin(), items_.end(),
                       [&](const pattern::Pattern& item) { return item.matches(url); });
  }

  // The shape of the lists and of links that are like them: other categories. In the root of a site
  // are pages of all kinds, so there are none.
  UrlShape shape_of(const std::vector<size_t>& lists) const {
    constexpr size_t kLeastAlike = 2;
    const UrlParts& first = *pages_[lists[0]].parts;
    const size_t last = first.last_segment();
    std::vector<UrlParts> urls;
    urls.reserve(lists.size());
    for (const size_t list : lists) urls.push_back(*pages_[list].parts);
    std::set<std::string_view> alike;
    for (const size_t list : lists) {
      for (const SurveyLink& link : pages_[list].links) {
        const bool is_alike = !link.is_aid && !is_item(link.url) && !is_item(pages_[list].url) &&
                              outline_of(link.parts) == outline_of(first) &&
                              differs_in_name_only(link.parts, first) &&
                              (last > 0 || !first.parameters.empty());
        if (!is_alike || !alike.insert(link.url).second) continue;
        urls.push_back(link.parts);
      }
    }
    if (alike.size() < kLeastAlike) urls.resize(lists.size());
    return common_shape(urls, &first);
  }

  // Whether the URLs have the same segments before the last one, and the same path if they have
  // parameters.
  static bool differs_in_name_only(const UrlParts& a, const UrlParts& b) {
    const size_t last = b.last_segment();
    for (size_t i = 0; i < last; ++i) {
      if (a.segments[i] != b.segments[i]) return false;
    }
    return !a.segments[last].empty() && (b.parameters.empty() || a.segments == b.segments);
  }

  void add_continuations(size_t list, const UrlShape& shape) {
    const UrlParts& url = *pages_[list].parts;
    for (const SurveyLink& link : pages_[list].links) {
      if (const auto page = page_parameter(url, link)) {
        add(with_parameters(shape, url, link, *page), true, 0);
      } else if (continues_path(url, link)) {
        add(with_segments(shape, link), true, 0);
      } else if (continues_name(url, link)) {
        UrlShape both = shape;
        const size_t last = url.last_segment();
        both.segments[last] = common_shape({url, link.parts}, nullptr).segments[last];
        add(both, true, 0);
      }
    }
  }

  static UrlShape with_parameters(const UrlShape& shape, const UrlParts& list,
                                  const SurveyLink& link, size_t page) {
    UrlShape longer = shape;
    longer.parameters.clear();
    for (size_t i = 0; i < link.parts.parameters.size(); ++i) {
      const UrlParameter& parameter = link.parts.parameters[i];
      const auto same = std::find(list.parameters.begin(), list.parameters.end(), parameter);
      const size_t at = static_cast<size_t>(same - list.parameters.begin());
      const bool is_page = i == page || at >= shape.parameters.size();
      longer.parameters.push_back(
          {parameter.name,
           is_page ? ShapePieces{{ShapePiece::Kind::kDigits, ""}} : shape.parameters[at].value});
    }
    return longer;
  }

  static UrlShape with_segments(const UrlShape& shape, const SurveyLink& link) {
    UrlShape longer = shape;
    while (!longer.segments.empty() && longer.segments.back().empty()) longer.segments.pop_back();
    for (size_t i = longer.segments.size(); i < link.parts.segments.size(); ++i) {
      longer.segments.push_back(shape_with_digits(link.parts.segments[i]));
    }
    return longer;
  }

  void add(const UrlShape& shape, bool is_continuation, size_t links) {
    constexpr size_t kMostShapes = 20;
    const std::string text = pattern_of(shape);
    if (found_.size() >= kMostShapes || !texts_.insert(text).second) return;
    found_.push_back({shape, is_continuation, links});
  }

  void count_links(ListShape& found) const {
    const auto pattern = pattern::Pattern::make(pattern_of(found.shape));
    if (!pattern) return;
    std::set<std::string_view> urls;
    for (const size_t list : lists_) {
      for (const SurveyLink& link : pages_[list].links) {
        if (pattern->matches(link.url) && !is_item(link.url)) urls.insert(link.url);
      }
    }
    found.links = urls.size();
  }

  const std::vector<PageSurvey>& pages_;
  const std::vector<size_t>& lists_;
  const std::vector<pattern::Pattern>& items_;
  std::vector<ListShape> found_;
  std::set<std::string> texts_;
};

}  // namespace

std::vector<ListShape> list_shapes(const std::vector<PageSurvey>& pages,
                                   const std::vector<size_t>& lists,
                                   const std::vector<pattern::Pattern>& items) {
  return ListShapes(pages, lists, items).run();
}

}  // namespace freshet::extract
