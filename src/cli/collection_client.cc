#include "cli/collection_client.h"

#include <filesystem>

#include "cli/data_access.h"
#include "cli/module_options.h"
#include "collection/command_json.h"
#include "collection/report_aliases.h"
#include "collection/state.h"
#include "control/server.h"

namespace freshet::cli {

Status CollectionClient::connect_to_run() {
  auto connected = control::Client::connect(std::filesystem::path(invocation_.data_folder) /
                                            control::kSocketName);
  if (!connected) return Unexpected(connected.error());
  client_ = std::move(*connected);
  return Done{};
}

Status CollectionClient::open_collection() {
  auto options = collection_options(invocation_.settings.values, invocation_.data_folder);
  if (!options) return Unexpected(options.error());
  protect_new_files(invocation_.settings.values);
  auto opened = collection::Collection::open(*options, clock_);
  if (!opened) return Unexpected(opened.error());
  collection_ = std::move(*opened);
  if (!collection_->damage().empty()) {
    invocation_.log.warning(
        "the state of the collection is damaged; this answer covers only what can still be read. "
        "To rebuild it: freshet recover",
        {{"folder", invocation_.data_folder}, {"reason", collection_->damage()}});
  }
  if (!collection_->older_format().empty()) {
    invocation_.log.warning(
        "the state has an older format, in which pages and seeds are not found by their URL",
        {{"reason", collection_->older_format()}});
  }
  return Done{};
}

Result<std::string> CollectionClient::send(const collection::Command& command) {
  auto answer = client_->request(collection::write_command(command));
  if (!answer) {
    client_.reset();
    return answer;
  }
  json::Reader reader;
  const auto read = reader.read(*answer);
  if (!read) {
    return fail(
        "the running Freshet sent an answer that is not JSON; it may be of a different version");
  }
  if (const auto error = (*read)["error"].string()) return fail(std::string(*error));
  return answer;
}

Status CollectionClient::connect_to_cluster() {
  if (cluster_) return Done{};
  auto connected = ClusterClient::connect(invocation_);
  if (!connected) return Unexpected(connected.error());
  cluster_ = *std::move(connected);
  return Done{};
}

Status CollectionClient::add_cluster(std::string& status) {
  if (Status connected = connect_to_cluster(); !connected) return connected;
  const auto view = cluster_->view();
  if (!view) return Unexpected(view.error());
  const auto lag = cluster_->inbox_lag();
  if (!lag) return Unexpected(lag.error());
  cli::add_cluster(*view, *lag, status);
  return Done{};
}

Result<std::string> CollectionClient::request(const collection::Command& command) {
  if (!invocation_.store.empty()) {
    if (Status connected = connect_to_cluster(); !connected) return Unexpected(connected.error());
    const bool is_of_seeds = std::holds_alternative<collection::SeedsQuery>(command);
    const auto answer = is_of_seeds ? cluster_->control(command) : cluster_->query(command);
    if (!answer) return Unexpected(answer.error());
    return collection::write_answer(*answer);
  }
  if (!client_ && !collection_) {
    if (Status connected = connect_to_run(); !connected) return Unexpected(connected.error());
  }
  if (client_) return send(command);
  if (!collection_) {
    if (Status opened = open_collection(); !opened) return Unexpected(opened.error());
  }
  const auto answer = collection_->perform(command);
  if (!answer) return Unexpected(answer.error());
  return collection::write_answer(*answer);
}

Result<std::string> CollectionClient::change_aliases(const collection::Command& command) {
  if (!invocation_.store.empty()) return request_from_run(command);
  if (Status connected = connect_to_run(); !connected) return Unexpected(connected.error());
  if (client_) return send(command);
  if (Status checked = check_data_folder(invocation_); !checked) {
    return Unexpected(checked.error());
  }
  auto store = collection::open_state(invocation_.data_folder);
  if (!store) return Unexpected(store.error());
  const auto answer = collection::change_aliases_at_rest(**store, command);
  if (!answer) return Unexpected(answer.error());
  return collection::write_answer(*answer);
}

Result<std::string> CollectionClient::request_from_run(const collection::Command& command) {
  if (!invocation_.store.empty()) {
    if (Status connected = connect_to_cluster(); !connected) return Unexpected(connected.error());
    const auto answer = cluster_->control(command);
    if (!answer) return Unexpected(answer.error());
    return collection::write_answer(*answer);
  }
  if (Status connected = connect_to_run(); !connected) return Unexpected(connected.error());
  if (client_) return send(command);
  return fail("no run is using " + invocation_.data_folder +
              "; start one with: freshet run --data " + invocation_.data_folder);
}

}  // namespace freshet::cli
