#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dom/document.h"
#include "extract/navigation.h"
#include "extract/url_parts.h"
#include "url/canonical.h"
#include "url/url.h"

namespace freshet::extract {

// A page that other pages of its site are guessed from.
struct SurveyPage {
  std::string_view html;  // UTF-8
  const url::Url& url;    // canonical
};

// A link of a page to another page of its site.
struct SurveyLink {
  std::string url;  // canonical
  UrlParts parts;
  PagePart part = PagePart::kContent;  // the last of PagePart, if the page has the link repeatedly
  bool is_in_content = false;          // at least once
  bool is_rich = false;                // an element around it is named "product", "card", "entry"
  bool is_next = false;                // rel="next", or its text is a number or says "next"
  bool is_aid = false;                 // rel="search", "index", "author" and others
};

struct PageSurvey {
  std::string url;
  std::optional<UrlParts> parts;  // of the URL
  std::vector<SurveyLink> links;  // each URL once, in the order of the page
  bool states_item = false;       // the page states that it is one product, article or similar
};

struct SurveyLimits {
  dom::TreeLimits tree;
  size_t max_links = 20'000;  // URLs of a page
};

// Takes time proportional to the length of the page.
PageSurvey survey(const SurveyPage& page, const url::Canonicalizer& canonicalizer,
                  const SurveyLimits& limits);

}  // namespace freshet::extract
