#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "store/types.h"

namespace freshet::crash {

// Everything that a state has about the collected pages.
struct StateRows {
  std::map<std::string, store::PageState> pages;  // by URL
  std::map<store::PageKey, store::PageLinks> links;
  std::map<store::PageKey, std::string> versions;
  std::map<store::PageKey, Instant> listed_dates;
  std::vector<store::Change> changes;
  std::map<std::string, store::UnadmittedUrl> unadmitted;  // by URL
  std::map<std::string, store::SiteState> sites;           // by text
  std::map<std::string, store::Original> originals;        // by digest of the content
};
// Reads the state without changing it; fails the test if it cannot.
StateRows read_state(const std::filesystem::path& data);

// Expects that the results of visits are equal: everything about archived pages except when they
// were found, and links, versions, changes and originals.
void expect_same_visits(const StateRows& before, const StateRows& after);

// Returns the name of every file below a folder, with a digest of its bytes.
std::map<std::string, std::string> listing_of(const std::filesystem::path& folder);

}  // namespace freshet::crash
