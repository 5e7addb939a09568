#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "http/headers.h"
#include "url/url.h"

namespace freshet::crawl {

// The input for recognising a challenge: a page by which a server, or a service in front of it,
// checks whether the client is a person, and which it sends instead of the requested page.
struct ChallengeSigns {
  int status = 0;
  const http::HeaderMap& headers;
  std::string_view body;        // content coding removed
  std::string_view title;       // of a parsed page; if empty, it is searched in the body
  size_t text_bytes = 0;        // visible text; of status 200
  size_t links = 0;             // to follow; of status 200
  bool reloads_itself = false;  // by <meta http-equiv=refresh>
};

// Returns the mark by which the reply is recognised as a challenge, in a few words for a person;
// empty if it is none. A page with status 200 needs a mark that no ordinary page has, or a weaker
// mark together with hardly any text and links. Reads the first 64 KiB of the body.
std::string_view challenge_mark(const ChallengeSigns& signs);

// Does the same for a redirect: it is a challenge if it leads to a consent or captcha page and
// passes the address to return to.
std::string_view redirect_mark(const url::Url& from, std::string_view to);

}  // namespace freshet::crawl
