#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "result/check.h"

namespace freshet {

// A new folder for one test, deleted at its end.
class ScratchFolder {
 public:
  ScratchFolder() : ScratchFolder(std::filesystem::temp_directory_path()) {}
  explicit ScratchFolder(const std::filesystem::path& parent)
      : path_((parent / "freshet-test-XXXXXX").string()) {
    FRESHET_CHECK(mkdtemp(path_.data()) != nullptr, path_);
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::string& path() const { return path_; }
  std::filesystem::path operator/(std::string_view name) const {
    return std::filesystem::path(path_) / name;
  }

 private:
  std::string path_;
};

}  // namespace freshet
