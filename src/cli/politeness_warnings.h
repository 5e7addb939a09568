#pragma once

#include "crawl/options.h"
#include "telemetry/log.h"
#include "url/url.h"

namespace freshet::cli {

// Whether the host is on the local network, judged by its name alone: a loopback or private
// address, or a name that does not exist on the Internet (localhost, *.test, *.local, a name
// without a dot).
bool is_local(const url::Url& url);

// Logs a warning for each setting that is impolite to servers on the Internet: no delay, or no
// contact. Logs nothing if all seeds are local.
void warn_if_impolite(const crawl::CrawlOptions& options, telemetry::Log& log);

}  // namespace freshet::cli
