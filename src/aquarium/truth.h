#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "aquarium/change_process.h"
#include "aquarium/kinds.h"
#include "aquarium/world.h"
#include "clock/instant.h"

// The ground truth, with which the result of a crawl is compared.
namespace freshet::aquarium {

// The truth about one address that a complete crawl finds.
struct PageTruth {
  std::string url;        // in canonical form
  std::string_view kind;  // the name of a PageKind, or "near-duplicate", or "directory"
  Expectation expectation = Expectation::kCollect;
  bool is_volatile = false;
  PageVersion version;
};

// The addresses of a host are numbered: first its pages, then its near-duplicates, then (only on
// h0) the lists of hosts. Places without end are not included.
uint64_t address_count(const World& world, uint32_t host);
PageTruth truth_at(const World& world, uint32_t host, uint64_t index, Instant now);
// The truth about a URL; nullopt if it is not one of these addresses.
std::optional<PageTruth> truth_of(const World& world, std::string_view url, Instant now);

// When the address changes; nullopt if it is not one of these addresses.
std::optional<ChangeProcess> process_of(const World& world, std::string_view url);

// The URLs of the whole world that a polite and complete crawl from h0's home page collects.
std::vector<std::string> urls_to_collect(const World& world);

}  // namespace freshet::aquarium
