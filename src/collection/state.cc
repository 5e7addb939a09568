#include "collection/state.h"

#include <filesystem>

#include "collection/admission_rules.h"
#include "collection/run_control.h"
#include "store/state_folder.h"

namespace freshet::collection {

store::StoreOptions state_options(const std::string& data_folder) {
  return {.mark_file = (std::filesystem::path(data_folder) / "state.mark").string(),
          .marked_facts = {kRunControlFact, kFormerRunControlFact, kAdmissionFact}};
}

Result<std::string> state_folder(const std::string& data_folder) {
  const std::filesystem::path state = std::filesystem::path(data_folder) / "state";
  std::error_code error;
  if (std::filesystem::exists(state / "CURRENT", error)) return state.string();
  const bool was_there = std::filesystem::exists(state_options(data_folder).mark_file, error);
  if (!was_there) {
    return fail("there is no collection in " + data_folder + ": name its folder with --data");
  }
  return fail("the state of the collection in " + data_folder + " is damaged: " +
              (state / "CURRENT").string() + " is not there; " + std::string(store::kHowToRepair));
}

Result<std::unique_ptr<store::Store>> open_state(const std::string& data_folder) {
  const auto state = state_folder(data_folder);
  if (!state) return Unexpected(state.error());
  return store::open_rocksdb_store(*state, state_options(data_folder));
}

Result<std::unique_ptr<store::Store>> open_state_to_read(const std::string& data_folder,
                                                         store::OlderIds older_ids) {
  const auto state = state_folder(data_folder);
  if (!state) return Unexpected(state.error());
  store::StoreOptions options = state_options(data_folder);
  options.older_ids = older_ids;
  return store::open_rocksdb_store_to_read(*state, options);
}

}  // namespace freshet::collection
