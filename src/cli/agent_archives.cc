#include "cli/agent_archives.h"

#include <algorithm>
#include <filesystem>

#include "cli/cluster_client.h"
#include "cli/upload_options.h"
#include "warc/upload_mark.h"

namespace freshet::cli {

namespace fs = std::filesystem;

Result<convert::Archives> archives_of_agents(const Invocation& invocation,
                                             const std::vector<std::string>& data_folders,
                                             std::span<const std::string> elsewhere) {
  const auto agents = agents_of(invocation.store);
  if (!agents) return Unexpected(agents.error());
  auto uploaded = uploaded_archives(invocation.settings.values);
  if (!uploaded) return Unexpected(uploaded.error());
  convert::Archives archives;
  for (const cluster::AgentRow& agent : *agents) {
    archives.add_agent(agent.writer, agent.name);
    const bool is_elsewhere =
        std::find(elsewhere.begin(), elsewhere.end(), agent.name) != elsewhere.end();
    if (!*uploaded || is_elsewhere) continue;
    archives.add(agent.writer, {fs::path(data_folders.back()) / "warc", agent.name});
  }
  archives.set_uploaded(std::move(*uploaded));
  for (const std::string& data_folder : data_folders) {
    const fs::path folder = fs::path(data_folder) / "warc";
    for (const cluster::AgentRow& agent : *agents) {
      const auto files = warc::held_numbers(folder, agent.name);
      if (files && !files->empty()) archives.add(agent.writer, {folder, agent.name});
    }
  }
  return archives;
}

}  // namespace freshet::cli
