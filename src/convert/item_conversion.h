#pragma once

#include <span>
#include <vector>

#include "convert/convert.h"
#include "convert/ids.h"
#include "convert/item_rows.h"
#include "convert/target_rows.h"

namespace freshet::convert {

// Writes the items of a collection. Items are in the state and not in the archives, and change only
// when their page is visited.
class ItemConversion {
 public:
  // All must outlive it.
  struct Parts {
    const store::Store& store;
    const Ids& ids;  // of all pages
    catalog::RowWriter& writer;
    ItemRows& rows;
    ConvertSummary& summary;
    // Another thread may stop the conversion; nullptr: nobody does.
    const ConvertProgress* progress = nullptr;
  };
  explicit ItemConversion(const Parts& parts) : parts_(parts) {}

  // Puts all items. The tables of the target must be empty.
  Status put_all();
  // Replaces the items of the pages whose rows were written.
  Status put_written(const TargetRows& pages);
  // Replaces the items of these pages.
  Status put(std::span<const store::PageKey> pages);

 private:
  // Calls put() for the items of all pages, or of those with these ids, which are removed from the
  // set.
  Status put_each(std::vector<bool>* ids);
  Status put_collected();
  Status put(store::Item item, const store::PageState& page);
  bool is_stopped() const { return parts_.progress != nullptr && parts_.progress->stop; }

  const Parts parts_;
  std::vector<store::Item> collected_;
  size_t collected_bytes_ = 0;
};

}  // namespace freshet::convert
