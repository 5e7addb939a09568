#pragma once

#include <filesystem>
#include <string>

#include "result/result.h"

namespace freshet::settings {

// Why a settings file is read: the user named it, or it is in the working directory.
enum class FileOrigin { kNamed, kWorkingDirectory };

struct SettingsText {
  std::string text;
  std::string path;  // absolute
  bool others_can_read = false;
};

// Reads a settings file. A file that another user put into the working directory could, for
// example, send all requests through a proxy of that user. So a file that the user did not name is
// refused if it, or the symbolic link to it, belongs to neither this user nor root, or if users
// other than its owner can write it.
Result<SettingsText> read_settings_file(const std::filesystem::path& path, FileOrigin origin);

}  // namespace freshet::settings
