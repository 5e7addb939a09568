#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "store/types.h"

namespace freshet::crash {

// Everything that a state says of what was collected.
struct StateRows {
  std::map<std::string, store::PageState> pages;  // by URL
  std::map<store::PageKey, store::PageLinks> links;
  std::map<store::PageKey, std::string> versions;  // of pages
  std::map<store::PageKey, Instant> listed_dates;  // likewise
  std::vector<store::Change> changes;
  std::map<std::string, store::UnadmittedUrl> unadmitted;  // by URL
  std::map<std::string, store::SiteState> sites;           // by text
  std::map<std::string, store::Original> originals;        // of contents of pages, by digest
};
// Reads it without changing anything; fails the test where it cannot.
StateRows read_state(const std::filesystem::path& data);

// What visits came to is the same: of pages that the archive has, everything but when they were
// found; links, versions, changes, originals.
void expect_same_visits(const StateRows& before, const StateRows& after);

// The name of every file below a folder, with a digest of its bytes.
std::map<std::string, std::string> listing_of(const std::filesystem::path& folder);

}  // namespace freshet::crash
