#include "crawl/item_update.h"

#include <algorithm>
#include <vector>

#include "extract/extract.h"
#include "json/read.h"
#include "json/write.h"

namespace freshet::crawl {
namespace {

// A feed of changes is read often; long texts are in the item and in the archive.
constexpr size_t kMostValueBytes = 64 << 10;

void write_value(json::Writer& w, std::string_view name, const std::string& value) {
  w.key(name);
  if (value.empty())
    w.null();
  else if (value.size() > kMostValueBytes)
    w.begin_object().member("bytes", value.size()).end_object();
  else
    w.verbatim(value);
}

std::string encode(const store::Item& item, const std::vector<extract::FieldChange>& changes) {
  std::string out;
  json::Writer w(out);
  w.begin_object().member("recipe", item.recipe).member("key", item.key);
  w.key("changes").begin_array();
  for (const extract::FieldChange& change : changes) {
    w.begin_object().member("field", change.field);
    write_value(w, "old", change.before);
    write_value(w, "new", change.after);
    w.end_object();
  }
  w.end_array().end_object();
  return out;
}

size_t count_members(std::string_view object) {
  json::Reader reader;
  const auto value = reader.read(object);
  return value ? value->members().size() : 0;
}

ItemUpdate without_match(const store::Item* before, Instant at) {
  if (before == nullptr || before->unmatched_since) return {};
  store::Item row = *before;
  row.unmatched_since = at;
  return {.row = std::move(row)};
}

}  // namespace

ItemUpdate update_item(const store::Item* before, const store::PageKey& page,
                       const ItemReading& reading, Instant at) {
  if (!reading.is_match()) return without_match(before, at);
  store::Item row{.page = page,
                  .recipe = reading.recipe,
                  .rules = reading.rules,
                  .key = reading.key,
                  .fields = reading.fields,
                  .records = reading.records,
                  .first_seen = at,
                  .last_change = at};
  if (before == nullptr) return {.row = std::move(row)};
  row.first_seen = before->first_seen;
  ItemUpdate update;
  const bool is_same = before->fields == row.fields && before->records == row.records;
  const bool is_comparable = before->rules == row.rules && before->recipe == row.recipe;
  if (is_same) {
    row.last_change = before->last_change;
  } else if (is_comparable) {
    const auto changes =
        extract::field_changes(before->fields, before->records, row.fields, row.records);
    const size_t fields = count_members(row.fields) + count_members(row.records);
    if (!changes.empty()) update.fields = encode(row, changes);
    update.share = std::min(1.0, static_cast<double>(changes.size()) /
                                     static_cast<double>(std::max<size_t>(fields, 1)));
  }
  if (row != *before) update.row = std::move(row);
  return update;
}

}  // namespace freshet::crawl
