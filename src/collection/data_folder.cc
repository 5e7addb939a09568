#include "collection/data_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <string>

namespace freshet::collection {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFirstLine = "Freshet data folder, version ";
constexpr int kVersion = 1;
constexpr std::string_view kSecondLine =
    "Freshet writes and removes files in this folder: keep files of your own elsewhere.\n";

// The names of what Freshet writes at the top of a data folder.
constexpr std::array<std::string_view, 12> kParts = {"state",
                                                     "agent.lock",
                                                     "warc",
                                                     "control.sock",
                                                     "catalog.db",
                                                     "catalog.db-wal",
                                                     "catalog.db-shm",
                                                     "catalog.db-journal",
                                                     "catalog.db.new",
                                                     "catalog.db.new-wal",
                                                     "catalog.db.new-shm",
                                                     "catalog.db.new-journal"};
// Entries that a folder may have before it becomes a data folder: the root of a file system has
// lost+found, and a user may have put the settings there.
constexpr std::array<std::string_view, 2> kHarmless = {"lost+found", "freshet.toml"};

template <size_t N>
bool is_among(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Unexpected<Error> system_failure(std::string_view doing, const fs::path& path) {
  const int number = errno;
  return fail(std::string(doing) + " " + path.string() + ": " + std::strerror(number));
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  bool is_open() const { return fd_ >= 0; }
  int get() const { return fd_; }

 private:
  const int fd_;
};

// An empty marker was truncated by a power failure.
Status check_marker(const fs::path& marker) {
  const Descriptor file(::open(marker.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file.is_open()) return system_failure("reading", marker);
  char text[256];
  const ssize_t size = ::read(file.get(), text, sizeof text);
  if (size < 0) return system_failure("reading", marker);
  const std::string_view read(text, static_cast<size_t>(size));
  if (read.empty()) return Done{};
  if (!read.starts_with(kFirstLine)) {
    return fail(marker.string() + " is not a file of Freshet: name another folder with --data");
  }
  int version = 0;
  const std::string_view rest = read.substr(kFirstLine.size());
  std::from_chars(rest.data(), rest.data() + rest.size(), version);
  if (version > kVersion) {
    return fail(marker.string() + " has version " + std::to_string(version) +
                ", and this Freshet supports " + std::to_string(kVersion) +
                ": use the newer Freshet that made the folder");
  }
  return Done{};
}

bool is_there(const fs::path& path) {
  struct stat status {};
  return lstat(path.c_str(), &status) == 0;
}

// Returns whether RocksDB leaves such a file if it is stopped while it creates a database.
bool is_beginning_of_state(std::string_view name) {
  return name == "LOCK" || name == "IDENTITY" || name.starts_with("LOG") ||
         name.starts_with("MANIFEST-") || name.starts_with("OPTIONS-") || name.ends_with(".dbtmp");
}

// Returns the name of an entry that no empty data folder has; empty if there is none.
Result<std::string> foreign_entry(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!is_among(kParts, name) && !is_among(kHarmless, name)) return name;
  }
  if (error) return fail("listing " + folder.string() + ": " + error.message());
  const fs::path state = folder / "state";
  if (!fs::is_directory(state, error)) return std::string();
  for (fs::directory_iterator entry(state, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!is_beginning_of_state(name)) return "state/" + name;
  }
  if (error) return fail("listing " + state.string() + ": " + error.message());
  return std::string();
}

// Returns true if the folder is a data folder, false if it may become one.
Result<bool> recognise(const fs::path& folder) {
  const fs::path marker = folder / kMarkerName;
  if (is_there(marker)) {
    if (Status checked = check_marker(marker); !checked) return Unexpected(checked.error());
    return true;
  }
  std::error_code error;
  if (fs::exists(folder / "state" / "CURRENT", error)) return true;
  const auto foreign = foreign_entry(folder);
  if (!foreign) return Unexpected(foreign.error());
  if (foreign->empty()) return false;
  return fail(folder.string() + " is not empty and is no data folder of Freshet (it has " +
              *foreign + "): name an empty folder, or one that is not there yet, with --data");
}

Status unwritable(const fs::path& path, const std::error_code& error) {
  return fail("writing to " + path.string() + ": " + error.message() +
              "; give a folder that can be written with --data");
}

bool is_within(const fs::path& path, const fs::path& folder) {
  const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end();
}

}  // namespace

Status check_links(const fs::path& folder) {
  std::error_code error;
  const fs::path real_folder = fs::weakly_canonical(folder, error);
  const auto check = [&](std::string_view name) -> Status {
    const fs::path part = folder / name;
    if (!fs::is_symlink(part, error)) return Done{};
    const fs::path target = fs::read_symlink(part, error);
    // The target of a dangling link would be created by writing to it.
    const fs::path real = fs::exists(part, error)
                              ? fs::canonical(part, error)
                              : fs::weakly_canonical(real_folder / target, error);
    if (!error && is_within(real, real_folder)) return Done{};
    return fail(part.string() + " is a link to " + target.string() +
                ", which is outside of the data folder: Freshet would write and remove files "
                "there. Replace the link, or allow it with --set data.follow_links=true");
  };
  for (const std::string_view name : kParts) {
    if (Status checked = check(name); !checked) return checked;
  }
  return check(kMarkerName);
}

Status mark_data_folder(const fs::path& folder) {
  const fs::path marker = folder / kMarkerName;
  if (is_there(marker)) return Done{};
  const Descriptor file(
      ::open(marker.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644));
  if (!file.is_open()) return system_failure("creating", marker);
  const std::string text =
      std::string(kFirstLine) + std::to_string(kVersion) + "\n" + std::string(kSecondLine);
  const bool is_written =
      ::write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size()) &&
      ::fsync(file.get()) == 0;
  if (is_written) return Done{};
  auto failure = system_failure("writing", marker);
  ::unlink(marker.c_str());
  return failure;
}

Status prepare_data_folder(const fs::path& folder, bool follow_links) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return unwritable(folder, error);
  const auto is_data_folder = recognise(folder);
  if (!is_data_folder) return Unexpected(is_data_folder.error());
  if (!follow_links) {
    if (Status checked = check_links(folder); !checked) return checked;
  }
  for (const char* part : {"state", "warc"}) {
    const fs::path path = folder / part;
    fs::create_directories(path, error);
    if (!error && access(path.c_str(), W_OK) != 0) {
      error = std::error_code(errno, std::generic_category());
    }
    if (error) return unwritable(path, error);
  }
  return *is_data_folder ? Status(Done{}) : mark_data_folder(folder);
}

FolderLock::~FolderLock() {
  if (file_ >= 0) close(file_);
}

Result<FolderLock> lock_data_folder(const fs::path& folder, bool follow_links) {
  if (Status ready = prepare_data_folder(folder, follow_links); !ready) {
    return Unexpected(ready.error());
  }
  if (Status marked = mark_data_folder(folder); !marked) return Unexpected(marked.error());
  const fs::path path = folder / "agent.lock";
  const int file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (file < 0) return fail("opening " + path.string() + ": " + std::strerror(errno));
  FolderLock lock(file);
  if (flock(file, LOCK_EX | LOCK_NB) != 0) {
    return fail(folder.string() +
                " is in use by another process: give every agent a folder of its own with --data");
  }
  return lock;
}

}  // namespace freshet::collection
