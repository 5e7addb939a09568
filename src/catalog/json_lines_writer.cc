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
constexpr char kPrefix[] = "catalog-";
constexpr char kSuffix[] = ".jsonl";

Unexpected<Error> failed(std::string_view action, const std::string& path) {
  return fail(std::string(action) + " " + path + ": " + std::strerror(errno));
}

bool is_our_file(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  return !entry.is_symlink() && entry.is_regular_file() && name.starts_with(kPrefix) &&
         name.ends_with(kSuffix);
}

// Writes to standard output, or to a folder that then takes the place of the old one. Rows that
// were written before are never read: every conversion writes all of them.
class JsonLinesWriter final : public Writer {
 public:
  explicit JsonLinesWriter(JsonLinesOptions options) : options_(std::move(options)) {}
  ~JsonLinesWriter() override {
    close_file();
    if (began_ && !to_stdout()) remove_new();
  }

  Result<TargetState> begin(const WriteOptions& options) override {
    write_options_ = options;
    if (to_stdout()) {
      file_ = STDOUT_FILENO;
      return TargetState();
    }
    for (const std::string& folder : {options_.folder, new_folder()}) {
      if (Status checked = check_folder(folder); !checked) return Unexpected(checked.error());
    }
    began_ = true;
    remove_new();
    std::error_code error;
    fs::create_directories(new_folder(), error);
    if (error) return fail("creating " + new_folder() + ": " + error.message());
    if (Status opened = open_next(); !opened) return Unexpected(opened.error());
    return TargetState();
  }

  Status each_stamp(const std::function<void(int64_t, const Stamp&)>& /*callback*/) override {
    return Done{};
  }
  Status put(const Community& community) override { return write_line(community); }
  Status put(const Domain& domain) override { return write_line(domain); }
  Status put(const Site& site) override { return write_line(site); }
  Status put(Entry entry) override { return write_line(entry.page); }
  Status refresh(const Entry& entry) override { return write_line(entry.page); }
  // put() writes a page with all its links, and there are no old rows that could be removed.
  Status put_links(int64_t /*page*/, const std::vector<Page::Link>& /*links*/) override {
    return Done{};
  }
  Status remove(int64_t /*page*/) override { return Done{}; }

  Status finish(const ConversionRecord& record) override {
    if (Status written = write_line(meta_of(write_options_, record)); !written) return written;
    if (Status flushed = flush(); !flushed) return flushed;
    if (to_stdout()) return Done{};
    if (Status closed = sync_and_close(); !closed) return closed;
    return replace_folder();
  }
  bool wants_words() const override { return false; }

 private:
  bool to_stdout() const { return options_.folder.empty(); }
  std::string new_folder() const { return options_.folder + ".new"; }

  // finish() deletes what is in the folder, so it may contain only files of this writer.
  static Status check_folder(const std::string& folder) {
    std::error_code error;
    if (!fs::exists(folder, error)) return Done{};
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
      if (is_our_file(entry)) continue;
      return fail("the folder " + folder + " has a file that is not part of a catalogue (" +
                  entry.path().filename().string() + "); name another folder with --out");
    }
    if (error) return fail("reading the folder " + folder + ": " + error.message());
    return Done{};
  }

  // Deletes only files of this writer. If others have put files into the folder meanwhile, they
  // stay, and so does the folder.
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
    std::snprintf(name, sizeof name, "%s%06d%s", kPrefix, ++files_, kSuffix);
    const fs::path path = fs::path(new_folder()) / name;
    file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    file_bytes_ = 0;
    if (file_ < 0) return failed("creating", path.string());
    return Done{};
  }

  void close_file() {
    if (file_ >= 0 && !to_stdout()) ::close(file_);
    file_ = -1;
  }

  Status sync_and_close() {
    if (::fsync(file_) != 0) return failed("writing to", options_.folder);
    close_file();
    return Done{};
  }

  template <typename Row>
  Status write_line(const Row& row) {
    append_line(row, buffer_);
    if (buffer_.size() < kBufferedBytes) return Done{};
    if (Status flushed = flush(); !flushed) return flushed;
    if (to_stdout() || file_bytes_ < options_.max_file_bytes) return Done{};
    if (Status closed = sync_and_close(); !closed) return closed;
    return open_next();
  }

  Status flush() {
    std::string_view rest = buffer_;
    while (!rest.empty()) {
      const ssize_t written = ::write(file_, rest.data(), rest.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return failed("writing to", to_stdout() ? "standard output" : new_folder());
      rest.remove_prefix(static_cast<size_t>(written));
    }
    file_bytes_ += buffer_.size();
    buffer_.clear();
    return Done{};
  }

  // Swaps the names of both folders in one step. The destructor then removes the old one.
  Status replace_folder() {
    const std::string from = new_folder();
    const bool is_first = ::access(options_.folder.c_str(), F_OK) != 0;
    const int status = is_first ? ::rename(from.c_str(), options_.folder.c_str())
                                : ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD,
                                              options_.folder.c_str(), RENAME_EXCHANGE);
    if (status != 0) return failed("moving the new files to", options_.folder);
    return Done{};
  }

  const JsonLinesOptions options_;
  WriteOptions write_options_;
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
