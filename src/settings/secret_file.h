#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "result/result.h"
#include "settings/settings.h"

namespace freshet::settings {

// The text of a file that holds a secret, without the line ends at its end. An error if others than
// its owner and its group can read it, or others than its owner can write it, or if its owner is
// neither the user nor root. (A pipe is for nobody else anyway.)
Result<std::string> read_secret_file(const std::filesystem::path& path);

// The value of a setting or, if `file` is named instead, what is in that file; an error if both are
// given. `key` is the setting's name, for the message.
Result<std::string> secret_of(const std::string& value, const std::string& file,
                              const std::string& key);
// The logins of net.basic_auth and those of net.basic_auth_file, one a line; '#' begins a comment.
Result<std::vector<std::string>> logins_of(const Settings::Net& net);

}  // namespace freshet::settings
