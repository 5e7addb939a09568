#include "settings/settings_file.h"

#include "settings/open_file.h"

namespace freshet::settings {
namespace {

namespace fs = std::filesystem;

constexpr size_t kLongestFile = 2 << 20;  // more than the parser takes

// Why a file that lies in the working directory is not trusted; empty if it is.
std::string distrust(const fs::path& path, const OpenFile& file) {
  struct stat link {};
  if (lstat(path.c_str(), &link) == 0 && S_ISLNK(link.st_mode) && is_of_others(link)) {
    return "it is a link that belongs to another user (" + std::to_string(link.st_uid) + ")";
  }
  if (file.is_of_others()) {
    return "it belongs to another user (" + std::to_string(file.status().st_uid) + ")";
  }
  if (file.can_others_write()) {
    return "others than its owner can write it: chmod go-w " + path.string();
  }
  return "";
}

}  // namespace

Result<SettingsText> read_settings_file(const fs::path& path, Chosen chosen) {
  const auto failed = [&](const std::string& why) {
    return fail("cannot read the settings file " + path.string() + ": " + why);
  };
  const auto file = OpenFile::open(path);
  if (!file) return failed(file.error().message);
  if (chosen == Chosen::kByPlace) {
    const std::string why = distrust(path, *file);
    if (!why.empty()) {
      return fail("the settings file " + path.string() +
                  " in the working directory is not trusted: " + why +
                  "; name it with --config if it is meant to be read");
    }
  }
  auto text = file->read(kLongestFile);
  if (!text) return failed(text.error().message);
  std::error_code error;
  const mode_t mode = file->status().st_mode;
  return SettingsText{.text = std::move(*text),
                      .path = fs::absolute(path, error).string(),
                      .others_can_read = S_ISREG(mode) && (mode & S_IROTH) != 0};
}

}  // namespace freshet::settings
