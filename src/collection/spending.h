#pragma once

#include <cstdint>
#include <optional>
#include <sstream>
#include <string>

#include "clock/instant.h"
#include "store/store.h"

namespace freshet::collection {

// The requests of all runs on a collection, and since when they are counted.
struct Spending {
  uint64_t requests = 0;
  std::optional<Instant> since;  // nullopt: there was none

  // "REQUESTS SINCE", the latter in Unix seconds; 0: there was none.
  std::string encode() const {
    return std::to_string(requests) + " " +
           std::to_string(since.value_or(Instant()).unix_seconds());
  }
  bool operator==(const Spending&) const = default;
};

inline constexpr char kSpendingFact[] = "spending";

// Returns none if there is no count or it cannot be read: a run must not fail because of a count.
inline Spending stored_spending(const store::Store& store) {
  const auto fact = store.fact(kSpendingFact);
  if (!fact || !*fact) return {};
  std::istringstream in{**fact};
  uint64_t requests = 0;
  int64_t since = 0;
  if (!(in >> requests >> since) || since < 0) return {};
  if (since == 0) return {.requests = requests};
  return {requests, Instant::from_unix_seconds(since)};
}

}  // namespace freshet::collection
