#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "result/result.h"
#include "settings/settings.h"

namespace freshet::settings {

// Reads a file that contains a secret, and removes the line ends at its end. Fails for a regular
// file that all users can read, that its group or all users can write, or whose owner is neither
// this user nor root. Other kinds of file, such as pipes, are not checked.
Result<std::string> read_secret_file(const std::filesystem::path& path);

// Returns `value`, the value of the setting `key`, or the text of `file` if that is not empty.
// Fails if both are set.
Result<std::string> read_secret(const std::string& value, const std::string& file,
                                const std::string& key);
// Returns the logins of net.basic_auth and those in the file net.basic_auth_file: one per line, '#'
// begins a comment line.
Result<std::vector<std::string>> read_logins(const Settings::Net& net);

}  // namespace freshet::settings
