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

// Pages with their true histories, which do not depend on what a crawler does.
struct World {
  std::vector<std::string> hosts;           // by schedule::Site
  std::vector<schedule::Page> first_pages;  // of each host; its pages have consecutive numbers
  std::vector<schedule::PageFacts> pages;   // by schedule::Page
  std::vector<std::string> paths;           // URL paths by page; empty if they are not known
  std::vector<Event> events;                // by time
  Instant start;
  Instant end;
  // All pages are known and current at the start. Otherwise a page becomes known by its first
  // kAdded.
  bool begins_current = false;

  // The world of one host alone, with new page numbers.
  World only(schedule::Site host) const;
  // The modifications a day of each page, over the time in which it existed.
  std::vector<double> true_rates() const;
};

}  // namespace freshet::simulate
