#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "result/result.h"
#include "warc/record.h"

namespace freshet::warc {

struct ReaderLimits {
  size_t max_head_bytes = 64 << 10;
  size_t max_block_bytes = 64 << 20;  // what is longer is read over, and not kept
};

struct FoundRecord {
  Record record;
  std::string version;  // "1.1"
  // Of the record's gzip member in the file. In a plain file, of the record itself without the
  // empty lines behind it. The length is 0 where several records share a member.
  uint64_t offset = 0;
  uint64_t length = 0;
  uint64_t block_bytes = 0;  // of the block as it stands in the file
  // The block is all that Content-Length promises, and all of it was kept.
  bool whole = true;
  std::vector<std::string> remarks;
};

struct ReadError {
  uint64_t offset = 0;  // in the file, of the record or member that cannot be read
  std::string message;
};

// Reads the records of a WARC file (0.17 to 1.1), plain or gzipped, one after another. Holds one
// record within the limits and some 100 KiB. For one thread.
class Reader {
 public:
  static Result<Reader> open(const std::filesystem::path& path, const ReaderLimits& limits = {});
  // The bytes of a file; they must outlive the reader.
  static Reader of_bytes(std::string_view bytes, const ReaderLimits& limits = {});
  ~Reader();
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;

  // The next record; nullopt at the end of the file. After an error the next call goes on with the
  // first record that it finds behind the damage, so that a loop ends in any case.
  Result<std::optional<FoundRecord>, ReadError> next();

  // The next record will be the one at `offset`, as given by FoundRecord or Written.
  void seek(uint64_t offset);

 private:
  struct Impl;
  explicit Reader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace freshet::warc
