#include "convert/item_rows.h"

#include <utility>

#include "convert/clean_text.h"
#include "extract/tables.h"
#include "result/check.h"

namespace freshet::convert {
namespace {

extract::Cells clean(extract::Cells cells) {
  for (extract::Cell& cell : cells) {
    if (cell) cell = convert::clean(*std::move(cell));
  }
  return cells;
}

}  // namespace

ItemRows::ItemRows(const extract::Recipes& recipes) : tables_(extract::tables_of(recipes)) {
  for (const extract::Recipe& recipe : recipes.all()) {
    places_.emplace(recipe.name(), shapes_.size());
    shapes_.push_back({recipe.fields(), recipe.records()});
  }
}

catalog::Item ItemRows::row(const collection::ItemRow& item, int64_t id) {
  const auto place = places_.find(item.item.recipe);
  FRESHET_CHECK(place != places_.end(), "an item of no recipe");
  const Shape& shape = shapes_[place->second];
  catalog::Item row{.recipe = place->second,
                    .page = id,
                    .key = convert::clean(item.item.key),
                    .url = convert::clean(item.url),
                    .first_seen = item.item.first_seen,
                    .last_seen = item.last_seen,
                    .verified_at = item.verified_at,
                    .gone_since = item.gone_since,
                    .unmatched_since = item.item.unmatched_since,
                    .cells = clean(reader_.cells(shape.fields, item.item.fields)),
                    .records = {}};
  for (const extract::RecordShape& kind : shape.records) {
    std::vector<extract::Cells>& rows = row.records.emplace_back();
    for (extract::Cells& cells : reader_.rows(kind, item.item.records)) {
      rows.push_back(clean(std::move(cells)));
    }
  }
  return row;
}

}  // namespace freshet::convert
