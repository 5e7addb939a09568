#pragma once

#include <optional>
#include <string>

#include "convert/updater.h"
#include "settings/settings.h"

namespace freshet::cli {

Result<url::Communities> communities_of(const settings::Settings& settings);

// The options of a conversion of this data folder, from the settings.
Result<convert::ConvertOptions> convert_options(const settings::Settings& settings,
                                                const std::string& data_folder);

// The path of the catalogue in a data folder.
std::string catalog_file(const std::string& data_folder);

// How a run keeps its catalogue up to date; nullopt: it does not.
Result<std::optional<convert::UpdaterOptions>> catalog_updates(const settings::Settings& settings,
                                                               const std::string& data_folder);

}  // namespace freshet::cli
