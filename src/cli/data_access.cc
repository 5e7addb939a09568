#include "cli/data_access.h"

#include <sys/stat.h>

#include <filesystem>

#include "collection/data_folder.h"

namespace freshet::cli {
namespace {

// The permissions that files of the data folder must not have.
mode_t mask_of(const settings::Settings& settings) {
  if (settings.data.readable_by == "all") return S_IWGRP | S_IWOTH;
  if (settings.data.readable_by == "group") return S_IWGRP | S_IRWXO;
  return S_IRWXG | S_IRWXO;
}

}  // namespace

void protect_new_files(const settings::Settings& settings) {
  umask(mask_of(settings));
}

Status check_data_folder(const Invocation& invocation) {
  const settings::Settings& settings = invocation.settings.values;
  protect_new_files(settings);
  return settings.data.follow_links ? Status(Done{})
                                    : collection::check_links(invocation.data_folder);
}

void warn_if_exposed(const std::string& data_folder, const settings::Settings& settings,
                     telemetry::Log& log) {
  struct stat whole {};
  if (stat(data_folder.c_str(), &whole) != 0) return;
  for (const char* part : {"state", "warc"}) {
    struct stat status {};
    const std::string path = (std::filesystem::path(data_folder) / part).string();
    if (lstat(path.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) continue;
    // Users who cannot enter the data folder cannot read what is in it.
    const mode_t open_to = status.st_mode & whole.st_mode & (S_IXGRP | S_IXOTH);
    if ((open_to & mask_of(settings)) == 0) continue;
    log.warning(
        "other users can read the collection; to stop that, run chmod -R go-rwx on the data "
        "folder; "
        "to allow it, set data.readable_by",
        {{"folder", path}});
    return;
  }
}

}  // namespace freshet::cli
