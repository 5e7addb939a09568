#include "settings/secret_file.h"

#include <algorithm>

#include "settings/open_file.h"

namespace freshet::settings {
namespace {

constexpr size_t kMaxBytes = 1 << 20;

// Returns why the file is not safe for a secret; empty if it is safe.
std::string why_unsafe(const OpenFile& file) {
  if (!S_ISREG(file.status().st_mode)) return "";
  if (file.belongs_to_other_user()) return "it belongs to another user";
  if ((file.status().st_mode & S_IROTH) != 0) return "every user can read it: chmod o-rwx the file";
  if (file.can_others_write()) return "others can write it: chmod go-w the file";
  return "";
}

}  // namespace

Result<std::string> read_secret_file(const std::filesystem::path& path) {
  const auto failed = [&](const std::string& why) {
    return fail("cannot read the secret in " + path.string() + ": " + why);
  };
  const auto file = OpenFile::open(path);
  if (!file) return failed(file.error().message);
  if (const std::string why = why_unsafe(*file); !why.empty()) return failed(why);
  auto text = file->read(kMaxBytes + 1);
  if (!text) return failed(text.error().message);
  if (text->size() > kMaxBytes) return failed("it is longer than 1 MiB");
  while (text->ends_with('\n') || text->ends_with('\r')) text->pop_back();
  return text;
}

Result<std::string> read_secret(const std::string& value, const std::string& file,
                                const std::string& key) {
  if (file.empty()) return value;
  if (!value.empty()) return fail(key + " and " + key + "_file are both set: remove one of them");
  auto read = read_secret_file(file);
  if (!read) return Unexpected(std::move(read.error()).within(key + "_file"));
  return read;
}

Result<std::vector<std::string>> read_logins(const Settings::Net& net) {
  std::vector<std::string> logins = net.basic_auth;
  if (net.basic_auth_file.empty()) return logins;
  const auto text = read_secret_file(net.basic_auth_file);
  if (!text) return fail("net.basic_auth_file: " + text.error().message);
  for (std::string_view rest = *text; !rest.empty();) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    while (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty() && line.front() != '#') logins.emplace_back(line);
  }
  return logins;
}

}  // namespace freshet::settings
