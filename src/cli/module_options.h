#pragma once

#include "cli/command.h"
#include "collection/options.h"
#include "crawl/options.h"
#include "parse/page.h"
#include "robots/robots.h"
#include "settings/settings.h"
#include "url/canonical.h"

// Translates settings into the options of the other modules, which do not know the settings.
namespace freshet::cli {

// The connection string of the PostgreSQL database: `flag`, or else the settings.
Result<std::string> dsn_of(const settings::Settings& settings, const std::string& flag);

url::CanonicalRules canonical_rules(const settings::Settings& settings);
robots::RobotsLimits robots_limits(const settings::Settings& settings);
parse::PageOptions page_options(const settings::Settings& settings);
// What holds for the collection in a data folder, whether it is being crawled or at rest.
Result<collection::Options> collection_options(const settings::Settings& settings,
                                               const std::string& data_folder);
// From the settings, and from the arguments where they override a setting.
Result<crawl::CrawlOptions> crawl_options(const settings::Settings& settings,
                                          const std::string& data_folder,
                                          const CrawlArguments& arguments);
// The options of `freshet run` that come from settings; its command line sets others.
Result<crawl::RunOptions> run_options(const settings::Settings& settings);
// Those of a run, from settings and command line.
Result<crawl::CrawlOptions> options_of_run(const settings::Settings& settings,
                                           const std::string& data_folder,
                                           const RunArguments& arguments);

}  // namespace freshet::cli
