#include "cli/door.h"

#include <filesystem>

#include "crawl/control_json.h"

namespace freshet::cli {

std::unique_ptr<control::Server> open_door(crawl::Crawl& crawl, const std::string& data_folder,
                                           telemetry::Log& log) {
  auto door = control::Server::open(
      std::filesystem::path(data_folder) / control::kSocketName, [&crawl](std::string_view line) {
        return crawl::answer_line(
            line, [&crawl](const crawl::Command& command) { return crawl.perform(command); });
      });
  if (!door) {
    log.warning("this crawl cannot be looked into", {{"reason", door.error().message}});
    return nullptr;
  }
  return std::move(*door);
}

}  // namespace freshet::cli
