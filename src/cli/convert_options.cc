#include "cli/convert_options.h"

#include <algorithm>
#include <filesystem>
#include <thread>

#include "cli/module_options.h"
#include "cli/upload_options.h"

namespace freshet::cli {

Result<url::Communities> communities_of(const settings::Settings& settings) {
  auto communities = url::Communities::parse(settings.convert.communities);
  if (!communities) {
    return Unexpected(std::move(communities).error().within("convert.communities"));
  }
  return communities;
}

Result<convert::ConvertOptions> convert_options(const settings::Settings& settings,
                                                const std::string& data_folder) {
  auto communities = communities_of(settings);
  if (!communities) return Unexpected(communities.error());
  convert::ConvertOptions options;
  options.archives = convert::Archives(std::filesystem::path(data_folder) / "warc");
  auto uploaded = uploaded_archives(settings);
  if (!uploaded) return Unexpected(uploaded.error());
  options.archives.set_uploaded(std::move(*uploaded));
  options.communities = std::move(*communities);
  options.page = page_options(settings);
  options.max_body_bytes = settings.net.max_body_bytes;
  options.threads = std::clamp<size_t>(std::thread::hardware_concurrency(), 1, 8);
  return options;
}

std::string catalog_file(const std::string& data_folder) {
  return (std::filesystem::path(data_folder) / "catalog.db").string();
}

Result<std::optional<convert::UpdaterOptions>> catalog_updates(const settings::Settings& settings,
                                                               const std::string& data_folder) {
  auto options = convert_options(settings, data_folder);
  if (!options) return Unexpected(options.error());
  if (settings.convert.every == Duration()) return std::nullopt;
  options->threads = 1;  // the crawl needs the other cores
  options->replace_other = true;
  return std::optional(convert::UpdaterOptions{.convert = std::move(*options),
                                               .file = catalog_file(data_folder),
                                               .every = settings.convert.every});
}

}  // namespace freshet::cli
