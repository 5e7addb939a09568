#include "cli/control_server.h"

#include <filesystem>

#include "collection/command_json.h"

namespace freshet::cli {

std::unique_ptr<control::Server> start_control_server(crawl::Crawl& crawl,
                                                      const std::string& data_folder,
                                                      telemetry::Log& log) {
  auto server = control::Server::open(
      std::filesystem::path(data_folder) / control::kSocketName, [&crawl](std::string_view line) {
        return collection::answer_line(
            line, [&crawl](const collection::Command& command) { return crawl.perform(command); });
      });
  if (!server) {
    log.warning(
        "the control socket cannot be opened: freshet status, stop and the like will not "
        "reach this process",
        {{"folder", data_folder}, {"reason", server.error().message}});
    return nullptr;
  }
  return std::move(*server);
}

}  // namespace freshet::cli
