#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "importance/block_part.h"
#include "importance/merged_blocks.h"
#include "result/result.h"

namespace freshet::importance {

// What the parts of a ranking send each other, as rows in pieces of bytes: numbers of 8 bytes, the
// lowest first (docs/formats/rank.md).

// The rank of a page, for a part that writes it.
struct PageRankRow {
  store::PageKey page;
  double rank = 0;
  bool operator==(const PageRankRow&) const = default;
};

void append(std::string& out, const PageException& row);
void append(std::string& out, const KeyLink& row);
// A row with many shares is written as several, of which all but the first have no pages.
void append(std::string& out, const BlockRow& row);
void append(std::string& out, const MergedBlocks::Ranked& row);
void append(std::string& out, const PageRankRow& row);

// Each takes a row from the front of `bytes`, and returns false if there is no whole row.
bool take(std::string_view& bytes, PageException& row);
bool take(std::string_view& bytes, KeyLink& row);
bool take(std::string_view& bytes, BlockRow& row);
bool take(std::string_view& bytes, MergedBlocks::Ranked& row);
bool take(std::string_view& bytes, PageRankRow& row);

// Calls `each` with the rows of a piece.
template <typename Row, typename Each>
Status each_row(std::string_view bytes, const Each& each) {
  while (!bytes.empty()) {
    Row row;
    if (!take(bytes, row)) return fail("a message of the ranking is damaged");
    each(std::move(row));
  }
  return Done{};
}

// Collects rows into pieces, and passes these on.
class Pieces {
 public:
  static constexpr size_t kBytes = 1 << 20;
  explicit Pieces(std::function<Status(std::string_view)> put) : put_(std::move(put)) {}

  template <typename Row>
  Status add(const Row& row) {
    append(bytes_, row);
    return bytes_.size() < kBytes ? Status(Done{}) : finish();
  }
  Status add_text(std::string_view text) {
    bytes_ += text;
    return bytes_.size() < kBytes ? Status(Done{}) : finish();
  }
  Status finish() {
    if (bytes_.empty()) return Done{};
    Status done = put_(bytes_);
    bytes_.clear();
    return done;
  }

 private:
  const std::function<Status(std::string_view)> put_;
  std::string bytes_;
};

}  // namespace freshet::importance
