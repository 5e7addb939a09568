#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cli/command.h"
#include "clock/clock.h"
#include "control/client.h"
#include "crawl/collection.h"
#include "crawl/control.h"
#include "json/read.h"
#include "result/result.h"

namespace freshet::cli {

// Asks whoever can answer: the run that is going on in a data folder, through its socket, else the
// collection itself.
class Asking {
 public:
  explicit Asking(const Invocation& invocation) : invocation_(invocation) {}

  // One line of JSON. What the other side calls an error is one.
  Result<std::string> ask(const crawl::Command& command);
  // Only of a run: without one it is an error that says so.
  Result<std::string> tell(const crawl::Command& command);
  bool is_running() const { return client_.has_value(); }

 private:
  Status look_for_run();
  Status open_collection();
  Result<std::string> ask_run(const crawl::Command& command);

  const Invocation& invocation_;
  const SystemClock clock_;
  std::optional<control::Client> client_;
  std::unique_ptr<crawl::Collection> collection_;
};

}  // namespace freshet::cli
