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

// Reads the paths of the URLs of the pages of the last host: lines of page and path with a tab
// between, after a heading.
Status add_paths(std::string_view tsv, const std::string& host, World& world);

// Reads HOST.tsv.zst (or HOST.tsv) from a folder, and HOST.pages.tsv.zst (or HOST.pages.tsv) where
// it is there; all hosts if none are named. Other files with another dot in the name are ignored.
Result<World> read_traces(const std::string& folder, const std::vector<std::string>& hosts);

}  // namespace freshet::simulate
