#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "result/result.h"

namespace freshet::settings {

// A file that is open for reading. Its status is that of the opened file itself, so nobody can
// replace the file between the check of its owner and mode and the reading. Error messages have no
// context; the caller adds it.
class OpenFile {
 public:
  static Result<OpenFile> open(const std::filesystem::path& path);
  OpenFile(OpenFile&& other) noexcept;
  OpenFile& operator=(OpenFile&&) = delete;
  ~OpenFile();

  const struct stat& status() const { return status_; }
  // Whether the owner is neither this user nor root.
  bool belongs_to_other_user() const;
  // Whether the group or all users may write it.
  bool can_others_write() const { return (status_.st_mode & (S_IWGRP | S_IWOTH)) != 0; }
  // Reads up to `max_bytes` bytes. Call it once: it continues where the last call ended.
  Result<std::string> read(size_t max_bytes) const;

 private:
  explicit OpenFile(int descriptor) : descriptor_(descriptor) {}

  int descriptor_;
  struct stat status_ {};
};

// Whether the owner is neither this user nor root.
bool belongs_to_other_user(const struct stat& status);

}  // namespace freshet::settings
