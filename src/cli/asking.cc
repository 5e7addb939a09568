#include "cli/asking.h"

#include <filesystem>

#include "cli/data_access.h"
#include "cli/options.h"
#include "control/server.h"
#include "crawl/control_json.h"

namespace freshet::cli {

Status Asking::look_for_run() {
  auto connected = control::Client::connect(std::filesystem::path(invocation_.data_folder) /
                                            control::kSocketName);
  if (!connected) return Unexpected(connected.error());
  client_ = std::move(*connected);
  return Done{};
}

Status Asking::open_collection() {
  auto options = crawl_options(invocation_.settings.values, invocation_.data_folder, {});
  if (!options) return Unexpected(options.error());
  auto run = run_options(invocation_.settings.values);
  if (!run) return Unexpected(run.error());
  options->run = std::move(*run);
  protect_new_files(invocation_.settings.values);
  auto opened = crawl::Collection::open(*options, clock_);
  if (!opened) return Unexpected(opened.error());
  collection_ = std::move(*opened);
  if (!collection_->damage().empty()) {
    invocation_.log.warning(
        "the state is damaged, and answers are of what is left: freshet recover",
        {{"reason", collection_->damage()}});
  }
  return Done{};
}

Result<std::string> Asking::ask_run(const crawl::Command& command) {
  auto answer = client_->ask(crawl::write_command(command));
  if (!answer) {
    client_.reset();
    return answer;
  }
  json::Reader reader;
  const auto read = reader.read(*answer);
  if (!read) return fail("the run answered what is not JSON; is it of another version?");
  if (const auto error = (*read)["error"].string()) return fail(std::string(*error));
  return answer;
}

Result<std::string> Asking::ask(const crawl::Command& command) {
  if (!client_ && !collection_) {
    if (Status looked = look_for_run(); !looked) return Unexpected(looked.error());
  }
  if (client_) return ask_run(command);
  if (!collection_) {
    if (Status opened = open_collection(); !opened) return Unexpected(opened.error());
  }
  const auto answer = collection_->perform(command);
  if (!answer) return Unexpected(answer.error());
  return crawl::write_answer(*answer);
}

Result<std::string> Asking::tell(const crawl::Command& command) {
  if (Status looked = look_for_run(); !looked) return Unexpected(looked.error());
  if (client_) return ask_run(command);
  return fail("nothing is running in " + invocation_.data_folder + ": start it with freshet run");
}

}  // namespace freshet::cli
