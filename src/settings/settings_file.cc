#include "settings/settings_file.h"

#include "settings/open_file.h"

namespace freshet::settings {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxFileBytes = 2 << 20;  // more than the parser accepts

// Returns why a file in the working directory is not trusted; empty if it is trusted.
std::string why_not_trusted(const fs::path& path, const OpenFile& file) {
  struct stat link {};
  if (lstat(path.c_str(), &link) == 0 && S_ISLNK(link.st_mode) && belongs_to_other_user(link)) {
    return "it is a symbolic link that belongs to another user (" + std::to_string(link.st_uid) +
           ")";
  }
  if (file.belongs_to_other_user()) {
    return "it belongs to another user (" + std::to_string(file.status().st_uid) + ")";
  }
  if (file.can_others_write()) {
    return "users other than its owner can write it: run chmod go-w " + path.string();
  }
  return "";
}

}  // namespace

Result<SettingsText> read_settings_file(const fs::path& path, FileOrigin origin) {
  const auto failed = [&](const std::string& why) {
    return fail("cannot read the settings file " + path.string() + ": " + why);
  };
  const auto file = OpenFile::open(path);
  if (!file) return failed(file.error().message);
  if (origin == FileOrigin::kWorkingDirectory) {
    const std::string why = why_not_trusted(path, *file);
    if (!why.empty()) {
      return fail("the settings file " + path.string() +
                  " in the working directory is not trusted: " + why +
                  "; to use it anyway, name it with --config");
    }
  }
  auto text = file->read(kMaxFileBytes);
  if (!text) return failed(text.error().message);
  std::error_code error;
  const mode_t mode = file->status().st_mode;
  return SettingsText{.text = std::move(*text),
                      .path = fs::absolute(path, error).string(),
                      .others_can_read = S_ISREG(mode) && (mode & S_IROTH) != 0};
}

}  // namespace freshet::settings
