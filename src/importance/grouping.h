#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "importance/collection_graph.h"
#include "url/communities.h"

namespace freshet::importance {

// Returns the name of the block that a site belongs to.
using Grouping = std::function<std::string(std::string_view site)>;

std::string by_site(std::string_view site);
std::string by_domain(
    std::string_view site);  // the registrable domain, or the host if there is none
Grouping by_community(url::Communities communities);

// Returns the block of each page. Blocks are numbered from 0 without gaps, in the order of pages.
Result<std::vector<uint32_t>> blocks_of(const store::Store& store, const CollectionGraph& graph,
                                        const Grouping& grouping);

}  // namespace freshet::importance
