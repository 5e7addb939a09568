#pragma once

#include "crawl/options.h"
#include "telemetry/log.h"
#include "url/url.h"

namespace freshet::cli {

// Whether the host is one's own by its looks: loopback or private addresses, and names that the
// Internet has none of (localhost, *.test, *.local, names without a dot).
bool is_local(const url::Url& url);

// What should be said before other people's servers are asked.
void warn_of_discourtesy(const crawl::CrawlOptions& options, telemetry::Log& log);

}  // namespace freshet::cli
