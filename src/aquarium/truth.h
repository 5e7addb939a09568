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

// What a crawl is judged by.
namespace freshet::aquarium {

// One address that a complete crawl meets.
struct PageTruth {
  std::string url;        // in canonical form
  std::string_view kind;  // of a PageKind, or "near-duplicate", or "directory"
  Expectation expectation = Expectation::kCollect;
  bool is_volatile = false;
  PageVersion version;
};

// The finite part of a host, numbered: its pages, then its near-duplicates, then (h0) the lists of
// hosts. Endless places are not counted: no crawl is complete there.
uint64_t address_count(const World& world, uint32_t host);
PageTruth truth_at(const World& world, uint32_t host, uint64_t index, Instant now);
// By its URL; nullopt for anything that is no such address.
std::optional<PageTruth> truth_of(const World& world, std::string_view url, Instant now);

// How the address changes; nullopt likewise.
std::optional<ChangeProcess> process_of(const World& world, std::string_view url);

// The URLs of the whole world that a polite and complete crawl from h0's home page collects.
std::vector<std::string> urls_to_collect(const World& world);

}  // namespace freshet::aquarium
