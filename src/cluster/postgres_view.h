#pragma once

#include <cstdint>
#include <string>

#include "cluster/cluster_view.h"
#include "postgres/connection.h"
#include "result/result.h"

namespace freshet::cluster {

// Values of columns: numbers are signed, times and durations in microseconds.
inline uint64_t number(const postgres::Row& row, int column) {
  return static_cast<uint64_t>(row.integer(column));
}
inline Duration duration(const postgres::Row& row, int column) {
  return Duration::microseconds(row.integer(column));
}
inline Instant instant(const postgres::Row& row, int column) {
  return Instant() + duration(row, column);
}
inline std::string text(const postgres::Row& row, int column) {
  return std::string(row.text(column));
}
inline bool boolean(const postgres::Row& row, int column) {
  return row.text(column) == "t";
}

// Reads the tables of the cluster as they are at one moment.
Result<ClusterView> read_cluster_view(postgres::Connection& connection);

}  // namespace freshet::cluster
