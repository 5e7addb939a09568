#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "catalog/json_lines.h"
#include "catalog/line_files.h"

namespace freshet::catalog {
namespace {

namespace fs = std::filesystem;

constexpr char kPrefix[] = "catalog-";
constexpr char kItemsPrefix[] = "catalog-items-";
constexpr char kSuffix[] = ".jsonl";

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
    catalog_.reset();
    items_.reset();
    if (began_ && !to_stdout()) remove_new();
  }

  Result<TargetState> begin(const WriteOptions& options) override {
    write_options_ = options;
    catalog_.emplace(place(kPrefix));
    items_.emplace(place(kItemsPrefix));
    if (to_stdout()) return TargetState();
    for (const std::string& folder : {options_.folder, new_folder()}) {
      if (Status checked = check_folder(folder); !checked) return Unexpected(checked.error());
    }
    began_ = true;
    remove_new();
    std::error_code error;
    fs::create_directories(new_folder(), error);
    if (error) return fail("creating " + new_folder() + ": " + error.message());
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
  Status put(const Item& item) override {
    append_lines(item, write_options_.items[item.recipe], items_->buffer());
    return items_->flush_if_full();
  }
  Status remove_item(int64_t /*page*/) override { return Done{}; }

  Status finish(const ConversionRecord& record) override {
    // The meta line is the last one, also on standard output.
    Status written = to_stdout() ? catalog_->flush() : Status(Done{});
    if (written) written = items_->finish();
    if (written) written = write_line(meta_of(write_options_, record));
    if (written) written = catalog_->finish();
    return written && !to_stdout() ? replace_folder() : written;
  }
  bool wants_words() const override { return false; }

 private:
  bool to_stdout() const { return options_.folder.empty(); }
  std::string new_folder() const { return options_.folder + ".new"; }
  LineFiles::Place place(const char* prefix) const {
    return {.folder = to_stdout() ? "" : new_folder(),
            .prefix = prefix,
            .max_file_bytes = options_.max_file_bytes};
  }

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

  template <typename Row>
  Status write_line(const Row& row) {
    append_line(row, catalog_->buffer());
    return catalog_->flush_if_full();
  }

  // Swaps the names of both folders in one step. The destructor then removes the old one.
  Status replace_folder() {
    const std::string from = new_folder();
    const bool is_first = ::access(options_.folder.c_str(), F_OK) != 0;
    const int status = is_first ? ::rename(from.c_str(), options_.folder.c_str())
                                : ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD,
                                              options_.folder.c_str(), RENAME_EXCHANGE);
    if (status != 0) {
      return fail("moving the new files to " + options_.folder + ": " + std::strerror(errno));
    }
    return Done{};
  }

  const JsonLinesOptions options_;
  WriteOptions write_options_;
  std::optional<LineFiles> catalog_;
  std::optional<LineFiles> items_;
  bool began_ = false;
};

}  // namespace

std::unique_ptr<Writer> make_json_lines_writer(const JsonLinesOptions& options) {
  return std::make_unique<JsonLinesWriter>(options);
}

}  // namespace freshet::catalog
