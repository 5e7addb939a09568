#include "importance/rank_encoding.h"

#include <algorithm>
#include <bit>
#include <initializer_list>

#include "collection/fixed_bytes.h"

namespace freshet::importance {
namespace {

constexpr size_t kNumber = 8;            // bytes
constexpr size_t kMostShares = 1 << 16;  // in one row

void append_numbers(std::string& out, std::initializer_list<uint64_t> numbers) {
  for (const uint64_t number : numbers) collection::write_number(out, number, kNumber);
}

bool take_numbers(std::string_view& bytes, std::initializer_list<uint64_t*> numbers) {
  if (bytes.size() < kNumber * numbers.size()) return false;
  for (uint64_t* number : numbers) *number = collection::read_number(bytes, kNumber);
  return true;
}

uint64_t bits(double value) {
  return std::bit_cast<uint64_t>(value);
}

}  // namespace

void append(std::string& out, const PageException& row) {
  append_numbers(out, {row.page.site.value, row.page.page.value, row.counts_as.site.value,
                       row.counts_as.page.value});
}

bool take(std::string_view& bytes, PageException& row) {
  return take_numbers(bytes, {&row.page.site.value, &row.page.page.value, &row.counts_as.site.value,
                              &row.counts_as.page.value});
}

void append(std::string& out, const KeyLink& row) {
  append_numbers(out,
                 {row.from.site.value, row.from.page.value, row.to.site.value, row.to.page.value});
}

bool take(std::string_view& bytes, KeyLink& row) {
  return take_numbers(
      bytes, {&row.from.site.value, &row.from.page.value, &row.to.site.value, &row.to.page.value});
}

void append(std::string& out, const BlockRow& row) {
  size_t at = 0;
  do {
    const size_t count = std::min(row.shares.size() - at, kMostShares);
    append_numbers(out, {row.site.value, at == 0 ? row.pages : 0, count});
    for (const size_t end = at + count; at < end; ++at) {
      append_numbers(out, {row.shares[at].target.value, bits(row.shares[at].weight)});
    }
  } while (at < row.shares.size());
}

bool take(std::string_view& bytes, BlockRow& row) {
  uint64_t count = 0;
  if (!take_numbers(bytes, {&row.site.value, &row.pages, &count})) return false;
  if (count > bytes.size() / (2 * kNumber)) return false;
  row.shares.resize(count);
  for (BlockRow::Share& share : row.shares) {
    uint64_t weight = 0;
    take_numbers(bytes, {&share.target.value, &weight});
    share.weight = std::bit_cast<double>(weight);
  }
  return true;
}

void append(std::string& out, const MergedBlocks::Ranked& row) {
  append_numbers(out, {row.site.value, bits(row.rank)});
}

bool take(std::string_view& bytes, MergedBlocks::Ranked& row) {
  uint64_t rank = 0;
  if (!take_numbers(bytes, {&row.site.value, &rank})) return false;
  row.rank = std::bit_cast<double>(rank);
  return true;
}

void append(std::string& out, const PageRankRow& row) {
  append_numbers(out, {row.page.site.value, row.page.page.value, bits(row.rank)});
}

bool take(std::string_view& bytes, PageRankRow& row) {
  uint64_t rank = 0;
  if (!take_numbers(bytes, {&row.page.site.value, &row.page.page.value, &rank})) return false;
  row.rank = std::bit_cast<double>(rank);
  return true;
}

}  // namespace freshet::importance
