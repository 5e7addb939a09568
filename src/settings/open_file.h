#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "result/result.h"

namespace freshet::settings {

// A file that is open to be read: who may read or write it is asked of the very file whose text
// comes. Its errors are for the end of a sentence.
class OpenFile {
 public:
  static Result<OpenFile> open(const std::filesystem::path& path);
  OpenFile(OpenFile&& other) noexcept;
  OpenFile& operator=(OpenFile&&) = delete;
  ~OpenFile();

  const struct stat& status() const { return status_; }
  // Its owner is neither the user nor root.
  bool is_of_others() const;
  bool can_others_write() const { return (status_.st_mode & (S_IWGRP | S_IWOTH)) != 0; }
  // At most so many bytes of it, from its beginning.
  Result<std::string> read(size_t most) const;

 private:
  explicit OpenFile(int descriptor) : descriptor_(descriptor) {}

  int descriptor_;
  struct stat status_ {};
};

bool is_of_others(const struct stat& status);

}  // namespace freshet::settings
