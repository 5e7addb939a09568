#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "extract/recipe.h"
#include "json/read.h"

namespace freshet::extract {

struct Column {
  // A number has its digits as text. JSON is the text of an array.
  enum class Type : uint8_t { kText, kNumber, kJson };
  std::string name;
  Type type = Type::kText;
  bool operator==(const Column&) const = default;
};

// A value of a column; nullopt if the page has none.
using Cell = std::optional<std::string>;
using Cells = std::vector<Cell>;

// Returns the columns of these fields, in their order. A field of the type money has two,
// NAME_amount and NAME_currency; any other field has one. `reserved` are names of further columns
// of the table. Names differ from each other and from these, without regard to case, and have at
// most kMostNameBytes: a name that is taken gets "_2", "_3" and so on.
std::vector<Column> columns_of(const std::vector<FieldShape>& fields,
                               const std::vector<std::string>& reserved);

// PostgreSQL cuts longer names.
inline constexpr size_t kMostNameBytes = 63;

// Returns the name if it is short and not in `taken`, which are in lower case, and a similar one
// otherwise. Adds it to `taken`.
std::string unique_name(std::string_view name, std::vector<std::string>& taken);

// Reads the values of items from their JSON (Extraction::fields, Extraction::records). A value that
// does not have the type of its field counts as absent. To be used by one thread.
class CellReader {
 public:
  // Returns a cell for each of columns_of(fields).
  Cells cells(const std::vector<FieldShape>& fields, std::string_view object);
  // Returns the cells of each record of one kind, in their order.
  std::vector<Cells> rows(const RecordShape& kind, std::string_view records);

 private:
  void append(const FieldShape& field, std::string_view value, Cells& cells);
  void append_money(std::string_view value, Cells& cells);
  Cell text(std::string_view value);

  json::Reader reader_;
};

}  // namespace freshet::extract
