#pragma once

#include <optional>
#include <string>

#include "convert/updater.h"
#include "settings/settings.h"

namespace freshet::cli {

Result<url::Communities> communities_of(const settings::Settings& settings);

// What the settings mean to a conversion of this data folder.
Result<convert::ConvertOptions> convert_options(const settings::Settings& settings,
                                                const std::string& data_folder);

// Where the catalogue of a data folder is.
std::string catalog_file(const std::string& data_folder);

// How a run keeps its catalogue up to date; none: not at all.
Result<std::optional<convert::UpdaterOptions>> catalog_of_run(const settings::Settings& settings,
                                                              const std::string& data_folder);

}  // namespace freshet::cli
