#include "cli/politeness_warnings.h"

#include <algorithm>

#include "collection/seeds.h"
#include "crawl/crawl.h"
#include "fetch/address.h"

namespace freshet::cli {

bool is_local(const url::Url& url) {
  const std::string_view host = url.host();
  if (const auto address = fetch::Address::parse(host)) return address->is_private();
  const size_t dot = host.rfind('.');
  if (dot == std::string_view::npos) return true;
  const std::string_view last = host.substr(dot + 1);
  // From RFC 6761 and 6762; ICANN reserved "internal".
  constexpr std::string_view kNotOnTheInternet[] = {"test", "localhost", "invalid", "local",
                                                    "internal"};
  return std::find(std::begin(kNotOnTheInternet), std::end(kNotOnTheInternet), last) !=
         std::end(kNotOnTheInternet);
}

void warn_if_impolite(const crawl::CrawlOptions& options, telemetry::Log& log) {
  const auto seeds = collection::parse_seeds(options.seeds);
  if (!seeds || std::all_of(seeds->begin(), seeds->end(), is_local)) return;
  if (options.politeness.delay == Duration()) {
    log.warning(
        "--delay 0 is impolite to servers that are not yours: they get requests without a pause; "
        "leave out --delay to wait between requests");
  }
  const std::string& agent = options.fetch.user_agent;
  const bool names_someone =
      agent.find('@') != std::string::npos || agent.find("://") != std::string::npos;
  if (options.archive.operator_contact.empty() && !names_someone) {
    log.warning(
        "no contact is set, so site owners cannot reach you; give a web page or e-mail address "
        "with "
        "--contact or the setting agent.contact");
  }
}

}  // namespace freshet::cli
