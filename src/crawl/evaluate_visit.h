#pragma once

#include <cstdint>
#include <optional>

#include "collection/events.h"
#include "collection/options.h"
#include "crawl/judge.h"
#include "crawl/worker.h"
#include "refresh/found.h"
#include "store/types.h"

namespace freshet::crawl {

// The input of evaluate_visit().
struct VisitInput {
  // The page before this visit: after its last visit, or as it was queued for the first one.
  const store::PageState& before;
  bool is_revisit = false;
  store::VisitResult result;  // as judge() and the detectors of walls and soft 404s decided
  int attempts = 1;           // of a first visit, this one included
  const Completed& completed;
  // The reply has the same content and bytes as the archive has from an earlier visit to the page.
  bool is_archived = false;
  // The first page with the same content, if there is one.
  std::optional<store::Original> original;
  bool is_original_lost = false;  // the archive has lost the page's record
  bool site_is_gone = false;      // "gone" counts as a failure of the whole site
};

// The result of a visit: what is to be written, counted and reported.
struct VisitRecord {
  store::PageState page;  // after the visit, except its history and place in the archive
  refresh::Found found;

  enum class Archive : uint8_t {
    kNothing,
    kOwnRecord,  // of the page
    kUnchanged,  // a record that refers to the one that has the body
    kApart,      // a record that does not replace the page's copy
    kBlocked,    // the same, with the verdict that the reply is a wall
  };
  Archive archive = Archive::kNothing;
  bool claims_content = false;  // the page is the first with its content
  bool keeps_version = false;   // the next visit is compared with this version
  bool follows_links = false;
  bool is_collected = false;  // it has content and is not a sitemap
  bool is_new_duplicate = false;
  collection::Event outcome = collection::Event::kUnreachable;
  bool is_error = false;
};

// Pure: the same input gives the same record.
VisitRecord evaluate_visit(const VisitInput& input);

// Returns whether the reply has content: status 2xx.
bool has_content(const Completed& completed);

}  // namespace freshet::crawl
