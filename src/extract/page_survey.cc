#include "extract/page_survey.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "extract/element_value.h"
#include "extract/page_queries.h"
#include "extract/page_sources.h"
#include "extract/words.h"
#include "parse/tag.h"
#include "text/ascii.h"

namespace freshet::extract {
namespace {

using parse::Tag;

constexpr std::array<std::string_view, 11> kItemWords = {"product", "item",   "card",    "entry",
                                                         "post",    "result", "teaser",  "listing",
                                                         "hit",     "offer",  "headline"};
// Relations of pages that serve the whole site.
constexpr std::array<std::string_view, 9> kAids = {
    "search", "index", "contents", "glossary", "copyright", "help", "author", "license", "home"};

bool names_item(std::string_view classes) {
  constexpr size_t kMostBytes = 500;
  classes = classes.substr(0, kMostBytes);
  while (!classes.empty()) {
    size_t length = 0;
    while (length < classes.size() && text::is_alpha(classes[length])) ++length;
    if (is_among(classes.substr(0, length), kItemWords)) return true;
    classes.remove_prefix(std::min(length + 1, classes.size()));
  }
  return false;
}

// Returns for each node whether it is inside an element that is named like an item, at most five
// levels up and not beyond a list or table.
std::vector<bool> rich_nodes(const dom::Document& document) {
  constexpr uint8_t kMostLevels = 6;
  std::vector<uint8_t> levels(document.size());
  std::vector<bool> rich(document.size());
  for (dom::NodeId id = dom::kDocumentNode; id != dom::kNoNode;
       id = document.next_in_order(id, dom::kDocumentNode)) {
    const dom::Node& node = document[id];
    const bool is_outside = node.tag == Tag::kUl || node.tag == Tag::kOl ||
                            node.tag == Tag::kTable || node.tag == Tag::kMain ||
                            node.tag == Tag::kBody || node.kind != dom::NodeKind::kElement;
    if (is_outside) continue;
    if (names_item(node.attribute("class").value_or(""))) {
      levels[id] = kMostLevels;
    } else if (node.parent != dom::kNoNode && levels[node.parent] > 0) {
      levels[id] = static_cast<uint8_t>(levels[node.parent] - 1);
    }
    rich[id] = levels[id] > 0;
  }
  return rich;
}

// Whether the text of a link leads to another page of a list.
bool says_next(const std::string& text) {
  constexpr std::array<std::string_view, 9> kWords = {"next", "weiter", "suivant", "siguiente", ">",
                                                      ">>",   "›",      "»",       "→"};
  const std::string_view trimmed = text::trim(text);
  return is_digits(trimmed) || is_among(trimmed, kWords);
}

// Whether the page states that it is an item. A page that states several lists them.
bool states_item(const dom::Document& document) {
  constexpr std::array<const char*, 14> kTypes = {
      "Product",      "Article", "NewsArticle", "BlogPosting",        "Book",
      "Recipe",       "Event",   "Movie",       "JobPosting",         "VideoObject",
      "ProductModel", "Course",  "Dataset",     "SoftwareApplication"};
  constexpr std::array<const char*, 2> kNames = {"name", "headline"};
  dom::WorkBudget budget{.steps = 2'000'000};
  PageSources sources(document, budget);
  size_t found = 0;
  for (const Source::Kind kind : {Source::Kind::kJsonLd, Source::Kind::kMicrodata}) {
    for (const char* type : kTypes) {
      size_t most = 0;
      for (const char* name : kNames) {
        most = std::max(most, sources.values({kind, {name}, type}, 2).size());
      }
      found = std::max(found, most);
    }
  }
  if (found > 0) return found == 1;
  const auto types = sources.values({Source::Kind::kMeta, {"og:type"}, {}}, 1);
  return !types.empty() && (types[0] == "product" || types[0] == "article" ||
                            types[0] == "og:product" || types[0] == "book");
}

// Collects the links of one page.
class Surveyor {
 public:
  Surveyor(const dom::Document& document, const SurveyPage& page,
           const url::Canonicalizer& canonicalizer, size_t max_links)
      : document_(document),
        base_(base_of(document, page.url)),
        canonicalizer_(canonicalizer),
        max_links_(max_links),
        parts_(parts_of_page(document)),
        rich_(rich_nodes(document)) {
    survey_.url = page.url.without_fragment();
    survey_.parts = parts_of(page.url);
  }

  PageSurvey run() {
    survey_.states_item = states_item(document_);
    for (dom::NodeId id = dom::kDocumentNode; id != dom::kNoNode;
         id = document_.next_in_order(id, dom::kDocumentNode)) {
      const dom::Node& node = document_[id];
      if (node.kind != dom::NodeKind::kElement) continue;
      if (node.tag == Tag::kA || node.tag == Tag::kArea || node.tag == Tag::kLink) add(id);
    }
    return std::move(survey_);
  }

 private:
  void add(dom::NodeId id) {
    const dom::Node& node = document_[id];
    const auto href = node.attribute("href");
    if (!href || href->starts_with('#')) return;
    bool is_next = false;
    bool is_aid = false;
    for (const std::string_view rel : words_of(node.attribute("rel").value_or(""))) {
      is_next = is_next || text::equals_ignoring_case(rel, "next");
      is_aid = is_aid || is_among(rel, kAids);
    }
    // Of <link>, style sheets and others are no pages.
    if (node.tag == Tag::kLink && !is_next && !is_aid) return;
    constexpr size_t kMaxTextBytes = 64;
    SurveyLink* link = find(*href);
    if (link == nullptr) return;
    const PagePart part = node.tag == Tag::kLink ? PagePart::kMenu : parts_[id];
    link->part = std::max(link->part, part);
    link->is_in_content |= part == PagePart::kContent;
    link->is_aid |= is_aid;
    link->is_next |= is_next || says_next(text_inside(document_, id, kMaxTextBytes, budget_));
    link->is_rich |= rich_[id];
  }

  // Returns the link with this address, or nullptr if it is none within the site.
  SurveyLink* find(std::string_view href) {
    const auto url = url::resolve(href, base_);
    if (!url || !survey_.parts) return nullptr;
    const auto canonical = canonicalizer_.canonical(*url);
    if (!canonical || canonical->text() == survey_.url) return nullptr;
    const auto known = by_url_.find(canonical->text());
    if (known != by_url_.end()) return &survey_.links[known->second];
    if (survey_.links.size() >= max_links_) return nullptr;
    const auto parsed = url::parse(canonical->text());
    auto parts = parsed ? parts_of(*parsed) : std::nullopt;
    if (!parts || parts->site != survey_.parts->site) return nullptr;
    by_url_.emplace(canonical->text(), survey_.links.size());
    survey_.links.push_back({.url = canonical->text(), .parts = *std::move(parts)});
    return &survey_.links.back();
  }

  const dom::Document& document_;
  const url::Url base_;
  const url::Canonicalizer& canonicalizer_;
  const size_t max_links_;
  const std::vector<PagePart> parts_;
  const std::vector<bool> rich_;
  dom::WorkBudget budget_;  // for the texts of links
  PageSurvey survey_;
  std::unordered_map<std::string, size_t> by_url_;
};

}  // namespace

PageSurvey survey(const SurveyPage& page, const url::Canonicalizer& canonicalizer,
                  const SurveyLimits& limits) {
  const dom::Document document = dom::parse_document(page.html, limits.tree);
  return Surveyor(document, page, canonicalizer, limits.max_links).run();
}

}  // namespace freshet::extract
