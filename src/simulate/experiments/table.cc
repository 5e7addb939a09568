#include "simulate/experiments/table.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "json/write.h"
#include "result/check.h"

namespace freshet::simulate {
namespace {

constexpr size_t kLineWidth = 100;

std::string shown(const Cell& cell, const Column& column) {
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  const auto* number = std::get_if<double>(&cell);
  if (number == nullptr) return "";
  std::array<char, 64> digits{};
  std::snprintf(digits.data(), digits.size(), "%.*f", column.decimals, *number);
  return digits.data();
}

std::string padded(const std::string& text, size_t width, bool right) {
  const std::string space(width - std::min(width, text.size()), ' ');
  return right ? space + text : text + space;
}

std::string without_trailing_space(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

// Wraps a sentence at spaces; further lines are indented.
void append_wrapped(std::string& out, const std::string& sentence) {
  std::string line = "-";
  for (size_t at = 0; at < sentence.size();) {
    const size_t end = std::min(sentence.find(' ', at), sentence.size());
    if (line.size() + 1 + end - at > kLineWidth) {
      out += line + "\n";
      line = " ";
    }
    line += " " + sentence.substr(at, end - at);
    at = end + 1;
  }
  out += line + "\n";
}

// Columns with numbers are right-aligned.
bool is_numeric(const Table& table, size_t column) {
  return std::any_of(table.rows.begin(), table.rows.end(),
                     [&](const auto& row) { return std::holds_alternative<double>(row[column]); });
}

void write(const Table& table, json::Writer& w) {
  w.begin_object().member("title", table.title).member("assumptions", table.assumptions);
  w.key("columns").begin_array();
  for (const Column& column : table.columns) w.value(column.name);
  w.end_array().key("rows").begin_array();
  for (const auto& row : table.rows) {
    w.begin_array();
    for (const Cell& cell : row) {
      if (const auto* text = std::get_if<std::string>(&cell))
        w.value(*text);
      else if (const auto* number = std::get_if<double>(&cell))
        w.value(*number);
      else
        w.null();
    }
    w.end_array();
  }
  w.end_array();
  if (!table.details.empty()) {
    w.key("details").begin_array();
    for (const Table& detail : table.details) write(detail, w);
    w.end_array();
  }
  w.end_object();
}

}  // namespace

double Table::number(const std::string& row, const std::string& column) const {
  for (size_t i = 0; i < columns.size(); ++i)
    if (columns[i].name == column)
      for (const auto& cells : rows)
        if (cells.front() == Cell(row)) {
          const auto* found = std::get_if<double>(&cells[i]);
          FRESHET_CHECK(found != nullptr, "a cell without a number");
          return *found;
        }
  FRESHET_CHECK(false, "a table without that row and column");
  return 0;
}

std::string to_text(const Table& table) {
  std::string out = table.title + "\n";
  for (const std::string& sentence : table.assumptions) append_wrapped(out, sentence);
  std::vector<std::string> lines(table.rows.size() + 1);
  for (size_t c = 0; c < table.columns.size(); ++c) {
    const Column& column = table.columns[c];
    std::vector<std::string> cells = {column.name};
    size_t width = column.name.size();
    for (const auto& row : table.rows) {
      cells.push_back(shown(row[c], column));
      width = std::max(width, cells.back().size());
    }
    for (size_t i = 0; i < lines.size(); ++i)
      lines[i] += (c > 0 ? "  " : "") + padded(cells[i], width, is_numeric(table, c));
  }
  out += "\n";
  for (const std::string& line : lines) out += without_trailing_space(line) + "\n";
  for (const Table& detail : table.details) out += "\n" + to_text(detail);
  return out;
}

std::string to_json(const Table& table) {
  std::string out;
  json::Writer w(out);
  write(table, w);
  return out;
}

}  // namespace freshet::simulate
