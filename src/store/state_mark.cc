#include "store/state_mark.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>

#include "digest/fingerprint.h"

namespace freshet::store {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFirstLine = "freshet state mark 1\n";
constexpr uint64_t kMostBytes = uint64_t{64} << 20;  // a longer file is not a mark

std::string hex(uint64_t value) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
  return text;
}

std::optional<std::string> read_file(const fs::path& path, uint64_t most) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string bytes;
  char piece[1 << 16];
  while (bytes.size() < most) {
    const uint64_t wanted = std::min<uint64_t>(sizeof piece, most - bytes.size());
    file.read(piece, static_cast<std::streamsize>(wanted));
    bytes.append(piece, static_cast<size_t>(file.gcount()));
    if (file.gcount() == 0) break;
  }
  if (file.bad()) return std::nullopt;
  return bytes;
}

// Reads the parts of a mark from its bytes, one after another.
class Parts {
 public:
  explicit Parts(std::string_view bytes) : rest_(bytes) {}

  bool take(std::string_view expected) {
    if (!rest_.starts_with(expected)) return false;
    rest_.remove_prefix(expected.size());
    return true;
  }
  // Reads up to the separator and skips it.
  std::optional<std::string_view> text(char separator) {
    const size_t end = rest_.find(separator);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view found = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return found;
  }
  std::optional<uint64_t> number(char separator, int base = 10) {
    const auto digits = text(separator);
    if (!digits) return std::nullopt;
    uint64_t value = 0;
    const char* const end = digits->data() + digits->size();
    const auto [after, error] = std::from_chars(digits->data(), end, value, base);
    return error == std::errc() && after == end ? std::optional(value) : std::nullopt;
  }
  std::optional<std::string_view> bytes(uint64_t count) {
    if (count > rest_.size()) return std::nullopt;
    const std::string_view found = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return found;
  }
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

bool read_manifest(Parts& parts, StateMark& mark) {
  const auto name = parts.text(' ');
  const auto bytes = parts.number(' ');
  const auto hash = parts.number('\n', 16);
  if (!name || !bytes || !hash) return false;
  mark.manifest = *name;
  mark.manifest_bytes = *bytes;
  mark.manifest_hash = *hash;
  return true;
}

bool read_log(Parts& parts, StateMark& mark) {
  const auto name = parts.text(' ');
  const auto bytes = parts.number('\n');
  if (!name || !bytes) return false;
  mark.log = *name;
  mark.log_bytes = *bytes;
  return true;
}

bool read_fact(Parts& parts, StateMark& mark) {
  const auto name = parts.text(' ');
  const auto length = parts.number('\n');
  const auto value = length ? parts.bytes(*length) : std::nullopt;
  if (!name || !value || !parts.take("\n")) return false;
  mark.facts.emplace_back(*name, *value);
  return true;
}

Error errno_error(const std::string& doing, const fs::path& path) {
  return {doing + " " + path.string() + ": " + std::strerror(errno)};
}

Status sync_file(const fs::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return Unexpected(errno_error("opening", path));
  const bool synced = ::fdatasync(descriptor) == 0;
  Status status = Done();
  if (!synced) status = Unexpected(errno_error("writing", path));
  ::close(descriptor);
  return status;
}

// "MANIFEST-000005" -> 5
uint64_t manifest_number(std::string_view name) {
  uint64_t number = 0;
  const size_t dash = name.find('-');
  if (dash == std::string_view::npos) return 0;
  std::from_chars(name.data() + dash + 1, name.data() + name.size(), number);
  return number;
}

// Returns the name in the file CURRENT; empty if it has none.
std::string current_manifest(const fs::path& folder) {
  std::string name = read_file(folder / "CURRENT", 256).value_or("");
  while (!name.empty() && (name.back() == '\n' || name.back() == '\r')) name.pop_back();
  return manifest_number(name) > 0 ? name : "";
}

uint64_t size_of(const fs::path& path) {
  std::error_code error;
  const uint64_t size = fs::file_size(path, error);
  return error ? 0 : size;
}

std::string too_short(const fs::path& path, uint64_t has, uint64_t recorded) {
  if (!fs::exists(path)) return path.string() + " is missing";
  return path.string() + " has " + std::to_string(has) + " of " + std::to_string(recorded) +
         " bytes";
}

}  // namespace

std::string StateMark::encode() const {
  std::string out(kFirstLine);
  out += "sequence " + std::to_string(sequence) + "\n";
  out += "manifest " + manifest + " " + std::to_string(manifest_bytes) + " " + hex(manifest_hash) +
         "\n";
  if (!log.empty()) out += "log " + log + " " + std::to_string(log_bytes) + "\n";
  for (const auto& [name, value] : facts) {
    out += "fact " + name + " " + std::to_string(value.size()) + "\n";
    out += value;
    out += '\n';
  }
  out += "checksum " + hex(digest::fingerprint(out).value) + "\n";
  return out;
}

std::optional<StateMark> StateMark::decode(std::string_view bytes) {
  Parts parts(bytes);
  StateMark mark;
  if (!parts.take(kFirstLine) || !parts.take("sequence ")) return std::nullopt;
  const auto sequence = parts.number('\n');
  if (!sequence || !parts.take("manifest ") || !read_manifest(parts, mark)) return std::nullopt;
  mark.sequence = *sequence;
  if (parts.take("log ") && !read_log(parts, mark)) return std::nullopt;
  while (parts.take("fact ")) {
    if (!read_fact(parts, mark)) return std::nullopt;
  }
  if (!parts.take("checksum ") || !parts.number('\n', 16) || !parts.at_end()) return std::nullopt;
  return mark.encode() == bytes ? std::optional(std::move(mark)) : std::nullopt;
}

std::optional<StateMark> read_mark(const fs::path& file) {
  const auto bytes = read_file(file, kMostBytes);
  return bytes ? StateMark::decode(*bytes) : std::nullopt;
}

Status write_mark(const fs::path& file, const StateMark& mark, bool sync) {
  const fs::path part = file.string() + ".part";
  const int descriptor =
      ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (descriptor < 0) return Unexpected(errno_error("creating", part));
  const std::string bytes = mark.encode();
  size_t written = 0;
  bool failed = false;
  while (written < bytes.size() && !failed) {
    const ssize_t count = ::write(descriptor, bytes.data() + written, bytes.size() - written);
    if (count >= 0)
      written += static_cast<size_t>(count);
    else
      failed = errno != EINTR;
  }
  if (!failed && sync) failed = ::fdatasync(descriptor) != 0;
  Status status = Done();
  if (failed) status = Unexpected(errno_error("writing", part));
  if (::close(descriptor) != 0 && status) status = Unexpected(errno_error("writing", part));
  if (status && ::rename(part.c_str(), file.c_str()) != 0) {
    status = Unexpected(errno_error("renaming", part));
  }
  if (!status) ::unlink(part.c_str());
  return status;
}

Result<StateMark> mark_of_files(const fs::path& folder) {
  StateMark mark;
  mark.manifest = current_manifest(folder);
  const fs::path path = folder / mark.manifest;
  const auto bytes = mark.manifest.empty() ? std::nullopt : read_file(path, UINT64_MAX);
  if (!bytes) return fail("reading " + path.string() + " failed");
  if (Status synced = sync_file(path); !synced) return Unexpected(synced.error());
  mark.manifest_bytes = bytes->size();
  mark.manifest_hash = digest::fingerprint(*bytes).value;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() != ".log") continue;
    mark.log = std::max(mark.log, at->path().filename().string());
  }
  if (!mark.log.empty()) mark.log_bytes = size_of(folder / mark.log);
  return mark;
}

Status compare_files(const fs::path& folder, const StateMark& mark) {
  if (mark.manifest.empty()) return Done();
  const std::string current = current_manifest(folder);
  if (current.empty()) {
    return fail(fs::exists(folder / "CURRENT") ? (folder / "CURRENT").string() + " is damaged"
                                               : (folder / "CURRENT").string() + " is missing");
  }
  if (manifest_number(current) < manifest_number(mark.manifest)) {
    return fail("it is an older state: it has " + current + ", the last one had " + mark.manifest);
  }
  // RocksDB has opened the state since, and its logs are no longer those of the mark.
  if (current != mark.manifest) return Done();
  const auto bytes = read_file(folder / current, UINT64_MAX);
  const uint64_t has = bytes ? bytes->size() : 0;
  if (has < mark.manifest_bytes) {
    return fail(too_short(folder / current, has, mark.manifest_bytes));
  }
  const auto known = std::string_view(*bytes).substr(0, mark.manifest_bytes);
  if (digest::fingerprint(known).value != mark.manifest_hash) {
    return fail((folder / current).string() + " was changed after it was written");
  }
  // If the manifest is longer than in the mark, the writes of the log may be in a data file now,
  // and the log may have been removed.
  const fs::path log = folder / mark.log;
  const bool must_be_there = has == mark.manifest_bytes || fs::exists(log);
  if (mark.log.empty() || !must_be_there || size_of(log) >= mark.log_bytes) return Done();
  return fail(too_short(log, size_of(log), mark.log_bytes));
}

}  // namespace freshet::store
