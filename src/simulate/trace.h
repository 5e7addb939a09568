#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "result/result.h"
#include "simulate/world.h"

namespace freshet::simulate {

// Parses a history and adds it to the world as a new host. The history is TSV with a heading and
// lines of page, time (Unix seconds), size and kind (A, M or D), in order of time.
Status add_history(std::string_view tsv, std::string host, World& world);

// Parses the URL paths of the last host's pages: TSV with a heading and lines of page and path.
Status add_paths(std::string_view tsv, const std::string& host, World& world);

// Reads HOST.tsv.zst (or HOST.tsv) from a folder, and HOST.pages.tsv.zst (or HOST.pages.tsv) if it
// exists. If `hosts` is empty, all hosts are read. Other files are ignored.
Result<World> read_traces(const std::string& folder, const std::vector<std::string>& hosts);

}  // namespace freshet::simulate
