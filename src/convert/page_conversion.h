#pragma once

#include <functional>
#include <vector>

#include "convert/convert.h"
#include "convert/entry_pipeline.h"
#include "convert/ids.h"
#include "convert/site_boilerplate.h"
#include "convert/target_rows.h"

namespace freshet::convert {

// Writes the rows of pages: finds out which rows are new or out of date, and builds and writes
// them.
class PageConversion {
 public:
  // All must outlive it.
  struct Parts {
    store::Store& store;
    const Ids& ids;  // of all pages and sites
    const SiteBoilerplate& boilerplate;
    const ConvertOptions& options;
    catalog::RowWriter& writer;
    ConvertProgress& progress;
    ConvertSummary& summary;
  };
  struct Scope {
    catalog::TargetState target;
    Instant now;
    // Whether put_pages() gets all pages of these shards and the target has rows of an earlier
    // conversion, so that links may be missing and rows may be of unknown pages.
    bool compares_all = false;
    store::ShardSet shards = store::ShardSet::all();
    // See EntryPipeline.
    const ArchiveHolders* holders = nullptr;
    std::function<void(size_t holder, const store::PageKey& page)> give_away = {};
  };
  PageConversion(const Parts& parts, Scope scope) : parts_(parts), scope_(std::move(scope)) {}

  // Reads which rows the target has.
  Status read_stamps();
  // Calls its argument with each page, until that returns false.
  using EachPage = std::function<Status(const std::function<bool(const store::PageState&)>&)>;
  // Puts the rows of pages that are new or have changed.
  Status put_pages(const EachPage& each_page);
  // Puts links of pages whose rows did not change, but which lead to pages that are new: when those
  // rows were written, the target of the link had no row.
  Status put_missing_links();

  const TargetRows& rows() const { return rows_; }

 private:
  Status submit_if_changed(const store::PageState& page, EntryPipeline& pipeline);

  const Parts parts_;
  const Scope scope_;
  TargetRows rows_;
};

}  // namespace freshet::convert
