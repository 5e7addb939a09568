#pragma once

#include "parse/page.h"
#include "parse/sitemap.h"
#include "robots/robots.h"
#include "settings/settings.h"
#include "url/canonical.h"

// What the settings mean to the modules, which know nothing of settings.
namespace freshet::cli {

url::CanonicalRules canonical_rules(const settings::Settings& settings);
robots::RobotsLimits robots_limits(const settings::Settings& settings);
parse::PageOptions page_options(const settings::Settings& settings);
parse::SitemapOptions sitemap_options(const settings::Settings& settings);

}  // namespace freshet::cli
