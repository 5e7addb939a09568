#pragma once

#include <memory>

#include "cli/command.h"
#include "cluster/task_work.h"
#include "result/result.h"

namespace freshet::cli {

inline constexpr char kConvertTask[] = "convert";

// An agent's part of `freshet convert --store`. It writes rows with low priority: the crawl goes on
// meanwhile.
Result<std::unique_ptr<cluster::TaskWork>> make_convert_work(const Invocation& invocation);

}  // namespace freshet::cli
