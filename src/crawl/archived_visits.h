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
#include "warc/upload_mark.h"

namespace freshet::crawl {

// A visit as it is stored in the archive.
struct ArchivedVisit {
  store::ArchivePosition at;  // of the reply
  std::string url;
  Instant date;
  // Has the body if it can be read, also for a record that refers to another one.
  fetch::Reply reply;
  bool has_body = true;       // false: the record with the body cannot be read, or there is none
  bool is_revisit = false;    // the record refers to another one
  bool not_modified = false;  // 304
  std::string original_url;   // of a revisit: whose record has the body
  std::optional<uint16_t> depth;
  bool sitemap = false;  // it was found as a sitemap or feed
  bool rules = false;    // it was requested as robots.txt, or as the target of its redirect
  std::string verdict;   // the verdict of the crawl, if the reply does not show it; see packing.h
};

// Reads the visits of an archive, in the order in which they were made. Damaged places are skipped
// and reported in remarks(). Memory: one visit, and some 50 bytes for each body in the archive. For
// one thread.
class ArchivedVisits {
 public:
  // Files that were uploaded and are not in the folder are read with `open_uploaded`. Returns an
  // error if the folder cannot be read, or has no archive, or if files were uploaded and
  // `open_uploaded` is empty.
  static Result<ArchivedVisits> open(const std::filesystem::path& folder,
                                     warc::OpenUploaded open_uploaded = {});
  ~ArchivedVisits();
  ArchivedVisits(ArchivedVisits&&) noexcept;
  ArchivedVisits& operator=(ArchivedVisits&&) noexcept;

  // Returns nullopt after the last visit, and when uploaded files cannot be read now: status() is
  // then an error, and what was returned is not all.
  std::optional<ArchivedVisit> next();
  const Status& status() const;

  uint64_t bytes_read() const;  // of all_bytes()
  uint64_t all_bytes() const;
  // The end of the last record that could be read. Valid after the last next().
  warc::ArchiveEnd end() const;
  // Describes what could not be read, and where.
  const std::vector<std::string>& remarks() const;

 private:
  struct Impl;
  explicit ArchivedVisits(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace freshet::crawl
