#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "catalog/sqlite_rows.h"
#include "catalog/sqlite_schema.h"
#include "catalog/target.h"
#include "database/fts_words.h"
#include "words/beginning.h"

namespace freshet::catalog {
namespace {

namespace fs = std::filesystem;

// Entries come as the archive has them; the index of words wants them in the order of ids.
constexpr size_t kSortedEntries = 10'000;
constexpr size_t kSortedBytes = 16 << 20;

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

Status sync(const fs::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool synced = file >= 0 && ::fsync(file) == 0;
  const int error = errno;
  if (file >= 0) ::close(file);
  if (!synced) return fail("writing " + path.string() + " to the disk: " + std::strerror(error));
  return Done{};
}

// Whether a file may be what an earlier conversion has left when it was broken off.
bool is_database_or_nothing(const std::string& file) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(file, error);
  if (!fs::exists(status)) return true;
  if (!fs::is_regular_file(status)) return false;
  constexpr std::string_view kMagic = "SQLite format 3";
  std::string begin(kMagic.size(), '\0');
  std::ifstream(file, std::ios::binary)
      .read(begin.data(), static_cast<std::streamsize>(begin.size()));
  // Pages that were never written are zeros.
  return begin == kMagic || begin == std::string(kMagic.size(), '\0');
}

// A file that is there is changed in one transaction, beside which others read; one that is not is
// written under another name, without a journal.
class SqliteWriter final : public Writer {
 public:
  explicit SqliteWriter(std::string file) : file_(std::move(file)) {}
  ~SqliteWriter() override {
    rows_.reset();
    database_.reset();
    if (is_new_) remove_new();
  }

  Result<Held> begin(const Loading& loading) override {
    loading_ = loading;
    if (Status usable = check_place(); !usable) return Unexpected(usable.error());
    std::error_code error;
    is_new_ = !fs::exists(file_, error) || fs::file_size(file_, error) == 0;
    if (is_new_) remove_new();
    auto opened = SqliteDatabase::open(is_new_ ? new_file() : file_);
    if (!opened) return Unexpected(opened.error());
    database_.emplace(std::move(*opened));
    auto held = is_new_ ? Result<Held>(Held()) : judge();
    if (!held) return held;
    if (Status ready = prepare(*held); !ready) return Unexpected(ready.error());
    return held;
  }

  Status each_stamp(const std::function<void(int64_t, const Stamp&)>& each) override {
    auto stamps = database_->prepare("SELECT page_id, state, content FROM stamps");
    if (!stamps) return Unexpected(stamps.error());
    while (true) {
      const auto row = stamps->step();
      if (!row) return Unexpected(row.error());
      if (!*row) return Done{};
      each(stamps->integer(0), {.state = static_cast<uint64_t>(stamps->integer(1)),
                                .content = static_cast<uint64_t>(stamps->integer(2))});
    }
  }

  Status put(const Community& community) override { return rows_->put(community); }
  Status put(const Domain& domain) override { return rows_->put(domain); }
  Status put(const Site& site) override { return rows_->put(site); }
  Status put(Entry entry) override {
    waiting_bytes_ += bytes_of(entry);
    waiting_.push_back(std::move(entry));
    if (waiting_.size() < kSortedEntries && waiting_bytes_ < kSortedBytes) return Done{};
    return put_waiting();
  }
  Status refresh(const Entry& entry) override { return rows_->refresh(entry); }
  Status put_links(int64_t page, const std::vector<Page::Link>& links) override {
    return rows_->put_links(page, links);
  }
  Status remove(int64_t page) override { return rows_->remove(page); }

  Status finish(const Closing& closing) override {
    if (Status put = put_waiting(); !put) return put;
    if (anew_) {
      if (Status indexed = database_->run(kSqliteIndexes); !indexed) return indexed;
    }
    if (Status noted = put_meta(meta_of(loading_, closing)); !noted) return noted;
    rows_.reset();
    if (Status committed = database_->run("COMMIT"); !committed) return committed;
    return is_new_ ? take_its_place() : shorten_log();
  }

 private:
  std::string new_file() const { return file_ + ".new"; }

  void remove_new() const {
    std::error_code ignored;
    for (const char* end : {"", "-wal", "-shm", "-journal"}) fs::remove(new_file() + end, ignored);
  }

  // SQLite would only say that it cannot open the file.
  Status check_place() const {
    std::error_code error;
    if (fs::is_directory(file_, error)) return fail(file_ + " is a folder: name a file in it");
    if (!is_database_or_nothing(new_file())) {
      return fail(new_file() + " is in the way, and is no database: move it elsewhere");
    }
    const std::string folder = folder_of(file_).string();
    if (::access(folder.c_str(), W_OK | X_OK) == 0) return Done{};
    return fail("the folder " + folder + " cannot be written to: " + std::strerror(errno));
  }

  Result<Held> judge() {
    const auto is_ours = database_->text_of(
        "SELECT name FROM sqlite_schema WHERE name = 'stamps' AND type = 'table'");
    if (!is_ours) return Unexpected(is_ours.error());
    if (!*is_ours) return fail(file_ + " is a database, but no catalogue of Freshet");
    Meta meta;
    auto rows = database_->prepare("SELECT key, value FROM meta");
    if (!rows) return Unexpected(rows.error());
    while (true) {
      const auto row = rows->step();
      if (!row) return Unexpected(row.error());
      if (!*row) break;
      meta.emplace(rows->text(0), rows->text(1));
    }
    return judge_target(meta, loading_, file_);
  }

  Status prepare(const Held& held) {
    anew_ = held.anew;
    // Mapped, since to make the indexes all rows are read once for each.
    if (Status set = database_->run(is_new_ ? "PRAGMA page_size = 16384;"
                                              "PRAGMA mmap_size = 4294967296;"
                                              "PRAGMA locking_mode = EXCLUSIVE;"
                                              "PRAGMA journal_mode = OFF;"
                                              "PRAGMA synchronous = OFF;"
                                            : "PRAGMA journal_mode = WAL;"
                                              "PRAGMA synchronous = NORMAL;");
        !set) {
      return set;
    }
    // More would not help: rows and links come in the order of their keys.
    if (Status set = database_->run("PRAGMA cache_size = -32768"); !set) return set;
    if (Status set = database_->run("PRAGMA temp_store = MEMORY"); !set) return set;
    if (Status set = database::write_words(*database_, words::beginning_of); !set) return set;
    if (Status begun = database_->run("BEGIN IMMEDIATE"); !begun) return begun;
    if (anew_) {
      if (Status made = database_->run(std::string(kSqliteDropAll) + kSqliteTables); !made) {
        return made;
      }
      // Large pieces of the index need fewer merges.
      const std::string large = "INSERT INTO words(words, rank) VALUES('hashsize', 33554432)";
      if (Status set = database_->run(large); !set) return set;
    }
    auto rows = SqliteRows::prepare(*database_, !anew_);
    if (!rows) return Unexpected(rows.error());
    rows_.emplace(std::move(*rows));
    return Done{};
  }

  Status put_waiting() {
    std::stable_sort(waiting_.begin(), waiting_.end(),
                     [](const Entry& a, const Entry& b) { return a.page.id < b.page.id; });
    for (const Entry& entry : waiting_) {
      if (Status put = rows_->put(entry); !put) return put;
    }
    waiting_.clear();
    waiting_bytes_ = 0;
    return Done{};
  }

  Status put_meta(const Meta& meta) {
    auto put = database_->prepare("INSERT OR REPLACE INTO meta VALUES(?,?)");
    if (!put) return Unexpected(put.error());
    for (const auto& [key, value] : meta) {
      if (Status done = put->add(key).add(value).run(); !done) return done;
    }
    return Done{};
  }

  // Only closed files are renamed: the log of one that is open would be taken for that of another.
  Status take_its_place() {
    if (Status set = database_->run("PRAGMA journal_mode = WAL"); !set) return set;
    database_.reset();
    if (Status synced = sync(new_file()); !synced) return synced;
    std::error_code error;
    for (const char* end : {"-wal", "-shm", "-journal"}) fs::remove(file_ + end, error);
    fs::rename(new_file(), file_, error);
    if (error) return fail("renaming " + new_file() + " to " + file_ + ": " + error.message());
    is_new_ = false;
    return sync(folder_of(file_));
  }

  // Not as long as somebody reads what is in the log; then another time.
  Status shorten_log() {
    (void)database_->run("PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)");
    database_.reset();
    return Done{};
  }

  const std::string file_;
  Loading loading_;
  bool is_new_ = false;
  bool anew_ = true;
  std::optional<SqliteDatabase> database_;
  std::optional<SqliteRows> rows_;
  std::vector<Entry> waiting_;
  size_t waiting_bytes_ = 0;
};

}  // namespace

std::unique_ptr<Writer> make_sqlite_writer(const std::string& file) {
  return std::make_unique<SqliteWriter>(file);
}

}  // namespace freshet::catalog
