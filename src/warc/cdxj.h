#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "clock/instant.h"
#include "result/result.h"

namespace freshet::warc {

// The entry of a response or revisit record in an index.
struct IndexEntry {
  std::string_view url;
  Instant date;
  bool revisit = false;
  std::string_view mime;    // not written for a revisit
  int status = 0;           // 0 if there is none
  std::string_view digest;  // "sha256:..."; may be empty
  uint64_t offset = 0;
  uint64_t length = 0;
};

// The index of one archive file. Its entries are collected in memory, with about 180 bytes each,
// and written in sorted order.
class Index {
 public:
  void add(const IndexEntry& entry);
  void clear();
  size_t size() const { return rows_.size(); }

  // Writes the CDXJ file at `path` for the archive file `filename`. The file is written completely
  // or not at all, because it is renamed when it is complete.
  Status write(const std::filesystem::path& path, std::string_view filename) const;

 private:
  struct Row {
    Instant date;
    uint64_t offset;
    uint64_t length;
    size_t text;  // the position in texts_ of url, digest and mime, one after the other
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

// Returns the path of an index while it is being written.
std::filesystem::path part_path(const std::filesystem::path& index);

}  // namespace freshet::warc
