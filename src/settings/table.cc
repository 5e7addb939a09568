#include "settings/table.h"

#include <optional>
#include <type_traits>

namespace freshet::settings {
namespace {

constexpr double kKiB = 1024;
constexpr double kMiB = 1024 * kKiB;
constexpr double kGiB = 1024 * kMiB;
constexpr double kSecond = 1e6;  // durations are in microseconds

template <typename T>
Value to_value(const T& member) {
  if constexpr (std::is_same_v<T, Duration>)
    return member.in_microseconds();
  else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
    return static_cast<int64_t>(member);
  else
    return member;
}

template <typename T>
Value to_value(const std::optional<T>& member) {
  return member ? to_value(*member) : Value();
}

template <typename T>
void assign(T& member, Value value) {
  if constexpr (std::is_same_v<T, Duration>)
    member = Duration::microseconds(std::get<int64_t>(value));
  else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
    member = static_cast<T>(std::get<int64_t>(value));
  else
    member = std::get<T>(std::move(value));
}

template <typename T>
void assign(std::optional<T>& member, Value value) {
  assign(member.emplace(), std::move(value));
}

// Joins the description of a key with the member that holds it.
template <typename Group, typename T>
Key in(Group Settings::*group, T Group::*member, Key key) {
  key.get = [=](const Settings& settings) { return to_value(settings.*group.*member); };
  key.set = [=](Settings& settings, Value value) {
    assign(settings.*group.*member, std::move(value));
  };
  return key;
}

using S = Settings;

}  // namespace

const std::vector<Key>& table() {
  static const std::vector<Key> kTable = {
      in(&S::data, &S::Data::readable_by,
         {.name = "data.readable_by",
          .help = "who may read new files of state, archive and catalogue; only their owner writes",
          .words = {"owner", "group", "all"}}),
      in(&S::data, &S::Data::follow_links,
         {.name = "data.follow_links",
          .help = "parts of the data folder may be symbolic links that lead out of it",
          .type = Type::kBool}),
      in(&S::agent, &S::Agent::name,
         {.name = "agent.name",
          .help = "product token by which robots.txt addresses the crawler",
          .characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-",
          .characters_named = "letters, '_' and '-'"}),
      in(&S::agent, &S::Agent::contact,
         {.name = "agent.contact",
          .help = "where a site's owner can reach you: a page or a mail address; part of the "
                  "User-Agent"}),
      in(&S::agent, &S::Agent::user_agent,
         {.name = "agent.user_agent",
          .help = "the User-Agent header; empty: made of name, version and contact"}),
      in(&S::politeness, &S::Politeness::delay,
         {.name = "politeness.delay",
          .help = "rest between two requests to a host; 0 for none",
          .type = Type::kDuration,
          .range = {0, 86'400 * kSecond}}),
      in(&S::politeness, &S::Politeness::per_host,
         {.name = "politeness.per_host",
          .help = "requests under way to a host",
          .type = Type::kInteger,
          .unit = "requests",
          .range = {1, 1000}}),
      in(&S::politeness, &S::Politeness::per_address,
         {.name = "politeness.per_address",
          .help = "requests under way to an address, all its hosts together",
          .type = Type::kInteger,
          .unit = "requests",
          .range = {1, 10'000}}),
      in(&S::politeness, &S::Politeness::share,
         {.name = "politeness.share",
          .help = "of a host's time that answering may take: after a reply that took t it rests "
                  "t / share - t; 1 for no such rest",
          .type = Type::kReal,
          .range = {0.01, 1}}),
      in(&S::politeness, &S::Politeness::longest_rest,
         {.name = "politeness.longest_rest",
          .help = "the longest that Retry-After or back-off may hold a host",
          .type = Type::kDuration,
          .range = {kSecond, 30 * 86'400 * kSecond}}),
      in(&S::net, &S::Net::allow_private,
         {.name = "net.allow_private",
          .help = "ask loopback, private and other addresses that are not on the Internet",
          .type = Type::kBool}),
      in(&S::net, &S::Net::host_map,
         {.name = "net.host_map",
          .help = "send names elsewhere: name=address:port, * for every name",
          .type = Type::kStrings}),
      in(&S::net, &S::Net::insecure_tls,
         {.name = "net.insecure_tls",
          .help = "hosts whose certificates are not checked",
          .type = Type::kStrings}),
      in(&S::net, &S::Net::ca_file,
         {.name = "net.ca_file",
          .help = "certificates to trust, in PEM; empty: those of the system"}),
      in(&S::net, &S::Net::proxy,
         {.name = "net.proxy",
          .help = "http://host:port or socks5h://host:port; the proxy then resolves names",
          .secret = Secret::kUrl}),
      in(&S::net, &S::Net::proxy_file,
         {.name = "net.proxy_file",
          .help = "a file with the proxy, instead of net.proxy: keeps its password out of sight"}),
      in(&S::net, &S::Net::basic_auth,
         {.name = "net.basic_auth",
          .help = "host=user:password",
          .type = Type::kStrings,
          .secret = Secret::kLogin}),
      in(&S::net, &S::Net::basic_auth_file,
         {.name = "net.basic_auth_file",
          .help = "a file with more of them, one a line: keeps passwords out of sight"}),
      in(&S::net, &S::Net::cookies,
         {.name = "net.cookies",
          .help = "keep cookies, per site and in memory",
          .type = Type::kBool}),
      in(&S::net, &S::Net::http2,
         {.name = "net.http2", .help = "offer HTTP/2 on https", .type = Type::kBool}),
      in(&S::net, &S::Net::max_body_bytes,
         {.name = "net.max_body_bytes",
          .help = "bytes of a body that are taken; the rest is cut off",
          .type = Type::kBytes,
          .range = {kKiB, 2 * kGiB}}),
      in(&S::net, &S::Net::max_bytes_in_flight,
         {.name = "net.max_bytes_in_flight",
          .help = "memory for bodies under way, all together; long ones wait when it is used up",
          .type = Type::kBytes,
          .range = {kMiB, 1024 * kGiB}}),
      in(&S::net, &S::Net::connect_timeout,
         {.name = "net.connect_timeout",
          .help = "to find and reach a server",
          .type = Type::kDuration,
          .range = {kSecond / 10, 3600 * kSecond}}),
      in(&S::net, &S::Net::idle_timeout,
         {.name = "net.idle_timeout",
          .help = "without a byte from a server",
          .type = Type::kDuration,
          .range = {kSecond / 10, 3600 * kSecond}}),
      in(&S::net, &S::Net::total_timeout,
         {.name = "net.total_timeout",
          .help = "for one reply as a whole",
          .type = Type::kDuration,
          .range = {kSecond / 10, 86'400 * kSecond}}),
      in(&S::net, &S::Net::max_connections,
         {.name = "net.max_connections",
          .help = "requests under way, all hosts together",
          .type = Type::kInteger,
          .unit = "requests",
          .range = {1, 100'000}}),
      in(&S::crawl, &S::Crawl::attempts,
         {.name = "crawl.attempts",
          .help = "tries before a page that fails is given up",
          .type = Type::kInteger,
          .unit = "tries",
          .range = {1, 100}}),
      in(&S::crawl, &S::Crawl::retry_delay,
         {.name = "crawl.retry_delay",
          .help = "before the second try; then three times as long each time",
          .type = Type::kDuration,
          .range = {0, 86'400 * kSecond}}),
      in(&S::crawl, &S::Crawl::patience,
         {.name = "crawl.patience",
          .help = "a crawl ends when nothing can be asked for so long",
          .type = Type::kDuration,
          .range = {0, 30 * 86'400 * kSecond}}),
      in(&S::crawl, &S::Crawl::sitemaps,
         {.name = "crawl.sitemaps",
          .help = "read the sitemaps that robots.txt names",
          .type = Type::kBool}),
      in(&S::crawl, &S::Crawl::shards,
         {.name = "crawl.shards",
          .help = "threads that fetch and read; 0: as many as there are processors, 8 at most",
          .type = Type::kInteger,
          .unit = "threads",
          .range = {0, 256}}),
      in(&S::crawl, &S::Crawl::commit_interval,
         {.name = "crawl.commit_interval",
          .help = "what a crash may cost, at most",
          .type = Type::kDuration,
          .range = {kSecond / 100, 60 * kSecond}}),
      in(&S::refresh, &S::Refresh::objective,
         {.name = "refresh.objective",
          .help = "what a stale copy costs: freshness, harmonic, age, changes, staleness, or some "
                  "of them with weights; default: freshness,harmonic=0.3"}),
      in(&S::refresh, &S::Refresh::importance,
         {.name = "refresh.importance",
          .help = "what makes a page weigh more: depth and links to it, depth alone, or nothing",
          .words = {"links", "depth", "equal"}}),
      in(&S::refresh, &S::Refresh::division,
         {.name = "refresh.division",
          .help = "how a run's budget is divided between new pages and known ones: by value, or "
                  "the share of the known, 0 to 1"}),
      in(&S::refresh, &S::Refresh::floor,
         {.name = "refresh.floor",
          .help = "by value, the least share of either",
          .type = Type::kReal,
          .range = {0, 0.5}}),
      in(&S::refresh, &S::Refresh::counts,
         {.name = "refresh.counts",
          .help = "which differences count as a change of a page: text, links, metadata",
          .type = Type::kStrings,
          .words = {"text", "links", "metadata"}}),
      in(&S::refresh, &S::Refresh::min_gain,
         {.name = "refresh.min_gain",
          .help = "the least chance of finding a change that is worth a visit to a known page; 0: "
                  "every visit is",
          .type = Type::kReal,
          .range = {0, 0.9}}),
      in(&S::refresh, &S::Refresh::longest_wait,
         {.name = "refresh.longest_wait",
          .help = "after so long a visit is worth it, whatever the chance",
          .type = Type::kDuration,
          .range = {kSecond, 3650 * 86'400 * kSecond}}),
      in(&S::refresh, &S::Refresh::leave_after_visits,
         {.name = "refresh.leave_after_visits",
          .help = "visits in a row that find a page gone, before it leaves the collection",
          .type = Type::kInteger,
          .unit = "visits",
          .range = {2, 16}}),
      in(&S::refresh, &S::Refresh::leave_after,
         {.name = "refresh.leave_after",
          .help = "how long a page must have been gone, before it leaves the collection",
          .type = Type::kDuration,
          .range = {0, 3650 * 86'400 * kSecond}}),
      in(&S::warc, &S::Warc::max_file_bytes,
         {.name = "warc.max_file_bytes",
          .help = "an archive file that has grown past this is closed",
          .type = Type::kBytes,
          .range = {kMiB, 1024 * kGiB}}),
      in(&S::warc, &S::Warc::level,
         {.name = "warc.level",
          .help = "how hard to compress: 0 not at all, 1 fast, 12 small",
          .type = Type::kInteger,
          .range = {0, 12}}),
      in(&S::canonical, &S::Canonical::session_parameters,
         {.name = "canonical.session_parameters",
          .help = "session ids, removed from path and query; 'name*' for any ending",
          .type = Type::kStrings}),
      in(&S::canonical, &S::Canonical::tracking_parameters,
         {.name = "canonical.tracking_parameters",
          .help = "tracking parameters, removed from the query; 'name*' for any ending",
          .type = Type::kStrings}),
      in(&S::canonical, &S::Canonical::sort_query,
         {.name = "canonical.sort_query",
          .help = "sort the parameters of the query, for sites where their order means nothing",
          .type = Type::kBool}),
      in(&S::robots, &S::Robots::max_bytes,
         {.name = "robots.max_bytes",
          .help = "bytes of a robots.txt that are read; what follows is ignored",
          .type = Type::kBytes,
          .range = {500 * kKiB, kGiB}}),
      in(&S::page, &S::Page::max_links,
         {.name = "page.max_links",
          .help = "links taken from one page",
          .type = Type::kInteger,
          .unit = "links",
          .range = {1, 10'000'000}}),
      in(&S::page, &S::Page::max_text_bytes,
         {.name = "page.max_text_bytes",
          .help = "bytes of visible text kept of one page",
          .type = Type::kBytes,
          .range = {0, kGiB}}),
      in(&S::page, &S::Page::form_links,
         {.name = "page.form_links",
          .help = "take the addresses of forms that are sent by GET for links",
          .type = Type::kBool}),
      in(&S::sitemap, &S::Sitemap::max_bytes,
         {.name = "sitemap.max_bytes",
          .help = "bytes of a sitemap that are read, after decompression",
          .type = Type::kBytes,
          .range = {kKiB, 4 * kGiB}}),
      in(&S::sitemap, &S::Sitemap::max_urls,
         {.name = "sitemap.max_urls",
          .help = "entries taken from one sitemap",
          .type = Type::kInteger,
          .unit = "entries",
          .range = {1, 10'000'000}}),
      in(&S::sitemap, &S::Sitemap::max_depth,
         {.name = "sitemap.max_depth",
          .help = "indexes, one after another, that may lead to a sitemap",
          .type = Type::kInteger,
          .unit = "indexes",
          .range = {0, 10}}),
      in(&S::sitemap, &S::Sitemap::max_per_site,
         {.name = "sitemap.max_per_site",
          .help = "sitemaps and feeds that one site may name in a run",
          .type = Type::kInteger,
          .unit = "sitemaps",
          .range = {0, 10'000'000}}),
      in(&S::convert, &S::Convert::communities,
         {.name = "convert.communities",
          .help = "sites that belong together: name=host *.host ...; others share their domain's",
          .type = Type::kStrings}),
      in(&S::convert, &S::Convert::every,
         {.name = "convert.every",
          .help = "how often a run brings catalog.db up to date; 0 for never",
          .type = Type::kDuration,
          .range = {0, 86'400 * kSecond}}),
      in(&S::search, &S::Search::language,
         {.name = "search.language",
          .help = "the language that you read, such as de: its pages come first where --lang names "
                  "none"}),
      in(&S::database, &S::Database::dsn,
         {.name = "database.dsn",
          .help = "the PostgreSQL database, as libpq takes it, where --dsn names none",
          .secret = Secret::kDsn}),
      in(&S::database, &S::Database::dsn_file,
         {.name = "database.dsn_file",
          .help = "a file with the DSN, instead of database.dsn: keeps its password out of sight"}),
      in(&S::log, &S::Log::level,
         {.name = "log.level",
          .help = "the least important messages that are logged",
          .words = {"debug", "info", "warning", "error"}}),
      in(&S::log, &S::Log::json,
         {.name = "log.json",
          .help = "log as JSON lines; auto: unless standard error is a terminal",
          .words = {"auto", "always", "never"}}),
  };
  return kTable;
}

}  // namespace freshet::settings
