#pragma once

#include <map>
#include <string>
#include <vector>

#include "settings/load.h"

namespace freshet::settings {

// Returns the values that are not defaults, as text that an override accepts, without those that
// concern only this machine (its folders, files, log and limits) and without secrets. One agent of
// a cluster shares them with the others.
std::map<std::string, std::string> shared_values(const Loaded& loaded);

// Returns overrides ("key=value") for those of the values that `loaded` does not set itself.
std::vector<std::string> overrides_for(const Loaded& loaded,
                                       const std::map<std::string, std::string>& values);

}  // namespace freshet::settings
