#include "extract/columns.h"

#include <algorithm>

#include "json/raw.h"
#include "text/ascii.h"

namespace freshet::extract {
namespace {

Column::Type type_of(const FieldShape& field) {
  if (field.is_list) return Column::Type::kJson;
  return field.type == FieldType::kNumber ? Column::Type::kNumber : Column::Type::kText;
}

bool has_two_columns(const FieldShape& field) {
  return field.type == FieldType::kMoney && !field.is_list;
}

size_t end_of_digits(std::string_view text, size_t at) {
  while (at < text.size() && text::is_digit(text[at])) ++at;
  return at;
}

// Whether the text is a number as JSON has it (RFC 8259, section 6).
bool is_number(std::string_view text) {
  size_t at = text.starts_with('-') ? 1 : 0;
  const size_t whole = at;
  at = end_of_digits(text, at);
  if (at == whole || (text[whole] == '0' && at > whole + 1)) return false;
  if (at < text.size() && text[at] == '.') {
    const size_t fraction = at + 1;
    at = end_of_digits(text, fraction);
    if (at == fraction) return false;
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    size_t exponent = at + 1;
    if (exponent < text.size() && (text[exponent] == '+' || text[exponent] == '-')) ++exponent;
    at = end_of_digits(text, exponent);
    if (at == exponent) return false;
  }
  return at == text.size();
}

std::string_view value_of(const std::vector<json::RawMember>& members, std::string_view name) {
  for (const json::RawMember& member : members) {
    if (member.name == name) return member.value;
  }
  return {};
}

}  // namespace

std::string unique_name(std::string_view name, std::vector<std::string>& taken) {
  std::string unique(name.substr(0, kMostNameBytes));
  const auto is_taken = [&] {
    return std::find(taken.begin(), taken.end(), text::lower_case(unique)) != taken.end();
  };
  for (int number = 2; is_taken(); ++number) {
    const std::string suffix = "_" + std::to_string(number);
    unique = std::string(name.substr(0, kMostNameBytes - suffix.size())) + suffix;
  }
  taken.push_back(text::lower_case(unique));
  return unique;
}

std::vector<Column> columns_of(const std::vector<FieldShape>& fields,
                               const std::vector<std::string>& reserved) {
  std::vector<std::string> taken = reserved;
  std::vector<Column> columns;
  for (const FieldShape& field : fields) {
    if (has_two_columns(field)) {
      columns.push_back({unique_name(field.name + "_amount", taken), Column::Type::kNumber});
      columns.push_back({unique_name(field.name + "_currency", taken), Column::Type::kText});
    } else {
      columns.push_back({unique_name(field.name, taken), type_of(field)});
    }
  }
  return columns;
}

Cells CellReader::cells(const std::vector<FieldShape>& fields, std::string_view object) {
  const std::vector<json::RawMember> members = json::raw_members(object);
  Cells cells;
  cells.reserve(fields.size());
  for (const FieldShape& field : fields) append(field, value_of(members, field.name), cells);
  return cells;
}

std::vector<Cells> CellReader::rows(const RecordShape& kind, std::string_view records) {
  std::vector<Cells> rows;
  const std::string_view array = value_of(json::raw_members(records), kind.name);
  for (const std::string_view record : json::raw_elements(array)) {
    rows.push_back(cells(kind.fields, record));
  }
  return rows;
}

void CellReader::append(const FieldShape& field, std::string_view value, Cells& cells) {
  if (has_two_columns(field)) {
    append_money(value, cells);
    return;
  }
  Cell& cell = cells.emplace_back();
  if (value.empty()) return;
  switch (type_of(field)) {
    case Column::Type::kText: cell = text(value); return;
    case Column::Type::kNumber:
      if (is_number(value)) cell = value;
      return;
    case Column::Type::kJson: {
      const auto read = reader_.read(value);
      if (read && read->kind() == json::Value::Kind::kArray) cell = value;
      return;
    }
  }
}

void CellReader::append_money(std::string_view value, Cells& cells) {
  const std::vector<json::RawMember> members = json::raw_members(value);
  Cell amount = text(value_of(members, "amount"));
  if (amount && !is_number(*amount)) amount.reset();
  cells.push_back(std::move(amount));
  cells.push_back(text(value_of(members, "currency")));
}

Cell CellReader::text(std::string_view value) {
  if (value.empty()) return std::nullopt;
  const auto read = reader_.read(value);
  const auto string = read ? read->string() : std::nullopt;
  return string ? Cell(*string) : std::nullopt;
}

}  // namespace freshet::extract
