#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clock/instant.h"
#include "digest/sha.h"
#include "fetch/outcome.h"
#include "result/result.h"
#include "store/types.h"
#include "warc/archive.h"

namespace freshet::crawl {

// A visit as the archive has it.
struct ArchivedVisit {
  store::ArchivePosition at;  // of the reply
  std::string url;
  Instant date;
  // With its body, if that can be had: also of a record that refers to another for it.
  fetch::Reply reply;
  bool has_body = true;       // false: it is in a record that cannot be read, or there is none
  bool is_revisit = false;    // the record refers to another
  bool not_modified = false;  // 304
  std::string original_url;   // of a revisit: whose record has the body
  std::optional<uint16_t> depth;
  bool sitemap = false;  // it was found as a sitemap or feed
  bool rules = false;    // it was asked for as robots.txt, or as what that redirects to
  std::string verdict;   // what it was taken for, if the reply does not tell; see packing.h
};

// The visits of an archive, in the order in which they were made. What is damaged is skipped with a
// remark. Holds one visit, and some 50 bytes for each body in the archive. For one thread.
class ArchivedVisits {
 public:
  // An error if the folder cannot be read, or has no archive.
  static Result<ArchivedVisits> open(const std::filesystem::path& folder);
  ~ArchivedVisits();
  ArchivedVisits(ArchivedVisits&&) noexcept;
  ArchivedVisits& operator=(ArchivedVisits&&) noexcept;

  // nullopt behind the last.
  std::optional<ArchivedVisit> next();

  uint64_t bytes_read() const;  // of all_bytes()
  uint64_t all_bytes() const;
  // Behind the last record that could be read; after the last next().
  warc::ArchiveEnd end() const;
  // What could not be read, and where.
  const std::vector<std::string>& remarks() const;

 private:
  struct Impl;
  explicit ArchivedVisits(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace freshet::crawl
