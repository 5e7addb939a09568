#pragma once

#include <optional>
#include <string>

#include "crawl/control.h"
#include "crawl/options.h"
#include "store/types.h"
#include "url/url.h"

namespace freshet::crawl {

// What the robots.txt of a site says of a URL, as it was last fetched; nothing if it never was.
std::optional<PageReport::Robots> robots_of(const store::SiteState& site, const url::Url& url,
                                            const CrawlOptions& options);

// Of one that disallows: "line 2 of robots.txt disallows it: Disallow: /".
std::string robots_words(const PageReport::Robots& robots);

}  // namespace freshet::crawl
