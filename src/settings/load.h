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
  std::string file;              // that was read, as an absolute path; empty: none
  bool exposes_secrets = false;  // the file has passwords, and every user can read it
  // Where each value that is not the default came from: "freshet.toml:7" or "--set".
  std::map<std::string, std::string, std::less<>> origins;

  // As above, or "default".
  std::string_view origin(std::string_view key) const;
};

// Reads the settings file (TOML), then applies the overrides ("robots.max_bytes=1MiB"), the last of
// one key winning. Without a path it reads ./freshet.toml, if there is one, and refuses one that is
// not trusted (settings_file.h); a path that is given must be readable. Unknown keys, wrong types
// and values out of range are errors; the message has a line for each, naming file and line.
Result<Loaded> load(const std::optional<std::filesystem::path>& file,
                    std::span<const std::string> overrides);

// The same from a text; `name` stands for the file in messages.
Result<Loaded> parse(std::string_view toml, std::string_view name,
                     std::span<const std::string> overrides = {});

}  // namespace freshet::settings
