#include "cli/convert_work.h"

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <future>

#include "cli/agent_archives.h"
#include "cli/cluster_client.h"
#include "cli/convert_options.h"
#include "cluster/tasks.h"
#include "convert/participant.h"

namespace freshet::cli {
namespace {

constexpr int kNice = 10;
constexpr std::chrono::milliseconds kPoll{50};

class ConvertWork final : public cluster::TaskWork {
 public:
  ConvertWork(std::unique_ptr<store::Store> store, convert::ConvertOptions options,
              const Invocation& invocation)
      : store_(std::move(store)), options_(std::move(options)), invocation_(invocation) {}

  Status run(cluster::TaskStep& step) override {
    if (!participant_) {
      if (Status joined = join(step.task(), step.part()); !joined) return joined;
    }
    std::string order;
    Status read = step.each_input([&](std::string_view piece) -> Status {
      order += piece;
      return Done{};
    });
    if (!read) return read;
    const auto report = perform(order, step);
    if (!report) return Unexpected(report.error());
    for (std::string_view left = *report; !left.empty();) {
      const std::string_view piece = left.substr(0, cluster::kMostPieceBytes);
      if (Status put = step.put(piece); !put) return put;
      left.remove_prefix(piece.size());
    }
    return Done{};
  }

 private:
  Status join(const cluster::Task& task, const cluster::TaskPart& part) {
    std::vector<std::string> others;
    for (const cluster::TaskPart& other : task.parts) {
      if (other.agent != part.agent) others.push_back(other.agent);
    }
    auto archives = archives_of_agents(invocation_, {invocation_.data_folder}, others);
    if (!archives) return Unexpected(archives.error());
    options_.archives = *std::move(archives);
    // Its first file may be written during the conversion.
    options_.archives.add(part.writer,
                          {std::filesystem::path(invocation_.data_folder) / "warc", part.agent});
    participant_ = convert::Participant::make(*store_, options_, invocation_.store, part.shards);
    return Done{};
  }

  // Reports are sent, and the end of the task is noticed, by this thread; the work is done by
  // others.
  Result<std::string> perform(const std::string& order, cluster::TaskStep& step) {
    convert::ConvertProgress progress;
    auto report = std::async(std::launch::async, [&] {
      // On Linux, this sets the priority of this thread and of those that it starts.
      setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNice);
      return participant_->perform(order, progress);
    });
    while (report.wait_for(kPoll) != std::future_status::ready) {
      if (step.is_cancelled()) progress.stop = true;
      step.report({.done = progress.examined, .total = progress.pages});
    }
    return report.get();
  }

  const std::unique_ptr<store::Store> store_;
  convert::ConvertOptions options_;
  const Invocation& invocation_;
  std::unique_ptr<convert::Participant> participant_;  // from the first step on
};

}  // namespace

Result<std::unique_ptr<cluster::TaskWork>> make_convert_work(const Invocation& invocation) {
  auto options = convert_options(invocation.settings.values, invocation.data_folder);
  if (!options) return Unexpected(options.error());
  options->is_shared = true;
  auto store = open_cluster_store(invocation.store);
  if (!store) return Unexpected(store.error());
  return std::make_unique<ConvertWork>(*std::move(store), *std::move(options), invocation);
}

}  // namespace freshet::cli
