#include "crawl/agent_role.h"

#include "collection/admission_rules.h"
#include "collection/clock_correction.h"
#include "collection/lost_files.h"
#include "collection/replay.h"
#include "collection/spending.h"
#include "crawl/archive_state.h"
#include "crawl/engine.h"

namespace freshet::crawl {

std::vector<std::string> facts_of_an_agent() {
  return {kEndedFact,
          kCollectedFact,
          kArchiveEndFact,
          kArchiveSyncedFact,
          kArchiveBegunFact,
          collection::kLostFact,
          collection::kLatestFact,
          collection::kAdmissionFact,
          collection::kCalibrationFact,
          collection::kSpendingFact};
}

}  // namespace freshet::crawl
