#include "extract/field_candidates.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <set>
#include <utility>

#include "extract/navigation.h"
#include "extract/page_sources.h"
#include "extract/words.h"
#include "text/ascii.h"

namespace freshet::extract {
namespace {

constexpr size_t kMostCandidates = 60;
constexpr std::array<std::string_view, 15> kItemTypes = {
    "Product",     "Article", "NewsArticle", "BlogPosting",  "TechArticle",
    "Book",        "Recipe",  "Event",       "Movie",        "JobPosting",
    "VideoObject", "Course",  "Dataset",     "ProductModel", "SoftwareApplication"};

// What is known of a field: paths of properties, names of <meta>, selectors, and words by which
// classes are recognised.
struct Hints {
  std::string_view field;
  std::initializer_list<std::string_view> paths;
  std::initializer_list<std::string_view> metas;
  std::initializer_list<std::string_view> selectors;  // with the attribute after '@'
  std::initializer_list<std::string_view> words;
};

const Hints kHints[] = {
    {"title",
     {"headline", "name", "title"},
     {"og:title", "meta:dc.title", "meta:citation_title", "twitter:title"},
     {"h1", "[itemprop=\"name\"]", "[itemprop=\"headline\"]", "main h1", "article h1",
      "head > title"},
     {}},
    {"price",
     {"offers.price", "offers.lowPrice", "offers.priceSpecification.price"},
     {"product:price:amount", "og:price:amount"},
     {"[itemprop=\"price\"]@content", "[itemprop=\"price\"]"},
     {"price", "preis", "prix", "precio", "prezzo", "cost", "amount"}},
    {"date",
     {"datePublished", "dateCreated", "startDate", "datePosted", "uploadDate", "dateModified"},
     {"article:published_time", "meta:date", "meta:dc.date", "meta:citation_publication_date"},
     {"[itemprop=\"datePublished\"]@content", "[itemprop=\"datePublished\"]",
      "time[datetime]@datetime", "article time[datetime]@datetime"},
     {"date", "published", "posted", "datum", "pubdate"}},
    {"author",
     {"author", "creator"},
     {"article:author", "meta:author", "meta:dc.creator", "meta:citation_author"},
     {"[rel=\"author\"]", "[itemprop=\"author\"]"},
     {"author", "byline", "autor", "auteur"}},
    {"description",
     {"description", "abstract"},
     {"og:description", "meta:description", "meta:dc.description", "twitter:description"},
     {"[itemprop=\"description\"]"},
     {"description", "summary", "beschreibung"}},
    {"image",
     {"image", "thumbnailUrl"},
     {"og:image", "twitter:image"},
     {"[itemprop=\"image\"]", "main img", "article img"},
     {}},
};

const Hints* hints_of(std::string_view field) {
  const auto* found = std::find_if(std::begin(kHints), std::end(kHints),
                                   [&](const Hints& hints) { return hints.field == field; });
  return found == std::end(kHints) ? nullptr : found;
}

// A class or id that a selector can name without escapes.
bool is_plain(std::string_view name) {
  constexpr size_t kMostBytes = 40;
  return !name.empty() && name.size() <= kMostBytes && text::is_alpha(name[0]) &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return text::is_alnum(c) || c == '-' || c == '_'; });
}

// Whether a word of the name begins with one of these: "product-price", "prices".
bool has_word(std::string_view name, std::initializer_list<std::string_view> words) {
  while (!name.empty()) {
    for (const std::string_view word : words) {
      if (text::starts_with_ignoring_case(name, word)) return true;
    }
    const size_t end = name.find_first_of("-_");
    if (end == std::string_view::npos) return false;
    name.remove_prefix(end + 1);
  }
  return false;
}

// Returns the first class of an element that a selector can name.
std::string_view first_class(const dom::Node& node) {
  const std::vector<std::string_view> classes = words_of(node.attribute("class").value_or(""));
  const auto plain = std::find_if(classes.begin(), classes.end(), is_plain);
  return plain == classes.end() ? std::string_view() : *plain;
}

// Finds selectors for elements that are named like the field.
class ClassSearch {
 public:
  ClassSearch(const dom::Document& document, std::initializer_list<std::string_view> words)
      : document_(document), words_(words) {}

  std::vector<std::string> run(dom::WorkBudget& budget) {
    if (words_.size() == 0) return {};
    const std::vector<PagePart> parts = parts_of_page(document_);
    for (dom::NodeId id = dom::kDocumentNode; id != dom::kNoNode && elements_ < kMostElements;
         id = document_.next_in_order(id, dom::kDocumentNode)) {
      const dom::Node& node = document_[id];
      if (!budget.spend(1 + node.attributes.size())) break;
      if (node.kind == dom::NodeKind::kElement && parts[id] == PagePart::kContent) add(node);
    }
    std::vector<std::string> selectors(found_.begin(), found_.end());
    std::stable_sort(
        selectors.begin(), selectors.end(),
        [](const std::string& a, const std::string& b) { return a.size() < b.size(); });
    if (selectors.size() > kMostSelectors) selectors.resize(kMostSelectors);
    return selectors;
  }

 private:
  static constexpr size_t kMostElements = 100;
  static constexpr size_t kMostSelectors = 25;

  void add(const dom::Node& node) {
    bool is_named = false;
    const std::string_view id = node.attribute("id").value_or("");
    const bool has_number = std::any_of(id.begin(), id.end(), text::is_digit);
    if (is_plain(id) && !has_number && has_word(id, words_)) {
      found_.insert("#" + std::string(id));
      is_named = true;
    }
    constexpr size_t kMostBytes = 1'000;
    const std::string_view classes = node.attribute("class").value_or("");
    for (const std::string_view name : words_of(classes.substr(0, kMostBytes))) {
      if (!is_plain(name) || !has_word(name, words_)) continue;
      add_class(node, name);
      is_named = true;
    }
    if (is_named) ++elements_;
  }

  void add_class(const dom::Node& node, std::string_view name) {
    const std::string selector = "." + std::string(name);
    found_.insert(selector);
    if (is_plain(node.name)) found_.insert(std::string(node.name) + selector);
    dom::NodeId above = node.parent;
    for (int level = 0; level < 3 && above != dom::kNoNode; ++level) {
      const dom::Node& outer = document_[above];
      const std::string_view context = first_class(outer);
      if (!context.empty()) found_.insert("." + std::string(context) + " " + selector);
      above = outer.parent;
    }
  }

  const dom::Document& document_;
  const std::initializer_list<std::string_view> words_;
  std::set<std::string> found_;
  size_t elements_ = 0;
};

// The types of items that the page describes in one way.
std::vector<std::string_view> types_of(PageSources& sources, Source::Kind kind) {
  std::vector<std::string_view> found;
  for (const std::string_view type : kItemTypes) {
    for (const char* property : {"name", "headline", "description", "offers", "image"}) {
      if (sources.values({kind, {property}, std::string(type)}, 1).empty()) continue;
      found.push_back(type);
      break;
    }
  }
  return found;
}

FieldCandidate source_candidate(std::string_view source) {
  return {.source = std::string(source), .selector = {}, .attribute = {}};
}

FieldCandidate selector_candidate(std::string_view selector) {
  const size_t at = selector.find('@');
  const std::string_view attribute =
      at == std::string_view::npos ? std::string_view() : selector.substr(at + 1);
  return {.source = {},
          .selector = std::string(selector.substr(0, at)),
          .attribute = std::string(attribute)};
}

bool matches_any(const std::string& selector, const dom::Document& document,
                 dom::WorkBudget& budget) {
  const auto parsed = dom::Selector::parse(selector);
  return parsed && !parsed->select(document, dom::kDocumentNode, 1, budget).empty();
}

bool states_any(const std::string& source, PageSources& sources) {
  const auto parsed = parse_source(source);
  return parsed && !sources.values(*parsed, 1).empty();
}

void add_items(const Hints& hints, PageSources& sources, Source::Kind kind,
               std::vector<FieldCandidate>& candidates) {
  const std::string scheme = kind == Source::Kind::kJsonLd ? "json-ld:" : "microdata:";
  for (const std::string_view type : types_of(sources, kind)) {
    for (const std::string_view path : hints.paths) {
      candidates.push_back(source_candidate(scheme + std::string(type) + "." + std::string(path)));
    }
  }
}

}  // namespace

std::vector<FieldCandidate> field_candidates(const UsualField& field, const dom::Document& document,
                                             dom::WorkBudget& budget) {
  const Hints* hints = hints_of(field.name);
  if (hints == nullptr) return {};
  std::vector<FieldCandidate> candidates;
  PageSources sources(document, budget);
  add_items(*hints, sources, Source::Kind::kJsonLd, candidates);
  for (const std::string_view meta : hints->metas) candidates.push_back(source_candidate(meta));
  add_items(*hints, sources, Source::Kind::kMicrodata, candidates);
  for (const std::string_view selector : hints->selectors) {
    candidates.push_back(selector_candidate(selector));
  }
  const auto finds_nothing = [&](const FieldCandidate& candidate) {
    return candidate.is_selector() ? !matches_any(candidate.selector, document, budget)
                                   : !states_any(candidate.source, sources);
  };
  candidates.erase(std::remove_if(candidates.begin(), candidates.end(), finds_nothing),
                   candidates.end());
  for (const std::string& selector : ClassSearch(document, hints->words).run(budget)) {
    candidates.push_back(selector_candidate(selector));
  }
  if (candidates.size() > kMostCandidates) candidates.resize(kMostCandidates);
  return candidates;
}

}  // namespace freshet::extract
