#pragma once

#include <memory>
#include <string>

#include "result/result.h"
#include "store/store.h"

namespace freshet::collection {

// How the state of a data folder is stored: with a mark next to it, state.mark, that has copies of
// the facts that a user has set.
store::StoreOptions state_options(const std::string& data_folder);

// Returns the folder of the state, data_folder/state, or an error if it has no state.
Result<std::string> state_folder(const std::string& data_folder);

// Opens the state of a data folder; creates nothing. Returns an error if there is none, or if
// another process has it open.
Result<std::unique_ptr<store::Store>> open_state(const std::string& data_folder);
// Opens it read-only: nothing is changed, and another process may be writing to it.
Result<std::unique_ptr<store::Store>> open_state_to_read(
    const std::string& data_folder, store::OlderIds older_ids = store::OlderIds::kRefuse);

}  // namespace freshet::collection
