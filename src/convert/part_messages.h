#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/writer.h"
#include "clock/instant.h"
#include "convert/archives.h"
#include "convert/convert.h"
#include "convert/ids.h"
#include "convert/site_boilerplate.h"
#include "result/result.h"

namespace freshet::convert {

// What the driver of a conversion in parts and the participants say to each other. The driver sends
// an order for each step; a participant answers with a report. Participants are named by their
// place in the driver's list.

// 1. Read the pages of your shards.
struct SurveyOrder {
  std::string conversion;  // key of catalog::PostgresConversion
  catalog::TargetState target;
  bool full = false;
  Instant now;                           // the time of the conversion
  std::vector<std::string> communities;  // the setting convert.communities
  bool operator==(const SurveyOrder&) const = default;
};
struct SurveyReport {
  uint64_t pages = 0;
  uint64_t new_pages = 0;         // of these: without an id
  uint64_t last_page = 0;         // the highest id of a page that it knows
  std::vector<uint16_t> writers;  // whose archives it can read
  struct Site {
    store::SiteId id;
    std::string text;
    bool operator==(const Site&) const = default;
  };
  std::vector<Site> sites;  // of its pages
  bool operator==(const SurveyReport&) const = default;
};

// 2. Assign ids to new pages, and learn the boilerplate of your sites.
struct AssignOrder {
  IdRange range;
  ArchiveHolders holders;
  bool operator==(const AssignOrder&) const = default;
};
struct AssignReport {
  std::map<size_t, std::vector<SiteBoilerplate::Request>> requests;  // to others
  bool operator==(const AssignReport&) const = default;
};

// 3. Learn the boilerplate of these sites, too; no report. Left out if there are none.
struct LearnOrder {
  std::vector<SiteBoilerplate::Request> requests;
  bool operator==(const LearnOrder&) const = default;
};

// 4. Write the rows of the pages of your shards.
struct ConvertOrder {
  bool has_new_ids = false;  // of pages
  bool operator==(const ConvertOrder&) const = default;
};
struct ConvertReport {
  ConvertSummary summary;
  std::vector<bool> seen;  // the ids of its pages, if the target has rows of an earlier conversion
  // Pages whose records others can read; no row of them was written.
  std::map<size_t, std::vector<store::PageKey>> given_away;
  bool operator==(const ConvertReport&) const = default;
};

// 5. Write the rows of these pages, whose records you can read; a ConvertReport follows. Repeated
// while there are such pages: they may have been visited meanwhile by another agent.
struct FollowOrder {
  std::vector<store::PageKey> pages;
  bool is_last = false;  // write a row without text rather than give a page away
  bool operator==(const FollowOrder&) const = default;
};

// Encode and decode one of these. The bytes begin with a version and the type of the message;
// decoding fails if they are not what is expected.
template <typename Message>
std::string encode(const Message& message);
template <typename Message>
Result<Message> decode(std::string_view bytes);

// The order that these bytes are.
enum class OrderType : uint8_t { kSurvey = 1, kAssign = 2, kLearn = 3, kConvert = 4, kFollow = 5 };
Result<OrderType> order_type(std::string_view bytes);

}  // namespace freshet::convert
