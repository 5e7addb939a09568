#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clock/instant.h"
#include "schedule/policy.h"

namespace freshet::simulate {

// Something that happens to a page.
struct Event {
  enum class Kind : uint8_t { kAdded, kModified, kDeleted };
  Instant at;
  schedule::Page page = 0;
  Kind kind = Kind::kAdded;
  uint32_t size = 0;
};

// What happens, whatever a crawler does: pages with their true histories.
struct World {
  std::vector<std::string> hosts;           // by schedule::Site
  std::vector<schedule::Page> first_pages;  // of each host: its pages are numbered in a row
  std::vector<schedule::PageFacts> pages;   // by schedule::Page
  std::vector<std::string> paths;           // of the URLs of pages; empty where they are not known
  std::vector<Event> events;                // by time
  Instant start;
  Instant end;
  // All pages are known and current at the start (else a page is known from its first kAdded on).
  bool begins_current = false;

  // Of one host alone, its pages numbered anew.
  World only(schedule::Site host) const;
  // Modifications a day, over the time that each page existed.
  std::vector<double> true_rates() const;
};

}  // namespace freshet::simulate
