#pragma once

#include "clock/instant.h"
#include "collection/answer.h"
#include "collection/command.h"
#include "result/result.h"
#include "store/store.h"

namespace freshet::collection {

// Reports the changes that happened before `before`.
Result<ChangesReport> report_changes(const store::Store& store, const ChangesQuery& query,
                                     Instant now, Instant before);

}  // namespace freshet::collection
