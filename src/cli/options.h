#pragma once

#include "cli/command.h"
#include "crawl/options.h"
#include "parse/page.h"
#include "parse/sitemap.h"
#include "robots/robots.h"
#include "settings/settings.h"
#include "url/canonical.h"

// What the settings mean to the modules, which know nothing of settings.
namespace freshet::cli {

// The PostgreSQL database: that of the command line, or else of the settings.
Result<std::string> dsn_of(const settings::Settings& settings, const std::string& flag);

url::CanonicalRules canonical_rules(const settings::Settings& settings);
robots::RobotsLimits robots_limits(const settings::Settings& settings);
parse::PageOptions page_options(const settings::Settings& settings);
parse::SitemapOptions sitemap_options(const settings::Settings& settings);
// Settings, and what the command line says against them.
Result<crawl::CrawlOptions> crawl_options(const settings::Settings& settings,
                                          const std::string& data_folder,
                                          const CrawlArguments& arguments);
// Of a run without end; what only its command line says is not in it.
Result<crawl::RunOptions> run_options(const settings::Settings& settings);

}  // namespace freshet::cli
