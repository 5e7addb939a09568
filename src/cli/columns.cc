#include "cli/columns.h"

#include <algorithm>

#include "text/printable.h"

namespace freshet::cli {
namespace {

// The number of UTF-8 characters.
size_t width_of(const std::string& text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

bool is_number(const std::string& cell) {
  return cell == "-" || (!cell.empty() && cell[0] >= '0' && cell[0] <= '9');
}

}  // namespace

void Columns::add(std::vector<std::string> cells) {
  for (std::string& cell : cells) cell = text::printable(cell);
  rows_.push_back(std::move(cells));
}

std::string Columns::text() const {
  std::vector<size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::string out;
  for (const auto& row : rows_) {
    for (size_t i = 0; i < row.size(); ++i) {
      const bool is_last = i + 1 == row.size();
      const std::string gap(widths[i] - width_of(row[i]), ' ');
      out += "  ";
      if (!is_last && is_number(row[i])) out += gap;
      out += row[i];
      if (!is_last && !is_number(row[i])) out += gap;
    }
    out += '\n';
  }
  return out;
}

}  // namespace freshet::cli
