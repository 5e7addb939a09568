#pragma once

#include <filesystem>
#include <string>

#include "result/result.h"

namespace freshet::settings {

// How a settings file came to be read: its user named it, or it lies in the working directory.
enum class Chosen { kByName, kByPlace };

struct SettingsText {
  std::string text;
  std::string path;  // absolute
  bool others_can_read = false;
};

// Reads a settings file. One that only lies in the working directory can send all requests through
// a proxy of somebody else: it is refused if it, or the link that leads to it, belongs to neither
// the user nor root, or if others than its owner can write it.
Result<SettingsText> read_settings_file(const std::filesystem::path& path, Chosen chosen);

}  // namespace freshet::settings
