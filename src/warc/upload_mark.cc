#include "warc/upload_mark.h"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

#include "text/ascii.h"
#include "warc/archive_folder.h"
#include "warc/file.h"

namespace freshet::warc {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFirstLine = "Freshet upload, version 1\n";
constexpr size_t kMaxMarkBytes = 16 << 10;

// Returns the value of the line "name: value"; empty if there is none.
std::string_view value_of(std::string_view text, std::string_view name) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.size() > name.size() + 1 && line.starts_with(name) && line[name.size()] == ':')
      return text::trim(line.substr(name.size() + 1));
  }
  return {};
}

bool parse_mark(std::string_view text, UploadMark& mark) {
  if (!text.starts_with(kFirstLine) || !text.ends_with('\n')) return false;
  mark.url = value_of(text, "url");
  const std::string_view bytes = value_of(text, "bytes");
  const auto [end, error] = std::from_chars(bytes.data(), bytes.data() + bytes.size(), mark.bytes);
  const bool is_number = error == std::errc() && end == bytes.data() + bytes.size();
  const auto digest = digest::digest_of_hex(value_of(text, "sha256"));
  if (!is_number || !digest) return false;
  mark.sha256 = *digest;
  return true;
}

}  // namespace

Result<std::optional<UploadMark>> read_upload_mark(const fs::path& folder, uint32_t number,
                                                   std::string_view agent) {
  const fs::path path = folder / mark_name(number, agent);
  std::error_code error;
  if (!fs::exists(path, error)) {
    if (error) return fail("reading " + path.string() + ": " + error.message());
    return std::optional<UploadMark>();
  }
  const auto file = File::open(path, File::Mode::kRead);
  if (!file) return Unexpected(file.error());
  std::string text(kMaxMarkBytes, '\0');
  const auto read = file->read_at(0, text);
  if (!read) return Unexpected(read.error());
  text.resize(*read);
  std::optional<UploadMark> mark(std::in_place);
  if (!parse_mark(text, *mark)) {
    return fail(path.string() +
                " is not a mark of an upload; remove it if the archive file is in the folder, "
                "which is then uploaded again");
  }
  return mark;
}

Status write_upload_mark(const fs::path& folder, uint32_t number, std::string_view agent,
                         const UploadMark& mark) {
  const fs::path path = folder / mark_name(number, agent);
  const fs::path part = path.string() + ".part";
  std::error_code error;
  fs::remove(part, error);  // of an interrupted attempt
  {
    auto file = File::open(part, File::Mode::kCreate);
    if (!file) return Unexpected(std::move(file.error()));
    std::string text(kFirstLine);
    text.append("bytes: ").append(std::to_string(mark.bytes));
    text.append("\nsha256: ").append(mark.sha256.hex());
    text.append("\nurl: ").append(mark.url).append("\n");
    if (Status written = file->write_at(0, text); !written) return written;
    if (Status synced = file->sync(); !synced) return synced;
  }
  fs::rename(part, path, error);
  if (error) return fail("renaming " + part.string() + ": " + error.message());
  return sync_folder(folder);
}

Result<std::optional<uint64_t>> held_bytes(const fs::path& folder, uint32_t number,
                                           std::string_view agent) {
  std::error_code error;
  const uint64_t size = fs::file_size(folder / archive_name(number, agent), error);
  if (!error) return std::optional(size);
  const auto mark = read_upload_mark(folder, number, agent);
  if (!mark) return Unexpected(mark.error());
  return *mark ? std::optional((*mark)->bytes) : std::nullopt;
}

Result<UploadStatus> count_uploads(const fs::path& folder, uint32_t last_complete,
                                   std::string_view agent) {
  const auto numbers = held_numbers(folder, agent);
  if (!numbers) return Unexpected(numbers.error());
  UploadStatus status;
  for (const uint32_t number : *numbers) {
    const auto mark = read_upload_mark(folder, number, agent);
    if (mark && *mark) {
      ++status.files;
      status.bytes += (*mark)->bytes;
      continue;
    }
    std::error_code error;
    const bool is_complete =
        number <= last_complete || fs::exists(folder / index_name(number, agent), error);
    const uint64_t size = fs::file_size(folder / archive_name(number, agent), error);
    if (error || !is_complete) continue;
    ++status.waiting_files;
    status.waiting_bytes += size;
  }
  return status;
}

Result<std::shared_ptr<RandomAccess>> open_held(const fs::path& folder, uint32_t number,
                                                std::string_view agent,
                                                const OpenUploaded& open_uploaded) {
  const fs::path name = archive_name(number, agent);
  auto local = open_local(folder / name);
  std::error_code error;
  if (local || fs::exists(folder / name, error)) return local;
  if (open_uploaded) return open_uploaded(name.string());
  const auto mark = read_upload_mark(folder, number, agent);
  if (!mark || !*mark) return local;
  return Unexpected(Error{name.string() + " was uploaded to " + (*mark)->url +
                              " and removed here: set warc.upload_to, or download it to " +
                              folder.string(),
                          ErrorKind::kUnavailable});
}

}  // namespace freshet::warc
