#pragma once

#include <memory>
#include <string>

#include "control/server.h"
#include "crawl/crawl.h"
#include "telemetry/log.h"

namespace freshet::cli {

// Lets people look into a crawl and steer it, through control.sock in its data folder. It goes
// first: the crawl must outlive what this returns. Where there can be no socket, that is told and
// the crawl goes on without.
std::unique_ptr<control::Server> open_door(crawl::Crawl& crawl, const std::string& data_folder,
                                           telemetry::Log& log);

}  // namespace freshet::cli
