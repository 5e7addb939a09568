#include "cli/temporary_folder.h"

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace freshet::cli {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder(const std::string& name) {
  std::error_code error;
  const fs::path parent = fs::temp_directory_path(error);
  if (error) return;
  std::string pattern = (parent / (name + "-XXXXXX")).string();
  if (mkdtemp(pattern.data()) != nullptr) path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace freshet::cli
