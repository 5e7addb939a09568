#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "catalog/json_lines.h"

namespace freshet::catalog {
namespace {

namespace fs = std::filesystem;

constexpr size_t kBufferedBytes = 1 << 20;
constexpr char kBeginning[] = "catalog-";
constexpr char kEnding[] = ".jsonl";

Unexpected<Error> failed(std::string_view doing, const std::string& what) {
  return fail(std::string(doing) + " " + what + ": " + std::strerror(errno));
}

bool is_our_file(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  return !entry.is_symlink() && entry.is_regular_file() && name.starts_with(kBeginning) &&
         name.ends_with(kEnding);
}

// A stream has no rows to compare with: every conversion writes them all.
class JsonLinesWriter final : public Writer {
 public:
  explicit JsonLinesWriter(JsonLinesOptions options) : options_(std::move(options)) {}
  ~JsonLinesWriter() override {
    close_file();
    if (began_ && !to_output()) remove_new();
  }

  Result<Held> begin(const Loading& loading) override {
    loading_ = loading;
    if (to_output()) {
      file_ = STDOUT_FILENO;
      return Held();
    }
    for (const std::string& folder : {options_.folder, new_folder()}) {
      if (Status ours = check_folder(folder); !ours) return Unexpected(ours.error());
    }
    began_ = true;
    remove_new();
    std::error_code error;
    fs::create_directories(new_folder(), error);
    if (error) return fail("creating " + new_folder() + ": " + error.message());
    if (Status opened = open_next(); !opened) return Unexpected(opened.error());
    return Held();
  }

  Status each_stamp(const std::function<void(int64_t, const Stamp&)>& /*each*/) override {
    return Done{};
  }
  Status put(const Community& community) override { return line(community); }
  Status put(const Domain& domain) override { return line(domain); }
  Status put(const Site& site) override { return line(site); }
  Status put(Entry entry) override { return line(entry.page); }
  Status refresh(const Entry& entry) override { return line(entry.page); }
  // Pages come with all their links, and nothing is there that could be removed.
  Status put_links(int64_t /*page*/, const std::vector<Page::Link>& /*links*/) override {
    return Done{};
  }
  Status remove(int64_t /*page*/) override { return Done{}; }

  Status finish(const Closing& closing) override {
    if (Status written = line(meta_of(loading_, closing)); !written) return written;
    if (Status flushed = flush(); !flushed) return flushed;
    if (to_output()) return Done{};
    if (Status closed = sync_file(); !closed) return closed;
    return take_its_place();
  }
  bool wants_words() const override { return false; }

 private:
  bool to_output() const { return options_.folder.empty(); }
  std::string new_folder() const { return options_.folder + ".new"; }

  // What is in the folder will be gone: it must be nothing but what was written here before.
  static Status check_folder(const std::string& folder) {
    std::error_code error;
    if (!fs::exists(folder, error)) return Done{};
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
      if (is_our_file(entry)) continue;
      return fail(folder + " has files that are no catalogue (" + entry.path().filename().string() +
                  "): name a folder of its own with --out");
    }
    if (error) return fail("reading the folder " + folder + ": " + error.message());
    return Done{};
  }

  // Files of others, which may have come meanwhile, stay, and with them their folder.
  void remove_new() const {
    std::error_code ignored;
    std::vector<fs::path> ours;
    for (const fs::directory_entry& entry : fs::directory_iterator(new_folder(), ignored)) {
      if (is_our_file(entry)) ours.push_back(entry.path());
    }
    for (const fs::path& file : ours) fs::remove(file, ignored);
    ::rmdir(new_folder().c_str());
  }

  Status open_next() {
    char name[32];
    std::snprintf(name, sizeof name, "%s%06d%s", kBeginning, ++files_, kEnding);
    const fs::path path = fs::path(new_folder()) / name;
    file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    file_bytes_ = 0;
    if (file_ < 0) return failed("creating", path.string());
    return Done{};
  }

  void close_file() {
    if (file_ >= 0 && !to_output()) ::close(file_);
    file_ = -1;
  }

  Status sync_file() {
    if (::fsync(file_) != 0) return failed("writing to", options_.folder);
    close_file();
    return Done{};
  }

  template <typename Row>
  Status line(const Row& row) {
    append_line(row, buffer_);
    if (buffer_.size() < kBufferedBytes) return Done{};
    if (Status flushed = flush(); !flushed) return flushed;
    if (to_output() || file_bytes_ < options_.max_file_bytes) return Done{};
    if (Status closed = sync_file(); !closed) return closed;
    return open_next();
  }

  Status flush() {
    std::string_view rest = buffer_;
    while (!rest.empty()) {
      const ssize_t written = ::write(file_, rest.data(), rest.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return failed("writing to", to_output() ? "standard output" : new_folder());
      rest.remove_prefix(static_cast<size_t>(written));
    }
    file_bytes_ += buffer_.size();
    buffer_.clear();
    return Done{};
  }

  // Both folders change names at once; the old one, now under the new one's name, goes.
  Status take_its_place() {
    const std::string from = new_folder();
    const bool is_first = ::access(options_.folder.c_str(), F_OK) != 0;
    const int status = is_first ? ::rename(from.c_str(), options_.folder.c_str())
                                : ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD,
                                              options_.folder.c_str(), RENAME_EXCHANGE);
    if (status != 0) return failed("putting the new files into", options_.folder);
    return Done{};
  }

  const JsonLinesOptions options_;
  Loading loading_;
  std::string buffer_;
  int file_ = -1;
  int files_ = 0;
  uint64_t file_bytes_ = 0;
  bool began_ = false;
};

}  // namespace

std::unique_ptr<Writer> make_json_lines_writer(const JsonLinesOptions& options) {
  return std::make_unique<JsonLinesWriter>(options);
}

}  // namespace freshet::catalog
