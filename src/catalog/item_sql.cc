#include "catalog/item_sql.h"

namespace freshet::catalog {
namespace {

void append_quoted(std::string& out, std::string_view text, char quote) {
  out += quote;
  for (const char c : text) {
    if (c == quote) out += quote;
    out += c;
  }
  out += quote;
}

void append_fields(std::string& out, const extract::TableShape& table, const SqlTypes& types) {
  for (const extract::Column& column : table.columns) {
    const bool is_number = column.type == extract::Column::Type::kNumber;
    out.append(", ").append(quoted_name(column.name)).append(" ");
    out.append(is_number ? types.number : types.text);
  }
}

}  // namespace

std::string quoted_name(std::string_view name) {
  std::string out;
  append_quoted(out, name, '"');
  return out;
}

std::string quoted_text(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\\') escaped += c;
    escaped += c;
  }
  // With E, a backslash must be doubled, whatever standard_conforming_strings is.
  std::string out = "E";
  append_quoted(out, escaped, '\'');
  return out;
}

std::string item_columns(const extract::TableShape& table, const SqlTypes& types) {
  std::string out = "page_id ";
  out.append(types.id);
  for (const char* text : {"key", "url"}) {
    out.append(", ").append(text).append(" ").append(types.text).append(" NOT NULL");
  }
  for (const char* time : {"first_seen", "last_seen", "verified_at"}) {
    out.append(", ").append(time).append(" ").append(types.time).append(" NOT NULL");
  }
  for (const char* time : {"gone_since", "unmatched_since"}) {
    out.append(", ").append(time).append(" ").append(types.time);
  }
  append_fields(out, table, types);
  return out;
}

std::string record_columns(const extract::TableShape& table, const SqlTypes& types) {
  std::string out = "page_id ";
  out.append(types.integer).append(" NOT NULL, position ").append(types.integer);
  out.append(" NOT NULL");
  append_fields(out, table, types);
  return out;
}

}  // namespace freshet::catalog
