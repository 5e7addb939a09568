#pragma once

#include <string>

#include "cli/command.h"
#include "result/result.h"
#include "settings/settings.h"
#include "telemetry/log.h"

namespace freshet::cli {

// New files can be read by those whom data.readable_by names, and written by their owner alone:
// sets the umask of the process. Call it before a command opens a data folder.
void protect_new_files(const settings::Settings& settings);

// For a command that writes to a data folder which is there: as above, and an error if a part of it
// is a symbolic link that leads out of it, unless data.follow_links allows that.
Status check_data_folder(const Invocation& invocation);

// Warns if state or archive can be read by others than the setting allows, as those of older
// versions can.
void warn_if_exposed(const std::string& data_folder, const settings::Settings& settings,
                     telemetry::Log& log);

}  // namespace freshet::cli
