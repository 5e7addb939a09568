#pragma once

#include <cstdint>
#include <vector>

#include "catalog/writer.h"

namespace freshet::convert {

// The rows of pages that a target has before a conversion, by page id, and what the conversion does
// with them.
class TargetRows {
 public:
  // The target must not be rebuilt.
  Status read(catalog::RowWriter& writer);
  // Returns an empty stamp if the target has no such row.
  catalog::Stamp stamp(int64_t id) const;

  // The collection has the page.
  void set_seen(int64_t id) { insert(seen_, id); }
  bool is_seen(int64_t id) const { return has(seen_, id); }
  const std::vector<bool>& seen() const { return seen_; }  // by id
  // The row is put again with its links.
  void set_put(int64_t id) { insert(put_, id); }
  bool is_put(int64_t id) const { return has(put_, id); }
  // The row is put or refreshed.
  void set_written(int64_t id) { insert(written_, id); }
  const std::vector<bool>& written() const { return written_; }  // by id
  // Returns the rows of the target whose pages were not seen.
  std::vector<int64_t> unseen() const;

 private:
  static bool has(const std::vector<bool>& set, int64_t id);
  static void insert(std::vector<bool>& set, int64_t id);

  std::vector<catalog::Stamp> stamps_;
  std::vector<bool> seen_;
  std::vector<bool> put_;
  std::vector<bool> written_;
};

}  // namespace freshet::convert
