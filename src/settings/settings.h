#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "clock/instant.h"

namespace freshet::settings {

// All settings with their default values. To add a key, add a member here and an entry to the table
// in table.cc. Every key must be used by some part of the program.
struct Settings {
  struct Data {
    std::string readable_by = "owner";
    bool follow_links = false;
  } data;

  struct Agent {
    std::string name = "freshet";
    std::string contact;     // a mail address or web page for the owners of sites
    std::string user_agent;  // empty: composed of name, version and contact
  } agent;

  struct Politeness {
    Duration delay = Duration::seconds(1);
    int per_host = 1;
    int per_address = 4;
    double share = 0.5;
    Duration longest_rest = Duration::hours(24);
  } politeness;

  struct Net {
    bool allow_private = false;
    std::vector<std::string> host_map;      // "name=address:port"
    std::vector<std::string> insecure_tls;  // hosts whose certificate is not verified
    std::vector<std::string> dns_servers;   // none: those of the system
    std::string ca_file;
    std::string proxy;
    std::string proxy_file;               // a file with the proxy; read_secret() reads it
    std::vector<std::string> basic_auth;  // "host=user:password"
    std::string basic_auth_file;          // a file with more logins; read_logins() reads it
    bool cookies = false;
    size_t max_body_bytes = 16 * 1024 * 1024;
    size_t max_bytes_in_flight = 256 * 1024 * 1024;
    Duration idle_timeout = Duration::seconds(30);
    Duration total_timeout = Duration::minutes(5);
    int max_connections = 2000;
  } net;

  struct Crawl {
    int attempts = 3;
    Duration patience = Duration::minutes(2);
    bool sitemaps = true;
    bool aliases = true;
    int workers = 0;
  } crawl;

  // Used by `freshet run`.
  struct Refresh {
    std::string objective = "default";
    std::string importance = "links";
    std::string division = "value";  // or a share, 0 to 1
    double floor = 0.2;
    std::vector<std::string> counts = {"text", "links"};
    double min_gain = 0.05;
    Duration longest_wait = Duration::days(1);
    Duration leave_after = Duration::days(7);
  } refresh;

  struct Warc {
    size_t max_file_bytes = 1'000'000'000;
    int level = 1;
    std::string upload_to;                // URL of a folder in object storage; empty: none
    std::string upload_credentials_file;  // read_secret_file() reads it
    bool upload_keep_local = true;
  } warc;

  struct Canonical {
    // Not set: the lists that are built into the module url.
    std::optional<std::vector<std::string>> session_parameters;
    std::optional<std::vector<std::string>> tracking_parameters;
    bool sort_query = false;
  } canonical;

  struct Robots {
    size_t max_bytes = 500 * 1024;  // the minimum that RFC 9309, section 2.5 requires
  } robots;

  struct Page {
    size_t max_links = 10'000;
    bool form_links = false;
  } page;

  struct Sitemap {
    int max_depth = 2;
    int max_per_site = 10'000;
  } sitemap;

  struct Convert {
    std::vector<std::string> communities;
    Duration every = Duration::seconds(30);
  } convert;

  struct Search {
    std::string language;  // BCP 47 tag; empty: the language of the query
  } search;

  struct Database {
    std::string dsn;       // empty: the option --dsn is required
    std::string dsn_file;  // a file with the DSN; read_secret() reads it
  } database;

  struct Cluster {
    Duration lease = Duration::seconds(15);
  } cluster;

  struct Log {
    std::string level = "info";
    std::string json = "auto";
  } log;
};

}  // namespace freshet::settings
