#pragma once

#include <cstdint>
#include <sstream>
#include <string>

#include "clock/instant.h"
#include "store/store.h"

namespace freshet::collection {

// The requests of all runs on a collection, and since when they are counted.
struct Spending {
  uint64_t requests = 0;
  Instant since;  // epoch: there was none

  // "REQUESTS SINCE", the latter in Unix seconds.
  std::string encode() const {
    return std::to_string(requests) + " " + std::to_string(since.unix_seconds());
  }
  bool operator==(const Spending&) const = default;
};

inline constexpr char kSpendingFact[] = "spending";

// Returns zeros if there is no count or it cannot be read: a run must not fail because of a count.
inline Spending stored_spending(const store::Store& store) {
  const auto fact = store.fact(kSpendingFact);
  if (!fact || !*fact) return {};
  std::istringstream in{**fact};
  uint64_t requests = 0;
  int64_t since = 0;
  if (!(in >> requests >> since) || since < 0) return {};
  return {requests, Instant::from_unix_seconds(since)};
}

}  // namespace freshet::collection
