#pragma once

#include <algorithm>
#include <vector>

#include "convert/entry_pipeline.h"
#include "convert/ids.h"

namespace freshet::convert {

// Pages that have no id yet. They get theirs in the order of the archive.
class NewPages {
 public:
  void add(const store::PageState& page) { pages_.push_back({page.archived, page.key}); }
  size_t size() const { return pages_.size(); }

  void assign_ids(Ids& ids) {
    std::stable_sort(pages_.begin(), pages_.end(), [](const NewPage& a, const NewPage& b) {
      return is_before(a.archived, b.archived);
    });
    for (const NewPage& one : pages_) {
      if (ids.page(one.key) == 0) ids.assign_page(one.key);
    }
    pages_ = {};
  }

 private:
  struct NewPage {
    store::ArchivePosition archived;
    store::PageKey key;
  };
  std::vector<NewPage> pages_;
};

}  // namespace freshet::convert
