#pragma once

#include <string>

#include "cli/command.h"
#include "result/result.h"
#include "settings/settings.h"
#include "telemetry/log.h"

namespace freshet::cli {

// Sets the umask of the process, so that new files can be read by those whom data.readable_by names
// and written only by their owner. Call it before a command opens a data folder.
void protect_new_files(const settings::Settings& settings);

// For a command that writes to an existing data folder: calls protect_new_files(), and returns an
// error if a part of the folder is a symbolic link that leads out of it, unless data.follow_links
// allows that.
Status check_data_folder(const Invocation& invocation);

// Warns if state or archive can be read by more users than data.readable_by allows, as those that
// older versions have written can be.
void warn_if_exposed(const std::string& data_folder, const settings::Settings& settings,
                     telemetry::Log& log);

}  // namespace freshet::cli
