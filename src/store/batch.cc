#include "store/store.h"

namespace freshet::store {

bool Batch::empty() const {
  return admitted.empty() && pages.empty() && visited.empty() && sites.empty() && links.empty() &&
         unadmitted.empty() && contents.empty() && versions.empty() && listed_dates.empty() &&
         changes.empty() && !forget_changes_before && !forget_changes_after &&
         withdrawn_changes.empty() && ids.empty() && facts.empty();
}

void Batch::clear() {
  admitted.clear();
  pages.clear();
  visited.clear();
  sites.clear();
  links.clear();
  unadmitted.clear();
  contents.clear();
  versions.clear();
  listed_dates.clear();
  changes.clear();
  forget_changes_before.reset();
  forget_changes_after.reset();
  withdrawn_changes.clear();
  ids.clear();
  facts.clear();
}

}  // namespace freshet::store
