#pragma once

#include <cstdint>
#include <string_view>

#include "clock/instant.h"
#include "collection/options.h"
#include "collection/page_report.h"
#include "collection/page_weight.h"
#include "collection/scope.h"
#include "refresh/absent_pages.h"
#include "refresh/refresher.h"
#include "result/result.h"
#include "store/store.h"

namespace freshet::collection {

// The sources of a report on a page, during a run and without one.
struct ReportContext {
  const store::Store& store;
  const refresh::Refresher* refresher = nullptr;  // nullptr: no page is revisited
  const Scope* scope = nullptr;                   // nullptr: it is not known
  const Options& options;
  const InLinks* in_links = nullptr;             // nullptr: weights do not depend on links
  const refresh::AbsentPages* absent = nullptr;  // nullptr: they are not visited
  // If nothing was recorded of a URL, the links of at most this many pages are searched for it.
  uint64_t most_pages_searched = 2'000'000;
  Instant now;
};

// Returns an error if it is not an http or https URL, or the store cannot be read.
Result<PageReport> report_page(const ReportContext& context, std::string_view url);

}  // namespace freshet::collection
