#include "crawl/evaluate_visit.h"

#include <algorithm>

#include "crawl/outcome_event.h"
#include "crawl/visit_notes.h"

namespace freshet::crawl {
namespace {

using collection::Event;
using refresh::Found;
using store::VisitResult;
using Archive = VisitRecord::Archive;

const fetch::Reply* reply_of(const VisitInput& input) {
  return std::get_if<fetch::Reply>(&input.completed.outcome);
}

// Copies the data of the reply to the page, and determines whether another page had the same
// content first.
void take_content(const VisitInput& input, VisitRecord& record) {
  const Reading& reading = *input.completed.reading;
  store::PageState& page = record.page;
  take_reading(page, reading, reply_of(input)->status);
  if (!has_content(input.completed)) return;
  page.last_success = page.last_change = input.completed.at;
  if (page.sitemap) return;
  record.is_collected = true;
  if (reading.size == 0) return;
  const std::optional<store::Original>& original = input.original;
  if (!original || original->page == page.key) {
    // A body that an earlier visit archived is referred to and not written again.
    const bool is_archived = original && page.archived.file != 0 &&
                             original->payload == reading.received_digest &&
                             !input.is_original_lost;
    record.claims_content = !is_archived;
    return;
  }
  page.result = VisitResult::kDuplicate;
  page.duplicate_of = original->page;
}

void evaluate_first_visit(const VisitInput& input, VisitRecord& record) {
  store::PageState& page = record.page;
  page.last_visit = input.completed.at;
  page.next_visit = Instant::never();
  page.result = input.result;
  const fetch::Reply* reply = reply_of(input);
  const bool is_blocked = input.result == VisitResult::kBlocked;
  const bool shows_page = !is_blocked && input.result != VisitResult::kSoftGone;
  if (!shows_page)
    page.http_status = static_cast<uint16_t>(reply->status);
  else if (reply != nullptr)
    take_content(input, record);
  if (page.result == VisitResult::kServerError || page.result == VisitResult::kUnreachable) {
    page.failures = static_cast<uint8_t>(std::min(input.attempts, 255));
  }
  record.is_new_duplicate = page.duplicate_of.has_value();
  if (input.completed.packed) record.archive = is_blocked ? Archive::kBlocked : Archive::kOwnRecord;
  record.follows_links = input.completed.reading && shows_page;
  const bool is_sitemap = page.sitemap && has_content(input.completed);
  record.outcome = is_sitemap         ? Event::kSitemap
                   : reply != nullptr ? collection::event_of(page.result)
                                      : event_of(input.completed.outcome);
  record.is_error = is_blocked || (page.result >= VisitResult::kRefused &&
                                   page.result <= VisitResult::kUnreachable);
}

void take_new_content(const VisitInput& input, VisitRecord& record) {
  const Reading& reading = *input.completed.reading;
  store::PageState& page = record.page;
  record.found.kind = reading.same ? Found::Kind::kSame : Found::Kind::kChanged;
  record.found.size = static_cast<uint32_t>(reading.size);
  record.found.last_modified = reading.validators.last_modified;
  const bool was_duplicate = page.duplicate_of.has_value();
  page.duplicate_of.reset();
  page.result = VisitResult::kNew;
  take_content(input, record);
  if (page.result == VisitResult::kNew) {
    page.result = reading.same ? VisitResult::kUnchanged : VisitResult::kChanged;
  }
  if (reading.same) page.last_change = input.before.last_change;
  record.is_new_duplicate = page.duplicate_of && !was_duplicate;
  if (input.is_archived && !page.duplicate_of)
    record.archive = Archive::kUnchanged;
  else if (input.completed.packed)
    record.archive = Archive::kOwnRecord;
  record.keeps_version = true;
  record.follows_links = true;
}

void evaluate_revisit(const VisitInput& input, VisitRecord& record) {
  store::PageState& page = record.page;
  page.last_visit = input.completed.at;
  page.result = input.result;
  const fetch::Reply* reply = reply_of(input);
  if (reply != nullptr) page.http_status = static_cast<uint16_t>(reply->status);
  record.found = {.kind = Found::Kind::kFailed, .size = static_cast<uint32_t>(page.size)};
  const auto own_record = input.completed.packed ? Archive::kOwnRecord : Archive::kNothing;
  switch (input.result) {
    case VisitResult::kUnchanged:
      record.found.kind = Found::Kind::kSame;
      page.last_success = input.completed.at;
      record.archive = Archive::kUnchanged;
      break;
    case VisitResult::kNew: take_new_content(input, record); break;
    case VisitResult::kRedirected:
      if (input.completed.reading->redirect) page.redirect_to = *input.completed.reading->redirect;
      record.found.kind = Found::Kind::kGone;
      record.archive = own_record;
      record.follows_links = true;
      break;
    case VisitResult::kGone:
    case VisitResult::kSoftGone:
      record.found.kind = input.site_is_gone ? Found::Kind::kFailed : Found::Kind::kGone;
      record.archive = own_record;
      break;
    case VisitResult::kBrokenOff:
    case VisitResult::kUnmatched: record.archive = Archive::kApart; break;
    case VisitResult::kBlocked: record.archive = Archive::kBlocked; break;
    default: break;
  }
  const Found::Kind kind = record.found.kind;
  const bool has_failed = kind == Found::Kind::kFailed || kind == Found::Kind::kGone;
  page.failures = has_failed ? static_cast<uint8_t>(std::min(page.failures + 1, 255)) : 0;
  // Counted as for first visits: pages that are gone or moved are no errors.
  record.outcome = kind == Found::Kind::kSame      ? Event::kUnchanged
                   : kind == Found::Kind::kChanged ? Event::kChanged
                   : input.site_is_gone            ? Event::kSiteGone
                   : reply != nullptr              ? collection::event_of(page.result)
                                                   : event_of(input.completed.outcome);
  record.is_error = kind == Found::Kind::kFailed;
}

}  // namespace

bool has_content(const Completed& completed) {
  const auto* reply = std::get_if<fetch::Reply>(&completed.outcome);
  return reply != nullptr && reply->status >= 200 && reply->status < 300;
}

VisitRecord evaluate_visit(const VisitInput& input) {
  VisitRecord record{.page = input.before};
  if (input.is_revisit)
    evaluate_revisit(input, record);
  else
    evaluate_first_visit(input, record);
  return record;
}

}  // namespace freshet::crawl
