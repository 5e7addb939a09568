#pragma once

#include <string>

namespace freshet::cli {

// A folder for temporary files, which is removed with all that is in it.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const std::string& name);  // a part of the folder's name
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }  // empty if it could not be created

 private:
  std::string path_;
};

}  // namespace freshet::cli
