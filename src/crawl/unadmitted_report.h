#pragma once

#include <optional>

#include "crawl/reports.h"
#include "result/result.h"
#include "store/types.h"
#include "url/url.h"

namespace freshet::crawl {

// Says of a URL that is no page of the collection why it is none, by the rules as they are now, who
// links to it, and what would admit it. The report has the URL and what robots.txt says of it.
Status report_unadmitted(const Sight& sight, const url::Url& url,
                         const std::optional<store::SiteState>& site, PageReport& report);

}  // namespace freshet::crawl
