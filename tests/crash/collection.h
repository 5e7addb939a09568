#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "digest/sha.h"
#include "store/types.h"

namespace freshet::crash {

// A response or revisit in the archive.
struct ArchivedReply {
  std::string url;
  std::string original;       // for a revisit: the URL whose payload it has
  digest::Digest256 content;  // for a response: digest of the body without content coding
  bool is_rules = false;      // it was requested as a robots.txt, or as a target of its redirects
};

// The collection in the data folder of a crawl. Reading it fails the test if a file cannot be read,
// has an incomplete record, or has a record that does not match its digests.
struct Collection {
  std::vector<store::PageState> pages;
  std::map<store::ArchivePosition, ArchivedReply> replies;
};
Collection read_collection(const std::filesystem::path& folder);

// Expects that each of these URLs is a page of the state with content.
void expect_collected(const Collection& collection, const std::set<std::string>& urls);
// Expects the same, and that nothing else was collected.
void expect_collected_once(const Collection& collection, const std::set<std::string>& urls);
// Expects that every page is in the archive where the state says, with the content that it says,
// that there are no other replies except those to robots.txt, and that each URL is archived once.
void expect_state_and_archive_agree(const Collection& collection);
// Expects that every archive file has an index with a line for each reply.
void expect_indexes_are_complete(const std::filesystem::path& folder);

}  // namespace freshet::crash
