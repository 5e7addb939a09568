#include "extract/tables.h"

namespace freshet::extract {
namespace {

const std::vector<std::string>& reserved() {
  static const std::vector<std::string> kReserved = {
      "table",      "page_id",         "key",     "url", "first_seen", "last_seen", "verified_at",
      "gone_since", "unmatched_since", "position"};
  return kReserved;
}

}  // namespace

ItemTables tables_of(const std::string& recipe, const std::vector<FieldShape>& fields,
                     const std::vector<RecordShape>& records, std::vector<std::string>& taken) {
  ItemTables tables{.recipe = recipe};
  const std::string name = "item_" + recipe;
  tables.items = {unique_name(name, taken), columns_of(fields, reserved())};
  for (const RecordShape& kind : records) {
    tables.records.push_back(
        {unique_name(name + "_" + kind.name, taken), columns_of(kind.fields, reserved())});
  }
  return tables;
}

}  // namespace freshet::extract
