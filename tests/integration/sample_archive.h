#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "warc/archive.h"

namespace freshet::test {

// One visit of the sample, and what the archive must have of it.
struct SampleVisit {
  std::string name;
  std::string url;
  std::string request_head;
  std::string reply_head;
  std::string body;
  bool truncated = false;
  std::string address;
  std::string protocol;
  std::vector<std::pair<std::string, std::string>> metadata;
  std::optional<size_t> original;  // index of the visit that this one repeats
  bool not_modified = false;
};

// Returns every kind of visit that a crawl records: pages, binary and empty bodies, redirects,
// revisits, a truncated body, HTTP/2, chunked transfer, replies with odd heads, a URL with escapes.
std::vector<SampleVisit> sample_visits();

Instant sample_date(size_t visit);

// Writes the visits, one by one, to an archive and closes it. Files are small, so that there are
// several.
Result<std::vector<std::filesystem::path>> write_sample_archive(
    const std::filesystem::path& folder);

}  // namespace freshet::test
