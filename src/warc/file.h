#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include "result/result.h"

namespace freshet::warc {

// An open file, read and written at offsets. Errors name the file and what was being done to it.
class File {
 public:
  // Only kRead follows a symbolic link. kCreate: it must not be there yet.
  enum class Mode { kRead, kWrite, kCreate };

  File() = default;
  static Result<File> open(const std::filesystem::path& path, Mode mode);
  ~File() { close(); }
  File(File&& other) noexcept;
  File& operator=(File&& other) noexcept;

  bool is_open() const { return descriptor_ >= 0; }
  const std::filesystem::path& path() const { return path_; }

  Result<uint64_t> size() const;
  // Whether path() still leads to this file: nobody removed, moved or replaced it.
  Result<bool> is_in_place() const;
  // How many bytes were read: fewer than there is room for only at the end of the file.
  Result<size_t> read_at(uint64_t offset, std::span<char> into) const;
  // All of the bytes or an error; after an error some of them may stand in the file.
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

// So that files that were made or renamed in it are still there after a power cut.
Status sync_folder(const std::filesystem::path& folder);

}  // namespace freshet::warc
