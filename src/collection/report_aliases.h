#pragma once

#include "collection/answer.h"
#include "collection/run_control.h"
#include "result/result.h"
#include "store/store.h"

namespace freshet::collection {

// Reads the aliases from the stored sites.
Result<AliasesReport> report_aliases(const store::Store& store, const RunControl& run_control);

// Executes UndoAlias and AllowAlias on a collection on which no run is working: stores the list of
// excluded sites, which the next run follows. Returns an error for other commands.
Result<Answer> change_aliases_at_rest(store::Store& store, const Command& command);

}  // namespace freshet::collection
