#pragma once

#include <optional>
#include <string>

#include "collection/options.h"
#include "collection/page_report.h"
#include "store/types.h"
#include "url/url.h"

namespace freshet::collection {

// Returns what the robots.txt of a site says about a URL, as it was last fetched; nothing if it was
// never fetched.
std::optional<PageReport::Robots> robots_of(const store::SiteState& site, const url::Url& url,
                                            const Options& options);

// Describes a rule that disallows: "line 2 of robots.txt disallows it: Disallow: /".
std::string robots_words(const PageReport::Robots& robots);

}  // namespace freshet::collection
