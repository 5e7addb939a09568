#pragma once

#include <optional>

#include "collection/report_page.h"
#include "result/result.h"
#include "store/types.h"
#include "url/url.h"

namespace freshet::collection {

// Explains why a URL is not a page of the collection, by the current rules: which pages link to it,
// and what would admit it. The report already has the URL and the answer of robots.txt.
Status report_unadmitted(const ReportContext& context, const url::Url& url,
                         const std::optional<store::SiteState>& site, PageReport& report);

}  // namespace freshet::collection
