#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include "result/result.h"

namespace freshet::warc {

// An open file that is read and written at offsets. Errors name the file and the operation.
class File {
 public:
  // kWrite and kCreate do not follow a symbolic link. kCreate fails if the file exists.
  enum class Mode { kRead, kWrite, kCreate };

  File() = default;
  static Result<File> open(const std::filesystem::path& path, Mode mode);
  ~File() { close(); }
  File(File&& other) noexcept;
  File& operator=(File&& other) noexcept;

  bool is_open() const { return descriptor_ >= 0; }
  const std::filesystem::path& path() const { return path_; }

  Result<uint64_t> size() const;
  // Whether path() still names this file: it was not removed, moved or replaced.
  Result<bool> is_in_place() const;
  // Fills `into` as far as possible and returns how many bytes were read. These are fewer than
  // into.size() only at the end of the file.
  Result<size_t> read_at(uint64_t offset, std::span<char> into) const;
  // Writes all bytes, or fails. After an error some of them may be in the file.
  Status write_at(uint64_t offset, std::string_view bytes);
  Status truncate(uint64_t size);
  Status sync();
  void close();

 private:
  File(int descriptor, std::filesystem::path path);
  Unexpected<Error> failure(std::string_view doing) const;

  int descriptor_ = -1;
  std::filesystem::path path_;
};

// Syncs a folder to the disk, so that files that were created or renamed in it survive a power
// failure.
Status sync_folder(const std::filesystem::path& folder);

}  // namespace freshet::warc
