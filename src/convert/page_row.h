#pragma once

#include "catalog/writer.h"
#include "convert/ids.h"
#include "store/store.h"

namespace freshet::convert {

// A page of the collection as the store knows it: everything of a row but what only the archive
// has.
struct PageRow {
  catalog::Page row;
  catalog::Stamp stamp;
};

// An error is one of reading the store. All ids must have been given. Dates after `now` are not
// believed.
Result<PageRow> page_row(const store::PageState& page, const Ids& ids, const store::Store& store,
                         Instant now);

// Those that lead to pages with an id, each once.
std::vector<catalog::Page::Link> link_rows(const store::PageLinks& links, const Ids& ids);

}  // namespace freshet::convert
