#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "catalog/item.h"
#include "catalog/item_shapes.h"
#include "catalog/rows.h"
#include "catalog/words.h"
#include "result/result.h"

namespace freshet::catalog {

// Fingerprints of what a page's row was made from. A later conversion compares them to see whether
// the row is up to date. Writers only store them.
struct Stamp {
  uint64_t state = 0;    // of the values that a visit changes
  uint64_t content = 0;  // of what text, words and links were made from
  bool operator==(const Stamp&) const = default;
};

struct Entry {
  Page page;
  Words words;  // if empty, the page is not in the full-text index
  Stamp stamp;
};
// About how much memory an entry takes.
inline size_t bytes_of(const Entry& entry) {
  return sizeof(Entry) + entry.page.text.size() + entry.page.boilerplate.size() +
         entry.words.body.size() + entry.words.boilerplate.size() +
         entry.page.links.size() * sizeof(Page::Link);
}

struct WriteOptions {
  std::string collection;  // identifies the collection that assigned the ids
  bool full = false;       // rebuild the target from nothing
  // Rebuild a target that has the rows of another collection; without this (and `full`) such a
  // target is an error.
  bool replace_other = false;
  ItemTables items;  // the tables of items that the target is to have
  // Every item is put, although the target may have it: items that are not put are removed.
  bool all_items = false;
};

// What a target contains when writing begins.
struct TargetState {
  bool rebuild = true;  // the target starts empty: every row must be put
  // The tables of items are empty, because they had other columns: every item must be put.
  bool rebuild_items = true;
  int64_t links_up_to = 0;  // links to pages with greater ids may be missing
  bool operator==(const TargetState&) const = default;
};

// What is stored in a target about the conversion that wrote it.
struct ConversionRecord {
  Instant converted_at;
  uint64_t pages = 0;       // in the collection
  int64_t links_up_to = 0;  // as in TargetState
};

// Takes the rows of a conversion. To be used by one thread.
class RowWriter {
 public:
  virtual ~RowWriter() = default;

  // Calls `callback` with the stamp of every row in the target. Only if the target is not rebuilt.
  virtual Status each_stamp(const std::function<void(int64_t page, const Stamp&)>& callback) = 0;

  // Each put() replaces the row with the same id. Rows may refer to rows that are put later.
  virtual Status put(const Community& community) = 0;
  virtual Status put(const Domain& domain) = 0;
  virtual Status put(const Site& site) = 0;
  virtual Status put(Entry entry) = 0;
  // Updates the row of a page whose text, words and links have not changed.
  virtual Status refresh(const Entry& entry) = 0;
  // Replaces the links of a page.
  virtual Status put_links(int64_t page, const std::vector<Page::Link>& links) = 0;
  // Removes a page with its history, its links, and the links that lead to it.
  virtual Status remove(int64_t page) = 0;

  // Replaces the item of a page with its records, also if it is in the table of another recipe. Put
  // the item of a page at most once in a conversion.
  virtual Status put(const Item& item) = 0;
  // The page has no item (any more). Removing the page does the same.
  virtual Status remove_item(int64_t page) = 0;

  // Whether the writer uses Entry::words.
  virtual bool wants_words() const { return true; }
};

// Writes a collection's rows into a target, all of them or none: until finish() returns, the target
// and its readers keep the old rows, even if the process is killed. A writer serves one conversion,
// on one thread: begin(), any number of other calls, finish(). Without finish(), the target stays
// as it was. Every implementation passes tests/contract/catalog_writer_contract.h.
class Writer : public RowWriter {
 public:
  virtual Result<TargetState> begin(const WriteOptions& options) = 0;
  virtual Status finish(const ConversionRecord& record) = 0;
};

// Writes a SQLite file, which is created if it does not exist. Other processes may read it
// meanwhile.
std::unique_ptr<Writer> make_sqlite_writer(const std::string& file);

// Writes into the schema `freshet` of a PostgreSQL database. The DSN is what libpq accepts:
// "postgresql://user@host/database" or "host=... dbname=...".
std::unique_ptr<Writer> make_postgres_writer(const std::string& dsn);

struct JsonLinesOptions {
  // The folder to write into; all its files are replaced together. If empty, standard output.
  std::string folder;
  // When a file has grown beyond this, the next one is begun.
  uint64_t max_file_bytes = 1'000'000'000;
};
std::unique_ptr<Writer> make_json_lines_writer(const JsonLinesOptions& options);

}  // namespace freshet::catalog
