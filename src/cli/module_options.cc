#include "cli/module_options.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <random>
#include <thread>

#include "cli/budget_text.h"
#include "cli/recipe_files.h"
#include "cli/upload_options.h"
#include "schedule/objective.h"
#include "schedule/registry.h"
#include "settings/secret.h"
#include "settings/secret_file.h"
#include "settings/units.h"
#include "systemclock/system_clock.h"

namespace freshet::cli {
namespace {

// Splits each "a=b" into {a, b}.
Result<std::vector<std::pair<std::string, std::string>>> pairs(
    const std::vector<std::string>& texts, std::string_view key) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const std::string& text : texts) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
      const auto kind =
          key == "net.basic_auth" ? settings::Secret::kLogin : settings::Secret::kNothing;
      return fail(std::string(key) + ": " + settings::masked(kind, text) +
                  " is not of the form NAME=VALUE");
    }
    all.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return all;
}

std::string user_agent(const settings::Settings& settings, const CrawlArguments& arguments) {
  if (!arguments.user_agent.empty()) return arguments.user_agent;
  if (!settings.agent.user_agent.empty()) return settings.agent.user_agent;
  const std::string& contact =
      arguments.contact.empty() ? settings.agent.contact : arguments.contact;
  std::string text = settings.agent.name + "/" FRESHET_VERSION;
  if (!contact.empty()) text += " (+" + contact + ")";
  return text;
}

size_t workers_for(int setting) {
  if (setting > 0) return static_cast<size_t>(setting);
  return std::clamp<size_t>(std::thread::hardware_concurrency(), 1, 8);
}

Status fill_fetch(const settings::Settings& settings, const CrawlArguments& arguments,
                  fetch::FetchOptions& fetch) {
  const auto& net = settings.net;
  auto host_map = pairs(net.host_map, "net.host_map");
  if (!host_map) return Unexpected(host_map.error());
  const auto logins = settings::read_logins(net);
  if (!logins) return Unexpected(logins.error());
  auto basic_auth = pairs(*logins, "net.basic_auth");
  if (!basic_auth) return Unexpected(basic_auth.error());
  auto proxy = settings::read_secret(net.proxy, net.proxy_file, "net.proxy");
  if (!proxy) return Unexpected(proxy.error());
  fetch.user_agent = user_agent(settings, arguments);
  fetch.allow_private = net.allow_private || arguments.allow_private;
  fetch.host_map = std::move(*host_map);
  fetch.unverified_tls_hosts = net.insecure_tls;
  fetch.ca_file = net.ca_file;
  fetch.dns_servers = net.dns_servers;
  fetch.proxy = std::move(*proxy);
  fetch.basic_auth = std::move(*basic_auth);
  fetch.cookies = net.cookies;
  fetch.max_body_bytes = net.max_body_bytes;
  fetch.idle_timeout = net.idle_timeout;
  fetch.total_timeout = net.total_timeout;
  fetch.max_connections = static_cast<size_t>(net.max_connections);
  return fetch::validate(fetch);
}

void fill_politeness(const settings::Settings& settings, const CrawlArguments& arguments,
                     frontier::Politeness& politeness) {
  politeness.delay = arguments.delay_seconds ? Duration::from_seconds(*arguments.delay_seconds)
                                             : settings.politeness.delay;
  politeness.per_host = arguments.per_host.value_or(settings.politeness.per_host);
  // A higher limit per host also raises the limit per address, which would undo it otherwise.
  politeness.per_address = std::max(settings.politeness.per_address, politeness.per_host);
  politeness.share = settings.politeness.share;
  politeness.longest_rest = settings.politeness.longest_rest;
}

// False for NaN as well.
bool within(double value, double least, double most) {
  return value >= least && value <= most;
}

// Checks the options that no check of the settings covers.
Status check_flags(const CrawlArguments& arguments) {
  constexpr double kDay = 86'400;
  if (arguments.delay_seconds && !within(*arguments.delay_seconds, 0, kDay)) {
    return fail("--delay must be a number of seconds from 0 to 86400");
  }
  if (arguments.max_time_seconds && !within(*arguments.max_time_seconds, 0, 36'500 * kDay)) {
    return fail("--max-time must be a number of seconds from 0 on");
  }
  if (arguments.per_host && !within(*arguments.per_host, 1, 1000)) {
    return fail("--per-host must be from 1 to 1000 requests");
  }
  return Done{};
}

}  // namespace

Result<collection::Options> collection_options(const settings::Settings& settings,
                                               const std::string& data_folder) {
  static const std::map<std::string, collection::Importance> kImportances = {
      {"links", collection::Importance::kLinks},
      {"depth", collection::Importance::kDepth},
      {"equal", collection::Importance::kEqual}};
  const auto objective = schedule::objective_named(settings.refresh.objective);
  if (!objective) return fail("refresh.objective: " + objective.error().message);
  collection::Options options;
  options.data_folder = data_folder;
  options.follow_links = settings.data.follow_links;
  options.agent = settings.agent.name;
  options.robots = robots_limits(settings);
  options.sitemaps = {.max_depth = static_cast<uint8_t>(settings.sitemap.max_depth),
                      .max_per_site = static_cast<uint32_t>(settings.sitemap.max_per_site)};
  options.canonical = canonical_rules(settings);
  options.importance = kImportances.at(settings.refresh.importance);
  options.refresh.objective = *objective;
  options.refresh.east = local_zone(SystemClock().now());
  // A fixed seed would audit the same pages first after every start.
  options.refresh.seed = std::random_device{}();
  options.refresh.floor = {.min_gain = settings.refresh.min_gain,
                           .longest_wait = settings.refresh.longest_wait};
  options.leaving.after = settings.refresh.leave_after;
  options.aliases = settings.crawl.aliases;
  return options;
}

Result<crawl::CrawlOptions> crawl_options(const settings::Settings& settings,
                                          const std::string& data_folder,
                                          const CrawlArguments& arguments) {
  static const std::map<std::string, collection::ScopeKind> kScopes = {
      {"page", collection::ScopeKind::kPage},
      {"prefix", collection::ScopeKind::kPrefix},
      {"host", collection::ScopeKind::kHost},
      {"domain", collection::ScopeKind::kDomain},
      {"any", collection::ScopeKind::kAny}};
  if (const Status checked = check_flags(arguments); !checked) return Unexpected(checked.error());
  auto collection = collection_options(settings, data_folder);
  if (!collection) return Unexpected(collection.error());
  crawl::CrawlOptions options;
  options.collection = std::move(*collection);
  options.seeds = arguments.seeds;
  options.collection.scope = {.kind = kScopes.at(arguments.scope),
                              .include = arguments.include,
                              .exclude = arguments.exclude,
                              .max_depth = arguments.depth,
                              .any_port = arguments.any_port};
  const auto recipes = read_recipes(arguments.recipes);
  if (!recipes) return Unexpected(recipes.error());
  for (const extract::Recipe& recipe : *recipes) {
    options.collection.scope.recipes.push_back(recipe.text());
    options.seeds.insert(options.seeds.end(), recipe.seeds().begin(), recipe.seeds().end());
  }
  options.limits.max_pages = arguments.max_pages;
  options.collection.max_pages_per_site = arguments.max_pages_per_site;
  if (!arguments.max_bytes.empty()) {
    const auto bytes = settings::parse_bytes(arguments.max_bytes);
    if (!bytes)
      return fail("--max-bytes: \"" + arguments.max_bytes +
                  "\" is not a size; write it like 500MB or 10GB");
    options.limits.max_bytes = static_cast<uint64_t>(*bytes);
  }
  if (arguments.max_time_seconds) {
    options.limits.max_time = Duration::from_seconds(*arguments.max_time_seconds);
  }
  const std::vector<std::string>& counts = settings.refresh.counts;
  const auto does_count = [&](const char* kind) {
    return std::find(counts.begin(), counts.end(), kind) != counts.end();
  };
  options.compare = {.text_counts = does_count("text"),
                     .links_count = does_count("links"),
                     .metadata_counts = does_count("metadata")};
  options.retry = {.attempts = settings.crawl.attempts, .patience = settings.crawl.patience};
  fill_politeness(settings, arguments, options.politeness);
  if (const Status filled = fill_fetch(settings, arguments, options.fetch); !filled) {
    return Unexpected(filled.error());
  }
  options.sitemaps = settings.crawl.sitemaps;
  options.page = page_options(settings);
  options.archive = {
      .software = "freshet/" FRESHET_VERSION,
      .operator_contact = arguments.contact.empty() ? settings.agent.contact : arguments.contact,
      .max_file_bytes = settings.warc.max_file_bytes,
      .compression_level = settings.warc.level};
  if (const Status prepared = prepare_uploads(settings, options); !prepared) {
    return Unexpected(prepared.error());
  }
  options.workers = workers_for(settings.crawl.workers);
  options.in_flight_per_worker =
      std::max<size_t>(options.fetch.max_connections / options.workers, 1);
  options.max_bytes_in_flight = settings.net.max_bytes_in_flight;
  return options;
}

Result<crawl::RunOptions> run_options(const settings::Settings& settings) {
  crawl::RunOptions run;
  run.division.floor = settings.refresh.floor;
  const std::string& division = settings.refresh.division;
  if (division == "value") return run;
  double share = 0;
  const char* end = division.data() + division.size();
  const auto read = std::from_chars(division.data(), end, share);
  if (read.ec != std::errc() || read.ptr != end || !within(share, 0, 1)) {
    return fail("refresh.division must be \"value\" or a share from 0 to 1, not \"" + division +
                "\"");
  }
  run.division.known_share = share;
  return run;
}

Result<std::string> dsn_of(const settings::Settings& settings, const std::string& flag) {
  if (!flag.empty()) return flag;
  auto dsn =
      settings::read_secret(settings.database.dsn, settings.database.dsn_file, "database.dsn");
  if (dsn && dsn->empty()) {
    return fail(
        "no PostgreSQL database is set; name it with --dsn postgresql://user@host/database, or "
        "with "
        "the setting database.dsn or database.dsn_file");
  }
  return dsn;
}

url::CanonicalRules canonical_rules(const settings::Settings& settings) {
  url::CanonicalRules rules = url::CanonicalRules::defaults();
  const auto& canonical = settings.canonical;
  if (canonical.session_parameters) rules.session_parameters = *canonical.session_parameters;
  if (canonical.tracking_parameters) rules.tracking_parameters = *canonical.tracking_parameters;
  rules.sort_query = canonical.sort_query;
  return rules;
}

robots::RobotsLimits robots_limits(const settings::Settings& settings) {
  robots::RobotsLimits limits;
  limits.max_bytes = settings.robots.max_bytes;
  return limits;
}

parse::PageOptions page_options(const settings::Settings& settings) {
  parse::PageOptions options;
  options.max_links = settings.page.max_links;
  options.form_links = settings.page.form_links;
  options.agent = settings.agent.name;
  return options;
}

Result<crawl::CrawlOptions> options_of_run(const settings::Settings& settings,
                                           const std::string& data_folder,
                                           const RunArguments& arguments) {
  auto options = crawl_options(settings, data_folder, arguments.crawl);
  if (!options) return options;
  auto run = run_options(settings);
  if (!run) return Unexpected(run.error());
  if (!arguments.objective.empty()) {
    const auto objective = schedule::objective_named(arguments.objective);
    if (!objective) return fail("--objective: " + objective.error().message);
    options->collection.refresh.objective = *objective;
  }
  if (!arguments.budget.empty()) {
    const auto budget = parse_budget(arguments.budget);
    if (!budget) return fail("--budget: " + budget.error().message);
    run->requests_per_second = *budget;
  }
  run->keep_scope = arguments.keep_scope;
  const schedule::PolicyEntry* policy = schedule::find_policy(arguments.policy);
  if (policy == nullptr || policy->needs_known_rates) {
    std::string names;
    for (const schedule::PolicyEntry& each : schedule::policies()) {
      if (!each.needs_known_rates) names.append(names.empty() ? " " : ", ").append(each.name);
    }
    return fail("there is no policy \"" + arguments.policy +
                "\" for a run; choose one of:" + names);
  }
  options->collection.refresh.policy = arguments.policy;
  options->run = *run;
  return options;
}

}  // namespace freshet::cli
