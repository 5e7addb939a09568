#include "cli/item_text.h"

#include <algorithm>

#include "clock/civil.h"
#include "json/copy.h"
#include "json/raw.h"
#include "text/printable.h"

namespace freshet::cli {
namespace {

// As many fields as a terminal has room for.
constexpr size_t kShownFields = 5;
constexpr size_t kShownBytes = 40;

std::string shown(const json::Value& value) {
  if (value.is_absent()) return "-";
  std::string text;
  if (const auto plain = value.string()) {
    text = *plain;
  } else if (const auto amount = value["amount"].string()) {
    text = std::string(*amount) + " " + std::string(value["currency"].string().value_or(""));
  } else {
    json::Writer w(text);
    json::copy(value, w);
  }
  if (text.size() > kShownBytes) {
    text.resize(kShownBytes);
    text += "…";
  }
  return text::printable(text);
}

constexpr const char* kFirstColumns[] = {"key",         "url",        "first_seen",     "last_seen",
                                         "verified_at", "gone_since", "unmatched_since"};

// Appends a cell of CSV to a line.
void append_cell(std::string_view text, std::string& line) {
  if (!line.empty()) line += ',';
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    line += text;
    return;
  }
  line += '"';
  for (const char c : text) {
    if (c == '"') line += '"';
    line += c;
  }
  line += '"';
}

}  // namespace

std::string json_line(const collection::ItemRow& row) {
  std::string out;
  json::Writer w(out);
  w.begin_object().member("key", row.item.key).member("url", row.url);
  w.member("first_seen", format_iso8601(row.item.first_seen));
  w.member("last_seen", format_iso8601(row.last_seen));
  w.member("verified_at", format_iso8601(row.verified_at));
  w.member("last_change", format_iso8601(row.item.last_change));
  w.member("gone_since", format_iso8601(row.gone_since));
  w.member("unmatched_since", format_iso8601(row.item.unmatched_since));
  w.key("fields").verbatim(row.item.fields).key("records").verbatim(row.item.records);
  w.end_object();
  return out + "\n";
}

CsvItems::CsvItems(const extract::Recipe& recipe)
    : fields_(recipe.fields()), records_(recipe.records()) {}

std::string CsvItems::heading() const {
  std::vector<std::string> names(std::begin(kFirstColumns), std::end(kFirstColumns));
  for (const extract::Column& column : extract::columns_of(fields_, names)) {
    names.push_back(column.name);
  }
  for (const extract::RecordShape& record : records_) {
    extract::unique_name(record.name, names);
  }
  std::string line;
  for (const std::string& name : names) append_cell(name, line);
  return line + "\r\n";
}

std::string CsvItems::line(const collection::ItemRow& row) {
  std::string line;
  append_cell(row.item.key, line);
  append_cell(row.url, line);
  for (const auto& time :
       {std::optional(row.item.first_seen), std::optional(row.last_seen),
        std::optional(row.verified_at), row.gone_since, row.item.unmatched_since}) {
    append_cell(time ? format_iso8601(*time) : "", line);
  }
  for (const extract::Cell& cell : cells_.cells(fields_, row.item.fields)) {
    append_cell(cell.value_or(""), line);
  }
  const std::vector<json::RawMember> kinds = json::raw_members(row.item.records);
  for (const extract::RecordShape& record : records_) {
    const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const json::RawMember& member) {
      return member.name == record.name;
    });
    append_cell(kind != kinds.end() ? kind->value : "", line);
  }
  return line + "\r\n";
}

ItemTable::ItemTable(const extract::Recipe& recipe) {
  for (const extract::FieldShape& field : recipe.fields()) {
    if (names_.size() < kShownFields) names_.push_back(field.name);
  }
  std::vector<std::string> heading = {"key"};
  heading.insert(heading.end(), names_.begin(), names_.end());
  heading.insert(heading.end(), {"verified", "state"});
  table_.add(std::move(heading));
}

void ItemTable::add(const collection::ItemRow& row, const json::Value& fields) {
  std::vector<std::string> cells = {text::printable(row.item.key)};
  for (const std::string& name : names_) cells.push_back(shown(fields[name]));
  cells.push_back(format_iso8601(row.verified_at));
  cells.emplace_back(row.gone_since             ? "gone"
                     : row.item.unmatched_since ? "does not match the recipe"
                                                : "");
  table_.add(std::move(cells));
}

}  // namespace freshet::cli
