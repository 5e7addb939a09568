#pragma once

#include <string>

#include "cli/command.h"
#include "cluster/job.h"
#include "crawl/options.h"
#include "result/result.h"

namespace freshet::cli {

// The job that a command line lays down for a cluster.
Result<cluster::Job> job_of(const Invocation& invocation, const CrawlArguments& arguments);
Result<cluster::Job> job_of(const Invocation& invocation, const RunArguments& arguments);

// The options of an agent that does the job. Its own settings, and `own` where they are given, win
// over those of the job.
Result<crawl::CrawlOptions> options_of_job(const Invocation& invocation, const cluster::Job& job,
                                           const CrawlArguments& own);

}  // namespace freshet::cli
