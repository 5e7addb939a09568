#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "result/result.h"
#include "settings/settings.h"

namespace freshet::settings {

struct Loaded {
  Settings values;
  std::string file;              // absolute path of the file that was read; empty if none was
  bool exposes_secrets = false;  // the file contains secrets, and every user can read it
  // The origin of each value that is not the default: "freshet.toml:7" or "--set".
  std::map<std::string, std::string, std::less<>> origins;

  // Returns the origin of a key's value, or "default".
  std::string_view origin(std::string_view key) const;
};

// Reads the settings file (TOML), then applies the overrides ("robots.max_bytes=1MiB"). If a key
// has several overrides, the last one counts. Without a path, load() reads ./freshet.toml if it
// exists, and fails if that file is not trusted (settings_file.h). Unknown keys, wrong types and
// values out of range are errors; the message has a line for each of them with its file and line
// number.
Result<Loaded> load(const std::optional<std::filesystem::path>& file,
                    std::span<const std::string> overrides);

// Does the same with the text of a settings file; messages call the file `name`.
Result<Loaded> parse(std::string_view toml, std::string_view name,
                     std::span<const std::string> overrides = {});

}  // namespace freshet::settings
