#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace freshet::settings {

// Everything that a user can set, with the values that hold when nothing is set. To add a key, add
// a member here and a line to the table in table.cc; every key is read by some part of the program.
struct Settings {
  struct Agent {
    std::string name = "freshet";
  } agent;

  struct Canonical {
    // Unset means the lists that are built into url.
    std::optional<std::vector<std::string>> session_parameters;
    std::optional<std::vector<std::string>> tracking_parameters;
    bool sort_query = false;
  } canonical;

  struct Robots {
    size_t max_bytes = 500 * 1024;  // what RFC 9309, section 2.5 asks for at least
  } robots;

  struct Page {
    size_t max_links = 10'000;
    size_t max_text_bytes = 1024 * 1024;
    bool form_links = false;
  } page;

  struct Sitemap {
    size_t max_bytes = 50 * 1024 * 1024;  // the two limits of sitemaps.org
    size_t max_urls = 50'000;
  } sitemap;

  struct Log {
    std::string level = "info";
    std::string json = "auto";
  } log;
};

}  // namespace freshet::settings
