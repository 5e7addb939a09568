#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "result/result.h"
#include "simulate/world.h"

namespace freshet::simulate {

// Reads a history: lines of page, time (Unix seconds), size and kind (A, M, D) with tabs between,
// after a heading; by time. Adds it to the world as one more host.
Status add_history(std::string_view tsv, std::string host, World& world);

// Reads HOST.tsv.zst (or HOST.tsv) from a folder; all that are there if no hosts are named. Files
// with another dot in the name tell of something else and are left alone.
Result<World> read_traces(const std::string& folder, const std::vector<std::string>& hosts);

}  // namespace freshet::simulate
