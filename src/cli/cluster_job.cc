#include "cli/cluster_job.h"

#include <charconv>
#include <filesystem>

#include "cli/budget_text.h"
#include "cli/module_options.h"
#include "collection/seeds.h"
#include "settings/shared.h"

namespace freshet::cli {
namespace {

using Options = std::map<std::string, std::string>;

std::string text_of(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

template <typename Number>
std::optional<Number> number_of(const Options& options, const std::string& name) {
  const auto found = options.find(name);
  if (found == options.end()) return std::nullopt;
  Number value{};
  const char* end = found->second.data() + found->second.size();
  const auto read = std::from_chars(found->second.data(), end, value);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return value;
}

std::string text_of(const Options& options, const std::string& name) {
  const auto found = options.find(name);
  return found == options.end() ? std::string() : found->second;
}

void write_options(const CrawlArguments& arguments, Options& options) {
  if (arguments.delay_seconds) options["delay"] = text_of(*arguments.delay_seconds);
  if (arguments.per_host) options["per_host"] = std::to_string(*arguments.per_host);
  if (arguments.max_pages_per_site) {
    options["max_pages_per_site"] = std::to_string(*arguments.max_pages_per_site);
  }
  if (arguments.allow_private) options["allow_private"] = "true";
  if (!arguments.user_agent.empty()) options["user_agent"] = arguments.user_agent;
  if (!arguments.contact.empty()) options["contact"] = arguments.contact;
}

CrawlArguments read_options(const Options& options, const CrawlArguments& own) {
  CrawlArguments arguments = own;
  if (!own.delay_seconds) arguments.delay_seconds = number_of<double>(options, "delay");
  if (!own.per_host) arguments.per_host = number_of<int>(options, "per_host");
  arguments.max_pages_per_site = number_of<uint64_t>(options, "max_pages_per_site");
  arguments.allow_private = own.allow_private || options.contains("allow_private");
  if (own.user_agent.empty()) arguments.user_agent = text_of(options, "user_agent");
  if (own.contact.empty()) arguments.contact = text_of(options, "contact");
  return arguments;
}

Status check_limits(const CrawlArguments& arguments) {
  if (arguments.max_bytes.empty()) return Done{};
  return fail(
      "--max-bytes cannot be used with --store; --max-pages counts the pages of all agents");
}

Result<cluster::Job> job_of(const Invocation& invocation, const CrawlArguments& arguments,
                            const crawl::CrawlOptions& options) {
  if (const Status checked = check_limits(arguments); !checked) return Unexpected(checked.error());
  cluster::Job job{.kind = cluster::Job::Kind::kCrawl,
                   .settings = settings::shared_values(invocation.settings)};
  const auto seeds = collection::parse_seeds(options.seeds);
  if (!seeds) return Unexpected(seeds.error());
  for (const url::Url& seed : *seeds) collection::add_seed(job.run_control, seed);
  job.run_control.scope = options.collection.scope;
  write_options(arguments, job.options);
  return job;
}

}  // namespace

Result<cluster::Job> job_of(const Invocation& invocation, const CrawlArguments& arguments) {
  const auto options = crawl_options(invocation.settings.values, invocation.data_folder, arguments);
  if (!options) return Unexpected(options.error());
  return job_of(invocation, arguments, *options);
}

Result<cluster::Job> job_of(const Invocation& invocation, const RunArguments& arguments) {
  const auto options =
      options_of_run(invocation.settings.values, invocation.data_folder, arguments);
  if (!options) return Unexpected(options.error());
  auto job = job_of(invocation, arguments.crawl, *options);
  if (!job) return job;
  job->kind = cluster::Job::Kind::kRun;
  job->run_control.requests_per_second = options->run->requests_per_second;
  if (arguments.keep_scope) job->run_control.scope.reset();
  job->options["policy"] = arguments.policy;
  if (!arguments.objective.empty()) job->options["objective"] = arguments.objective;
  return job;
}

Result<crawl::CrawlOptions> options_of_job(const Invocation& invocation, const cluster::Job& job,
                                           const CrawlArguments& own) {
  std::vector<std::string> overrides = settings::overrides_for(invocation.settings, job.settings);
  overrides.insert(overrides.end(), invocation.overrides.begin(), invocation.overrides.end());
  std::optional<std::filesystem::path> file;
  if (!invocation.settings.file.empty()) file = invocation.settings.file;
  const auto loaded = settings::load(file, overrides);
  if (!loaded) return Unexpected(loaded.error());
  RunArguments arguments{.crawl = read_options(job.options, own)};
  const bool is_run = job.kind == cluster::Job::Kind::kRun;
  if (const std::string policy = text_of(job.options, "policy"); !policy.empty()) {
    arguments.policy = policy;
  }
  arguments.objective = text_of(job.options, "objective");
  auto options = is_run ? options_of_run(loaded->values, invocation.data_folder, arguments)
                        : crawl_options(loaded->values, invocation.data_folder, arguments.crawl);
  if (!options) return options;
  // Limits and seeds are those of the cluster.
  options->limits = {};
  if (job.run_control.scope) options->collection.scope = *job.run_control.scope;
  options->warn_of_failing_seeds = !invocation.quiet;
  return options;
}

}  // namespace freshet::cli
