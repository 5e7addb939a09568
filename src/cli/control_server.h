#pragma once

#include <memory>
#include <string>

#include "control/server.h"
#include "crawl/crawl.h"
#include "telemetry/log.h"

namespace freshet::cli {

// Serves commands such as status and stop for the crawl, through control.sock in its data folder.
// The crawl must outlive the server. If the socket cannot be made, this logs a warning and returns
// null, and the crawl runs without it.
std::unique_ptr<control::Server> start_control_server(crawl::Crawl& crawl,
                                                      const std::string& data_folder,
                                                      telemetry::Log& log);

}  // namespace freshet::cli
