#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "result/result.h"
#include "warc/random_access.h"
#include "warc/record.h"

namespace freshet::warc {

struct ReaderLimits {
  size_t max_head_bytes = 64 << 10;
  size_t max_block_bytes = 64 << 20;  // the rest of a longer block is skipped
};

struct FoundRecord {
  Record record;
  std::string version;  // "1.1"
  // The position in the file of the record's gzip member. In a plain file, that of the record
  // itself without the empty lines after it. The length is 0 if several records share a member.
  uint64_t offset = 0;
  uint64_t length = 0;
  uint64_t block_bytes = 0;  // size of the block in the file
  // Whether the block has the size that Content-Length states, and is not cut by the limit.
  bool complete = true;
  std::vector<std::string> remarks;
};

struct ReadError {
  uint64_t offset = 0;  // in the file, of the record or member that cannot be read
  std::string message;
};

// Reads the records of a WARC file (version 0.17 to 1.1), plain or gzipped, one after another.
// Needs memory for one record within the limits and about 100 KiB. Not thread-safe.
class Reader {
 public:
  static Result<Reader> open(const std::filesystem::path& path, const ReaderLimits& limits = {});
  static Reader of_file(std::shared_ptr<RandomAccess> file, const ReaderLimits& limits = {});
  // Reads the bytes of a file from memory, which must outlive the reader.
  static Reader of_bytes(std::string_view bytes, const ReaderLimits& limits = {});
  ~Reader();
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;

  // Returns the next record, or nullopt at the end of the file. After an error the next call
  // continues with the first record that it finds after the damage, so a loop always ends.
  Result<std::optional<FoundRecord>, ReadError> next();

  // Makes next() return the record at `offset`, an offset of FoundRecord or Written.
  void seek(uint64_t offset);

 private:
  struct Impl;
  explicit Reader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace freshet::warc
