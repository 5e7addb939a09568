#pragma once

#include <filesystem>
#include <memory>

#include "warc/reader.h"

namespace freshet::warc {

// Reads single records of a WARC file by their offsets. The results are those of a Reader after
// seek(). If each gzip member contains one complete record, it takes a third of the time. It
// buffers a piece of the file, so access in the order of the file is fastest. Not thread-safe.
class RecordsByOffset {
 public:
  static Result<RecordsByOffset> open(const std::filesystem::path& path,
                                      const ReaderLimits& limits = {});
  static RecordsByOffset of_file(const std::shared_ptr<RandomAccess>& file,
                                 const ReaderLimits& limits = {});
  ~RecordsByOffset();
  RecordsByOffset(RecordsByOffset&&) noexcept;
  RecordsByOffset& operator=(RecordsByOffset&&) noexcept;

  // Fails if there is no record at `offset` that can be read, also at the end of the file.
  Result<FoundRecord, ReadError> at(uint64_t offset);

 private:
  struct Impl;
  explicit RecordsByOffset(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace freshet::warc
