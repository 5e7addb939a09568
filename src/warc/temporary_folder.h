#pragma once

#include <stdlib.h>

#include <filesystem>
#include <string>

#include "result/check.h"

namespace freshet::warc {

// For tests: a folder that goes when this does.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "freshet-warc-XXXXXX").string();
    FRESHET_CHECK(mkdtemp(name.data()) != nullptr, name);
    path_ = name;
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace freshet::warc
