#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "catalog/sqlite_items.h"
#include "catalog/sqlite_rows.h"
#include "catalog/sqlite_schema.h"
#include "catalog/target.h"
#include "database/word_tokenizer.h"
#include "words/prefix_term.h"

namespace freshet::catalog {
namespace {

namespace fs = std::filesystem;

// Entries arrive in the order of the archive, but the full-text index is written fastest in the
// order of ids. So entries are collected up to these limits, and sorted.
constexpr size_t kMaxPendingEntries = 10'000;
constexpr size_t kMaxPendingBytes = 16 << 20;

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

// True if the file may have been left by an earlier conversion that was interrupted, or does not
// exist.
bool is_database_or_absent(const std::string& file) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(file, error);
  if (!fs::exists(status)) return true;
  if (!fs::is_regular_file(status)) return false;
  constexpr std::string_view kMagic = "SQLite format 3";
  std::string begin(kMagic.size(), '\0');
  std::ifstream(file, std::ios::binary)
      .read(begin.data(), static_cast<std::streamsize>(begin.size()));
  // A database page that was never written to the disk is all zeros.
  return begin == kMagic || begin == std::string(kMagic.size(), '\0');
}

// An existing file is changed in one transaction, while other processes can read it. A new file is
// written under another name, without a journal, and renamed at the end.
class SqliteWriter final : public Writer {
 public:
  explicit SqliteWriter(std::string file) : file_(std::move(file)) {}
  ~SqliteWriter() override {
    items_.reset();
    rows_.reset();
    database_.reset();
    if (is_new_) remove_new();
  }

  Result<TargetState> begin(const WriteOptions& options) override {
    options_ = options;
    if (Status usable = check_path(); !usable) return Unexpected(usable.error());
    std::error_code error;
    is_new_ = !fs::exists(file_, error) || fs::file_size(file_, error) == 0;
    if (is_new_) remove_new();
    auto opened = SqliteDatabase::open(is_new_ ? new_file() : file_);
    if (!opened) return Unexpected(opened.error());
    database_.emplace(std::move(*opened));
    auto state = is_new_ ? Result<TargetState>(TargetState()) : check_database();
    if (!state) return state;
    target_ = *state;
    if (Status ready = prepare(); !ready) return Unexpected(ready.error());
    return state;
  }

  Status each_stamp(const std::function<void(int64_t, const Stamp&)>& callback) override {
    auto stamps = database_->prepare("SELECT page_id, state, content FROM stamps");
    if (!stamps) return Unexpected(stamps.error());
    while (true) {
      const auto row = stamps->step();
      if (!row) return Unexpected(row.error());
      if (!*row) return Done{};
      callback(stamps->integer(0), {.state = static_cast<uint64_t>(stamps->integer(1)),
                                    .content = static_cast<uint64_t>(stamps->integer(2))});
    }
  }

  Status put(const Community& community) override { return rows_->put(community); }
  Status put(const Domain& domain) override { return rows_->put(domain); }
  Status put(const Site& site) override { return rows_->put(site); }
  Status put(Entry entry) override {
    pending_bytes_ += bytes_of(entry);
    pending_.push_back(std::move(entry));
    if (pending_.size() < kMaxPendingEntries && pending_bytes_ < kMaxPendingBytes) return Done{};
    return write_pending();
  }
  Status refresh(const Entry& entry) override { return rows_->refresh(entry); }
  Status put_links(int64_t page, const std::vector<Page::Link>& links) override {
    return rows_->put_links(page, links);
  }
  Status remove(int64_t page) override {
    const Status removed = rows_->remove(page);
    return removed ? items_->remove(page) : removed;
  }
  Status put(const Item& item) override { return items_->put(item); }
  Status remove_item(int64_t page) override { return items_->remove(page); }

  Status finish(const ConversionRecord& record) override {
    if (Status put = write_pending(); !put) return put;
    if (target_.rebuild) {
      if (Status indexed = database_->run(kSqliteIndexes); !indexed) return indexed;
    }
    if (Status put = put_meta(meta_of(options_, record)); !put) return put;
    rows_.reset();
    items_.reset();
    if (Status committed = database_->run("COMMIT"); !committed) return committed;
    return is_new_ ? publish_new() : truncate_log();
  }

 private:
  std::string new_file() const { return file_ + ".new"; }

  void remove_new() const {
    std::error_code ignored;
    for (const char* suffix : {"", "-wal", "-shm", "-journal"}) {
      fs::remove(new_file() + suffix, ignored);
    }
  }

  // Checked here because SQLite would only say that it cannot open the file.
  Status check_path() const {
    std::error_code error;
    if (fs::is_directory(file_, error)) return fail(file_ + " is a folder; name a file in it");
    if (!is_database_or_absent(new_file())) {
      return fail("cannot create " + new_file() +
                  ": a file of this name exists and is not a database; move it elsewhere");
    }
    const std::string folder = folder_of(file_).string();
    if (::access(folder.c_str(), W_OK | X_OK) == 0) return Done{};
    return fail("the folder " + folder + " cannot be written to: " + std::strerror(errno));
  }

  Result<TargetState> check_database() {
    const auto is_catalogue = database_->text_of(
        "SELECT name FROM sqlite_schema WHERE name = 'stamps' AND type = 'table'");
    if (!is_catalogue) return Unexpected(is_catalogue.error());
    if (!*is_catalogue) {
      return fail(file_ +
                  " is a database, but not a catalogue of Freshet; name another file with --out");
    }
    Meta meta;
    auto rows = database_->prepare("SELECT key, value FROM meta");
    if (!rows) return Unexpected(rows.error());
    while (true) {
      const auto row = rows->step();
      if (!row) return Unexpected(row.error());
      if (!*row) break;
      meta.emplace(rows->text(0), rows->text(1));
    }
    old_item_tables_ = item_tables_of(meta);
    return check_target(meta, options_, file_);
  }

  Status prepare() {
    // A new file is mapped into memory, since creating each index reads all rows.
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
    // 32 MiB. A larger cache would not help: rows and links are written in the order of their keys.
    if (Status set = database_->run("PRAGMA cache_size = -32768"); !set) return set;
    if (Status set = database_->run("PRAGMA temp_store = MEMORY"); !set) return set;
    if (Status set = database::install_word_tokenizer(*database_, words::prefix_term); !set)
      return set;
    if (Status begun = database_->run("BEGIN IMMEDIATE"); !begun) return begun;
    if (target_.rebuild) {
      if (Status made = database_->run(std::string(kSqliteDropAll) + kSqliteTables); !made) {
        return made;
      }
      // FTS5 collects 32 MiB before it writes a segment: fewer segments need fewer merges.
      const std::string set_size = "INSERT INTO words(words, rank) VALUES('hashsize', 33554432)";
      if (Status set = database_->run(set_size); !set) return set;
    }
    auto rows = SqliteRows::prepare(*database_, !target_.rebuild);
    if (!rows) return Unexpected(rows.error());
    rows_.emplace(std::move(*rows));
    return prepare_items();
  }

  Status prepare_items() {
    if (target_.rebuild_items) {
      Status made = SqliteItems::create(*database_, old_item_tables_, options_.items);
      if (!made) return made;
    }
    const bool may_replace = !target_.rebuild_items && !options_.all_items;
    auto items = SqliteItems::prepare(*database_, options_.items, may_replace);
    if (!items) return Unexpected(items.error());
    items_.emplace(std::move(*items));
    return options_.all_items ? SqliteItems::clear(*database_, options_.items) : Status(Done{});
  }

  Status write_pending() {
    std::stable_sort(pending_.begin(), pending_.end(),
                     [](const Entry& a, const Entry& b) { return a.page.id < b.page.id; });
    for (const Entry& entry : pending_) {
      if (Status put = rows_->put(entry); !put) return put;
    }
    pending_.clear();
    pending_bytes_ = 0;
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

  // The database is closed before it is renamed: SQLite finds the log of a database by its name.
  Status publish_new() {
    if (Status set = database_->run("PRAGMA journal_mode = WAL"); !set) return set;
    database_.reset();
    if (Status synced = sync(new_file()); !synced) return synced;
    std::error_code error;
    for (const char* suffix : {"-wal", "-shm", "-journal"}) fs::remove(file_ + suffix, error);
    fs::rename(new_file(), file_, error);
    if (error) return fail("renaming " + new_file() + " to " + file_ + ": " + error.message());
    is_new_ = false;
    return sync(folder_of(file_));
  }

  // Fails while a reader uses the log, which is no error: a later conversion truncates it.
  Status truncate_log() {
    (void)database_->run("PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)");
    database_.reset();
    return Done{};
  }

  const std::string file_;
  WriteOptions options_;
  bool is_new_ = false;  // the file did not exist, or was empty
  TargetState target_;
  std::vector<std::string> old_item_tables_;
  std::optional<SqliteDatabase> database_;
  std::optional<SqliteRows> rows_;
  std::optional<SqliteItems> items_;
  std::vector<Entry> pending_;
  size_t pending_bytes_ = 0;
};

}  // namespace

std::unique_ptr<Writer> make_sqlite_writer(const std::string& file) {
  return std::make_unique<SqliteWriter>(file);
}

}  // namespace freshet::catalog
