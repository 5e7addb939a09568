#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "clock/instant.h"
#include "convert/convert.h"

namespace freshet::convert {

// The participants of a conversion, as its driver reaches them. Every shard belongs to one of them.
class Participants {
 public:
  virtual ~Participants() = default;
  virtual size_t size() const = 0;
  // Makes each participant perform its order, and returns their reports when all have done so.
  // After an error, no participant goes on. `doing` is for people.
  virtual Result<std::vector<std::string>> perform(const std::string& doing,
                                                   std::vector<std::string> orders) = 0;
};

struct PartsOptions {
  std::string dsn;  // of the database that has the state, and gets the catalogue
  std::vector<std::string> communities;  // the setting convert.communities
  bool full = false;
  Instant now;
};

// Drives a conversion of a collection into the schema `freshet` of its own database. The
// participants write all rows of pages (participant.h); the driver assigns the ids of everything
// but pages, and reserves a range of page ids for each participant. If anything fails, the
// catalogue stays as it was. docs/decisions/0027-conversion-by-all-agents.md has the steps.
Result<ConvertSummary> convert_in_parts(store::Store& store, Participants& participants,
                                        const PartsOptions& options);

}  // namespace freshet::convert
