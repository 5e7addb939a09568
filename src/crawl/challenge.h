#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "http/headers.h"
#include "url/url.h"

namespace freshet::crawl {

// What is known of a reply that may be a challenge: a page by which a server, or a service in front
// of it, finds out whether a person asks, instead of the page that was asked for.
struct ChallengeSigns {
  int status = 0;
  const http::HeaderMap& headers;
  std::string_view body;        // content coding removed
  std::string_view title;       // of a page that was parsed; else it is looked for in the body
  size_t text_bytes = 0;        // visible text; of status 200
  size_t links = 0;             // to follow; of status 200
  bool reloads_itself = false;  // by <meta http-equiv=refresh>
};

// The mark by which a reply is known to be a challenge, in a few words for a person; empty: none.
// A page with status 200 needs a mark that no ordinary page has, or one that ordinary pages have on
// a page with hardly any text and hardly any links. Reads the first 64 KiB of the body.
std::string_view challenge_mark(const ChallengeSigns& signs);

// The same of a redirect: it leads to a consent or captcha page that is told where to go back to.
std::string_view redirect_mark(const url::Url& from, std::string_view to);

}  // namespace freshet::crawl
