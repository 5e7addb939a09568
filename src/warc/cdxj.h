#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "clock/instant.h"
#include "result/result.h"

namespace freshet::warc {

// One response or revisit record, as an index knows it.
struct IndexEntry {
  std::string_view url;
  Instant date;
  bool revisit = false;
  std::string_view mime;    // of a revisit not written
  int status = 0;           // 0: none
  std::string_view digest;  // "sha256:..."; may be empty
  uint64_t offset = 0;
  uint64_t length = 0;
};

// The index of one archive file: gathered record by record, about 180 bytes each, and written
// sorted.
class Index {
 public:
  void add(const IndexEntry& entry);
  void clear();
  size_t size() const { return rows_.size(); }

  // Writes the CDXJ file at `path`, whole or not at all (by renaming), for records of `filename`.
  Status write(const std::filesystem::path& path, std::string_view filename) const;

 private:
  struct Row {
    Instant date;
    uint64_t offset;
    uint64_t length;
    size_t text;  // where url, digest and mime begin in texts_, one after the other
    uint32_t url_length;
    uint16_t digest_length;
    uint16_t mime_length;
    uint16_t status;
    bool revisit;
  };
  std::string_view url(const Row& row) const;
  std::string_view digest(const Row& row) const;
  std::string_view mime(const Row& row) const;
  void append_line(std::string& out, std::string_view key, const Row& row,
                   std::string_view filename) const;

  std::vector<Row> rows_;
  std::string texts_;
};

// Where a file's index is while it is being written.
std::filesystem::path unfinished(const std::filesystem::path& index);

}  // namespace freshet::warc
