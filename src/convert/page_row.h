#pragma once

#include "catalog/writer.h"
#include "convert/ids.h"
#include "store/store.h"

namespace freshet::convert {

// The part of a page's row that comes from the store; the rest, such as the name of the archive
// file, comes from the archive.
struct PageRow {
  catalog::Page row;
  catalog::Stamp stamp;
};

// Fails only if reading the store fails. All pages must have their ids. Dates after `now` are
// ignored.
Result<PageRow> page_row(const store::PageState& page, const Ids& ids, const store::Store& store,
                         Instant now);

// The links that lead to pages with an id, one for each target, by ascending id of the target.
std::vector<catalog::Page::Link> link_rows(const store::PageLinks& links, const Ids& ids);

}  // namespace freshet::convert
