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
  std::string original;       // of a revisit: whose payload it has
  digest::Digest256 content;  // of a response: of the body, content coding removed
  bool is_rules = false;      // it was asked for as a robots.txt, or as what one redirects to
};

// What a crawl left in its data folder. Reading it fails the test where a file cannot be read,
// holds less than whole records, or a record is not what its digests say.
struct Collection {
  std::vector<store::PageState> pages;
  std::map<store::ArchivePosition, ArchivedReply> replies;
};
Collection read_collection(const std::filesystem::path& folder);

// Each of these is one page of the state, answered with content.
void expect_collected(const Collection& collection, const std::set<std::string>& urls);
// And nothing else was collected.
void expect_collected_once(const Collection& collection, const std::set<std::string>& urls);
// Every page lies where the state says, with the content that it says, and no reply lies anywhere
// else but those to robots.txt; each address once.
void expect_state_and_archive_agree(const Collection& collection);
// Every archive file has an index with a line for each reply.
void expect_indexes_are_whole(const std::filesystem::path& folder);

}  // namespace freshet::crash
