#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "catalog/rows.h"
#include "catalog/words.h"
#include "result/result.h"

namespace freshet::catalog {

// By which a later conversion sees whether a page's row is still right. Opaque here.
struct Stamp {
  uint64_t state = 0;    // of what a visit changes
  uint64_t content = 0;  // of what must be read from the archive: text, words, links
  bool operator==(const Stamp&) const = default;
};

struct Entry {
  Page page;
  Words words;  // none: not in the index
  Stamp stamp;
};
// About, in memory.
inline size_t bytes_of(const Entry& entry) {
  return sizeof(Entry) + entry.page.text.size() + entry.page.boilerplate.size() +
         entry.words.body.size() + entry.words.boilerplate.size() +
         entry.page.links.size() * sizeof(Page::Link);
}

struct Loading {
  std::string collection;  // whose ids these are
  bool full = false;       // make everything anew
  // A target that has the rows of another collection is made anew; else that is an error.
  bool replaces_others = false;
};

// What a target has when writing begins.
struct Held {
  bool anew = true;         // nothing: every row is to be put
  int64_t links_up_to = 0;  // links to pages with greater ids may be missing
};

struct Closing {
  Instant converted_at;
  uint64_t pages = 0;
  int64_t links_up_to = 0;
};

// Writes a collection's rows into a target, all of them or none: what was there before stays, for
// readers too, until finish() returns, whatever befalls the process. One conversion, by one thread:
// begin(), what there is to put, finish(). Every implementation passes
// tests/contract/catalog_writer_contract.h.
class Writer {
 public:
  virtual ~Writer() = default;  // without finish(), nothing happened

  virtual Result<Held> begin(const Loading& loading) = 0;
  // Of the rows that are there, unless all is made anew.
  virtual Status each_stamp(const std::function<void(int64_t page, const Stamp&)>& each) = 0;

  // Each replaces the row of the same id. Rows may refer to rows that are put later.
  virtual Status put(const Community& community) = 0;
  virtual Status put(const Domain& domain) = 0;
  virtual Status put(const Site& site) = 0;
  virtual Status put(Entry entry) = 0;
  // A page that is there and has the text, words and links that it had.
  virtual Status refresh(const Entry& entry) = 0;
  virtual Status put_links(int64_t page, const std::vector<Page::Link>& links) = 0;
  // With its links and its history; also those links that lead to it.
  virtual Status remove(int64_t page) = 0;

  virtual Status finish(const Closing& closing) = 0;

  // Whether Entry::words is used.
  virtual bool wants_words() const { return true; }
};

// A file; it is created if need be. Searches may read it meanwhile.
std::unique_ptr<Writer> make_sqlite_writer(const std::string& file);

// As libpq takes it: "postgresql://user@host/database" or "host=... dbname=...". The tables are in
// the schema `freshet`.
std::unique_ptr<Writer> make_postgres_writer(const std::string& dsn);

struct JsonLinesOptions {
  // A folder; its files are replaced together. Empty: standard output.
  std::string folder;
  uint64_t max_file_bytes =
      1'000'000'000;  // a file that has grown past this is followed by another
};
std::unique_ptr<Writer> make_json_lines_writer(const JsonLinesOptions& options);

}  // namespace freshet::catalog
