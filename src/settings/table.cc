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

// Adds to the description of a key the functions that read and write its member of Settings.
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
          .help = "choose who may read new files of state, archive and catalogue; only the owner "
                  "may write them",
          .choices = {"owner", "group", "all"}}),
      in(&S::data, &S::Data::follow_links,
         {.name = "data.follow_links",
          .help = "allow symbolic links in the data folder that lead out of it",
          .type = Type::kBool}),
      in(&S::agent, &S::Agent::name,
         {.name = "agent.name",
          .help = "set the product token that robots.txt uses for this crawler",
          .characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-",
          .characters_description = "letters, '_' and '-'"}),
      in(&S::agent, &S::Agent::contact,
         {.name = "agent.contact",
          .help = "name a page or mail address where a site's owner can reach you; it is part of "
                  "the User-Agent"}),
      in(&S::agent, &S::Agent::user_agent,
         {.name = "agent.user_agent",
          .help = "set the User-Agent header; empty: composed of name, version and contact"}),
      in(&S::politeness, &S::Politeness::delay,
         {.name = "politeness.delay",
          .help = "wait this long between two requests to a host; 0 for no delay",
          .type = Type::kDuration,
          .range = {0, 86'400 * kSecond}}),
      in(&S::politeness, &S::Politeness::per_host,
         {.name = "politeness.per_host",
          .help = "limit the concurrent requests to a host",
          .type = Type::kInteger,
          .unit = "requests",
          .range = {1, 1000}}),
      in(&S::politeness, &S::Politeness::per_address,
         {.name = "politeness.per_address",
          .help = "limit the concurrent requests to an address, for all its hosts together",
          .type = Type::kInteger,
          .unit = "requests",
          .range = {1, 10'000}}),
      in(&S::politeness, &S::Politeness::share,
         {.name = "politeness.share",
          .help = "limit the share of its time that a host spends on answering: after a reply that "
                  "took t, wait t / share - t; 1 for no such wait",
          .type = Type::kReal,
          .range = {0.01, 1}}),
      in(&S::politeness, &S::Politeness::longest_rest,
         {.name = "politeness.longest_rest",
          .help = "limit how long Retry-After or back-off may block a host",
          .type = Type::kDuration,
          .range = {kSecond, 30 * 86'400 * kSecond}}),
      in(&S::net, &S::Net::allow_private,
         {.name = "net.allow_private",
          .help = "allow requests to loopback, private and other addresses that are not on the "
                  "Internet",
          .type = Type::kBool}),
      in(&S::net, &S::Net::host_map,
         {.name = "net.host_map",
          .help = "connect to other addresses: name=address:port; the name * stands for every name",
          .type = Type::kStrings}),
      in(&S::net, &S::Net::dns_servers,
         {.name = "net.dns_servers",
          .help = "ask these name servers, such as 127.0.0.1 or 127.0.0.1:53; none: those of the "
                  "system",
          .type = Type::kStrings}),
      in(&S::net, &S::Net::insecure_tls,
         {.name = "net.insecure_tls",
          .help = "list the hosts whose certificates are not verified",
          .type = Type::kStrings}),
      in(&S::net, &S::Net::ca_file,
         {.name = "net.ca_file",
          .help = "trust the certificates in this PEM file; empty: those of the system"}),
      in(&S::net, &S::Net::proxy,
         {.name = "net.proxy",
          .help = "send requests through this proxy, which also resolves names: http://host:port "
                  "or socks5h://host:port",
          .secret = Secret::kUrl}),
      in(&S::net, &S::Net::proxy_file,
         {.name = "net.proxy_file",
          .help = "read the proxy from this file instead of net.proxy: keeps its password out of "
                  "sight"}),
      in(&S::net, &S::Net::basic_auth,
         {.name = "net.basic_auth",
          .help = "send a user name and password to a host: host=user:password",
          .type = Type::kStrings,
          .secret = Secret::kLogin}),
      in(&S::net, &S::Net::basic_auth_file,
         {.name = "net.basic_auth_file",
          .help = "read more logins from this file, one per line: keeps passwords out of sight"}),
      in(&S::net, &S::Net::cookies,
         {.name = "net.cookies",
          .help = "keep the cookies of each site in memory",
          .type = Type::kBool}),
      in(&S::net, &S::Net::max_body_bytes,
         {.name = "net.max_body_bytes",
          .help = "limit the size of a body; the rest is cut off",
          .type = Type::kBytes,
          .range = {kKiB, 2 * kGiB}}),
      in(&S::net, &S::Net::max_bytes_in_flight,
         {.name = "net.max_bytes_in_flight",
          .help = "limit the memory for all bodies in flight; long ones wait when it is used up",
          .type = Type::kBytes,
          .range = {kMiB, 1024 * kGiB}}),
      in(&S::net, &S::Net::idle_timeout,
         {.name = "net.idle_timeout",
          .help = "limit the time without a byte from a server",
          .type = Type::kDuration,
          .range = {kSecond / 10, 3600 * kSecond}}),
      in(&S::net, &S::Net::total_timeout,
         {.name = "net.total_timeout",
          .help = "limit the time of one reply as a whole",
          .type = Type::kDuration,
          .range = {kSecond / 10, 86'400 * kSecond}}),
      in(&S::net, &S::Net::max_connections,
         {.name = "net.max_connections",
          .help = "limit the concurrent requests to all hosts together",
          .type = Type::kInteger,
          .unit = "requests",
          .range = {1, 100'000}}),
      in(&S::crawl, &S::Crawl::attempts,
         {.name = "crawl.attempts",
          .help = "give up a page after this many failed attempts",
          .type = Type::kInteger,
          .unit = "tries",
          .range = {1, 100}}),
      in(&S::crawl, &S::Crawl::patience,
         {.name = "crawl.patience",
          .help = "end a crawl when it could send no request for this long",
          .type = Type::kDuration,
          .range = {0, 30 * 86'400 * kSecond}}),
      in(&S::crawl, &S::Crawl::sitemaps,
         {.name = "crawl.sitemaps",
          .help = "read the sitemaps that robots.txt names",
          .type = Type::kBool}),
      in(&S::crawl, &S::Crawl::aliases,
         {.name = "crawl.aliases",
          .help = "recognise sites that are the same as others, and do not visit them",
          .type = Type::kBool}),
      in(&S::crawl, &S::Crawl::workers,
         {.name = "crawl.workers",
          .help = "set the number of threads that fetch and parse; 0: one per processor, at most 8",
          .type = Type::kInteger,
          .unit = "threads",
          .range = {0, 256}}),
      in(&S::refresh, &S::Refresh::objective,
         {.name = "refresh.objective",
          .help = "choose what a stale copy costs: freshness, harmonic, age, changes, staleness, "
                  "or some of them with weights; default: freshness,harmonic=0.3"}),
      in(&S::refresh, &S::Refresh::importance,
         {.name = "refresh.importance",
          .help = "weigh pages by depth and the links to them, by depth alone, or equally",
          .choices = {"links", "depth", "equal"}}),
      in(&S::refresh, &S::Refresh::division,
         {.name = "refresh.division",
          .help = "divide a run's budget between new and known pages: by value, or by the share of "
                  "the known pages, 0 to 1"}),
      in(&S::refresh, &S::Refresh::floor,
         {.name = "refresh.floor",
          .help =
              "set the least share of new and of known pages when the budget is divided by value",
          .type = Type::kReal,
          .range = {0, 0.5}}),
      in(&S::refresh, &S::Refresh::counts,
         {.name = "refresh.counts",
          .help = "choose which differences count as a change of a page: text, links, metadata",
          .type = Type::kStrings,
          .choices = {"text", "links", "metadata"}}),
      in(&S::refresh, &S::Refresh::min_gain,
         {.name = "refresh.min_gain",
          .help = "visit a known page only if the chance of finding a change is at least this; 0: "
                  "always",
          .type = Type::kReal,
          .range = {0, 0.9}}),
      in(&S::refresh, &S::Refresh::longest_wait,
         {.name = "refresh.longest_wait",
          .help = "visit a known page after this time, however small the chance of a change is",
          .type = Type::kDuration,
          .range = {kSecond, 3650 * 86'400 * kSecond}}),
      in(&S::refresh, &S::Refresh::leave_after,
         {.name = "refresh.leave_after",
          .help = "keep a page that is gone in the collection for at least this long",
          .type = Type::kDuration,
          .range = {0, 3650 * 86'400 * kSecond}}),
      in(&S::warc, &S::Warc::max_file_bytes,
         {.name = "warc.max_file_bytes",
          .help = "close an archive file when it is larger than this",
          .type = Type::kBytes,
          .range = {kMiB, 1024 * kGiB}}),
      in(&S::warc, &S::Warc::level,
         {.name = "warc.level",
          .help = "set the compression level: 0 none, 1 fast, 12 small",
          .type = Type::kInteger,
          .range = {0, 12}}),
      in(&S::warc, &S::Warc::upload_to,
         {.name = "warc.upload_to",
          .help = "upload archive files to this folder in S3-compatible object storage: "
                  "https://host/bucket/folder/; empty: nowhere",
          .secret = Secret::kUrl}),
      in(&S::warc, &S::Warc::upload_credentials_file,
         {.name = "warc.upload_credentials_file",
          .help = "read the keys for warc.upload_to from this file, of the form of "
                  "~/.aws/credentials; empty: from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"}),
      in(&S::warc, &S::Warc::upload_keep_local,
         {.name = "warc.upload_keep_local",
          .help = "keep archive files after their upload; false removes them when the object "
                  "storage is known to have them",
          .type = Type::kBool}),
      in(&S::canonical, &S::Canonical::session_parameters,
         {.name = "canonical.session_parameters",
          .help = "remove these session ids from path and query; 'name*' matches any ending",
          .type = Type::kStrings}),
      in(&S::canonical, &S::Canonical::tracking_parameters,
         {.name = "canonical.tracking_parameters",
          .help = "remove these tracking parameters from the query; 'name*' matches any ending",
          .type = Type::kStrings}),
      in(&S::canonical, &S::Canonical::sort_query,
         {.name = "canonical.sort_query",
          .help = "sort the parameters of the query, for sites where their order means nothing",
          .type = Type::kBool}),
      in(&S::robots, &S::Robots::max_bytes,
         {.name = "robots.max_bytes",
          .help = "read this many bytes of a robots.txt, and ignore the rest",
          .type = Type::kBytes,
          .range = {500 * kKiB, kGiB}}),
      in(&S::page, &S::Page::max_links,
         {.name = "page.max_links",
          .help = "limit the links taken from one page",
          .type = Type::kInteger,
          .unit = "links",
          .range = {1, 10'000'000}}),
      in(&S::page, &S::Page::form_links,
         {.name = "page.form_links",
          .help = "treat the addresses of forms with the method GET as links",
          .type = Type::kBool}),
      in(&S::sitemap, &S::Sitemap::max_depth,
         {.name = "sitemap.max_depth",
          .help = "limit the chain of indexes that may lead to a sitemap",
          .type = Type::kInteger,
          .unit = "indexes",
          .range = {0, 10}}),
      in(&S::sitemap, &S::Sitemap::max_per_site,
         {.name = "sitemap.max_per_site",
          .help = "limit the sitemaps and feeds that one site may name in a run",
          .type = Type::kInteger,
          .unit = "sitemaps",
          .range = {0, 10'000'000}}),
      in(&S::convert, &S::Convert::communities,
         {.name = "convert.communities",
          .help = "group sites into communities: name=host *.host ...; other sites are grouped by "
                  "domain",
          .type = Type::kStrings}),
      in(&S::convert, &S::Convert::every,
         {.name = "convert.every",
          .help = "update catalog.db this often in a run; 0 for never",
          .type = Type::kDuration,
          .range = {0, 86'400 * kSecond}}),
      in(&S::search, &S::Search::language,
         {.name = "search.language",
          .help = "prefer pages in this language, such as de, if --lang names none"}),
      in(&S::database, &S::Database::dsn,
         {.name = "database.dsn",
          .help = "connect to this PostgreSQL database if --dsn names none; any form that libpq "
                  "accepts",
          .secret = Secret::kDsn}),
      in(&S::database, &S::Database::dsn_file,
         {.name = "database.dsn_file",
          .help = "read the DSN from this file instead of database.dsn: keeps its password out of "
                  "sight"}),
      in(&S::cluster, &S::Cluster::lease,
         {.name = "cluster.lease",
          .help = "let other agents of a cluster take over the sites of this one if it is silent "
                  "for so long; the same for all agents",
          .type = Type::kDuration,
          .range = {kSecond, 3'600 * kSecond}}),
      in(&S::log, &S::Log::level,
         {.name = "log.level",
          .help = "set the least important level of messages that are logged",
          .choices = {"debug", "info", "warning", "error"}}),
      in(&S::log, &S::Log::json,
         {.name = "log.json",
          .help = "write the log as JSON lines; auto: unless standard error is a terminal",
          .choices = {"auto", "always", "never"}}),
  };
  return kTable;
}

}  // namespace freshet::settings
