#include "cli/options.h"

namespace freshet::cli {

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
  options.max_text_bytes = settings.page.max_text_bytes;
  options.form_links = settings.page.form_links;
  options.agent = settings.agent.name;
  return options;
}

parse::SitemapOptions sitemap_options(const settings::Settings& settings) {
  return {.max_bytes = settings.sitemap.max_bytes, .max_urls = settings.sitemap.max_urls};
}

}  // namespace freshet::cli
